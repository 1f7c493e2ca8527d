/**
 * What fast-check draws follows from one seed: the same run of the tests draws the same, today and tomorrow. RANDOM_SEED draws
 * others; tests that say a seed of their own keep to that.
 */

import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['RANDOM_SEED'] ?? 1) });
