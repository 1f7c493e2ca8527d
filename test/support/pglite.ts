/** Databases of PGlite, which is PostgreSQL as WebAssembly. */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { caches } from './caches.ts';
import { root } from './program.ts';

const manifest = path.join(root, 'node_modules/@electric-sql/pglite/package.json');

/**
 * Returns the files of a new cluster. They are created once for each version of PGlite: initdb takes most of the time that a new
 * database needs.
 */
async function clusterFiles(): Promise<File> {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const file = path.join(caches, `pglite-${version}.tar`);
  if (!existsSync(file)) {
    const database = await PGlite.create();
    const dump = await database.dumpDataDir('none');
    await database.close();
    // Tests in other processes may create the same file.
    const draft = `${file}.${process.pid}`;
    mkdirSync(caches, { recursive: true });
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return new File([readFileSync(file)], path.basename(file), { type: 'application/x-tar' });
}

/** Creates an empty database in memory. */
export async function createDatabase(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, loadDataDir: await clusterFiles() });
}
