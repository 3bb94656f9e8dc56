#!/usr/bin/env node
// The command-line door. Any Node from 20 on can start it; it runs on Node 24 and builds itself when it is stale. Its
// own remarks go to standard error: standard output is the command's.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../scripts/built.mjs';
import { runInPlace } from '../scripts/child.mjs';
import { runsTools, startWithoutKey } from '../scripts/keyAside.mjs';
import { commandNodeFlags } from '../scripts/nodePath.mjs';
import { runScript, sayAside } from '../scripts/say.mjs';
import { ensureInstalled } from '../scripts/setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  const node = await ensureInstalled(root, sayAside);
  await ensureBuilt(root, node, sayAside, ['doors']);
  const args = process.argv.slice(2);
  const door = [...commandNodeFlags, join(root, 'out', 'cli.js'), ...args];
  if (runsTools(args)) startWithoutKey(node, door);
  const { code } = await runInPlace(node, door);
  return code;
});
