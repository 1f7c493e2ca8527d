// Bundles the extension into one file, and writes the licences of the project and of the bundled packages next to it.
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { licences } from '../../scripts/browser.js';

const folder = import.meta.dirname;
copyFileSync(path.join(folder, '../../LICENSE'), path.join(folder, 'LICENSE'));
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: [path.join(folder, 'src/extension.ts')],
  outfile: path.join(folder, 'dist/extension.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The editor provides it.
  external: ['vscode'],
  legalComments: 'none',
  metafile: true,
  minifySyntax: true,
});
const texts = licences(metafile, folder).map(({ text }) => text);
writeFileSync(path.join(folder, 'ThirdPartyNotices.txt'), `${texts.join('\n\n')}\n`);
