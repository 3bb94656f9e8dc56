#!/usr/bin/env node
// The command line's entry point. Any Node from 20 on can start it; it runs on Node 24 and rebuilds itself when stale. Its
// own messages go to standard error: standard output is the command's.

import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/built.mjs';
import { commandFirst, runsTools, startWithoutKey } from '../scripts/keyAside.mjs';
import { commandNodeFlags, hostNodeMajor } from '../scripts/nodePath.mjs';
import { runScript, sayAside } from '../scripts/say.mjs';
import { ensureInstalled } from '../scripts/setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Short commands continue in this process if it is the right Node. The others run with less memory. */
const short = new Set(['run', 'record', 'resolve', 'tool', 'list', 'show', 'request', 'context', 'cost', 'models']);
/**
 * When run by npm, something must watch whether npm is still there, since it sends signals only to its shell
 * (scripts/child.mjs).
 */
const staysHere = process.versions.node.split('.')[0] === String(hostNodeMajor) && !process.env.npm_lifecycle_event;

await runScript(async () => {
  const node = await ensureInstalled(root, sayAside);
  await ensureBuilt(root, node, sayAside, ['doors']);
  const args = process.argv.slice(2);
  const door = join(root, 'out', 'cli.js');
  const command = [...commandNodeFlags, door, ...args];
  if (runsTools(args)) startWithoutKey(node, command);
  if (staysHere && short.has(commandFirst(args)[0] ?? '')) {
    await import(pathToFileURL(door).href);
    return undefined;
  }
  const { runInPlace } = await import('../scripts/child.mjs');
  const { code } = await runInPlace(node, command);
  return code;
});
