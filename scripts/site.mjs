// `npm run site`: builds the site from docs/ into out/site. Starts on plain Node 20, even as the first command in a
// fresh clone.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace } from './child.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  const build = join(root, 'scripts', 'site', 'build.ts');
  const args = ['--disable-warning=ExperimentalWarning', build, ...process.argv.slice(2)];
  return (await runInPlace(node, args, { cwd: root })).code;
});
