// Bundles the extension into one file, and copies the licence of the project into the package.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
copyFileSync(path.join(folder, '../../LICENSE'), path.join(folder, 'LICENSE'));
await build({
  entryPoints: [path.join(folder, 'src/extension.ts')],
  outfile: path.join(folder, 'dist/extension.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The editor provides it.
  external: ['vscode'],
  legalComments: 'eof',
  minifySyntax: true,
});
