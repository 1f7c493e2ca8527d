/** The oldest Rust that docs/how-to/code.md names compiles the models. It comes from rustup, so it may be missing. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { MANIFEST } from '../conformance/rust.ts';
import { cargoCache } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';

const VERSION = '1.82.0';

const crate = path.join(cargoCache, 'oldest-rust');

const ontologies = ['constraints', 'time'];

const isInstalled = (): boolean => spawnSync('cargo', [`+${VERSION}`, '--version']).status === 0;

describeWith(['cargo'], `Rust ${VERSION}`, () => {
  test.runIf(isFullRun && isInstalled())('compiles models with constraints of all kinds', async () => {
    rmSync(crate, { recursive: true, force: true });
    const write = (file: string, content: string) => {
      mkdirSync(path.dirname(path.join(crate, file)), { recursive: true });
      writeFileSync(path.join(crate, file), content);
    };
    for (const name of ontologies) {
      for (const file of rustModels.generate(await modelOf(name))) write(`src/${name}/${file.path}`, file.content);
    }
    write('Cargo.toml', MANIFEST.replace('edition =', 'rust-version = "1.82"\nedition ='));
    write('src/lib.rs', ontologies.map((name) => `pub mod ${name};\n`).join(''));
    const env = { CARGO_TARGET_DIR: path.join(cargoCache, 'oldest-rust-target'), CARGO_PROFILE_DEV_DEBUG: '0' };
    // An older Cargo does not choose versions of crates by `rust-version`.
    const versions = { ...env, CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS: 'fallback' };
    run('cargo', ['generate-lockfile', '--quiet'], { cwd: crate, env: versions });
    run('cargo', [`+${VERSION}`, 'check', '--quiet'], { cwd: crate, env });
  });
});
