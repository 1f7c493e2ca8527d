/**
 * Sets one seed for fast-check, so that each run of the tests draws the same values. RANDOM_SEED sets another seed; a test
 * that passes its own seed uses that one.
 */

import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['RANDOM_SEED'] ?? 1) });
