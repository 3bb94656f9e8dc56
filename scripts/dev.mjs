// `npm run dev`: the window from source with hot reload, and the browser host from source, restarted on changes. Starts
// on plain Node 20, even as the first command in a fresh clone; everything else runs on Node 24.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace } from './child.mjs';
import { keysOf, startWithoutKey, takeEnvironment, withKeys } from './keyAside.mjs';
import { hostNodeFlags } from './nodePath.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
const keys = keysOf(takeEnvironment());

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  const dev = join(root, 'scripts', 'dev', 'dev.ts');
  return (await runInPlace(node, [...hostNodeFlags, dev, ...process.argv.slice(2)], withKeys(keys))).code;
});
