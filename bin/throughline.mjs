#!/usr/bin/env node
// The command-line door. Any Node from 20 on can start it; it runs on Node 24 and builds itself when it is stale. Its
// own remarks go to standard error: standard output is the command's.

import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/built.mjs';
import { runsTools, startWithoutKey } from '../scripts/keyAside.mjs';
import { commandNodeFlags, hostNodeMajor } from '../scripts/nodePath.mjs';
import { runScript, sayAside } from '../scripts/say.mjs';
import { ensureInstalled } from '../scripts/setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Commands that are over soon: they go on in this process where it is of the right kind. The others run with less memory. */
const short = new Set(['run', 'record', 'resolve', 'tool', 'list', 'show', 'request', 'context', 'cost', 'models']);
/** Behind npm somebody has to watch whether it is still there: it passes signals to its shell only (scripts/child.mjs). */
const staysHere = process.versions.node.split('.')[0] === String(hostNodeMajor) && !process.env.npm_lifecycle_event;

await runScript(async () => {
  const node = await ensureInstalled(root, sayAside);
  await ensureBuilt(root, node, sayAside, ['doors']);
  const args = process.argv.slice(2);
  const door = join(root, 'out', 'cli.js');
  const command = [...commandNodeFlags, door, ...args];
  if (runsTools(args)) startWithoutKey(node, command);
  if (staysHere && short.has(args[0] ?? '')) {
    await import(pathToFileURL(door).href);
    return undefined;
  }
  const { runInPlace } = await import('../scripts/child.mjs');
  const { code } = await runInPlace(node, command);
  return code;
});
