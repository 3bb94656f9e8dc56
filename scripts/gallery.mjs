// `npm run gallery`: every scene of the window in a browser, from source, with hot reload. Starts on plain Node 20,
// even as the first command in a fresh clone; the server runs on Node 24.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace } from './child.mjs';
import { hostNodeFlags } from './nodePath.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  const gallery = join(root, 'scripts', 'dev', 'gallery.ts');
  return (await runInPlace(node, [...hostNodeFlags, gallery, ...process.argv.slice(2)], { cwd: root })).code;
});
