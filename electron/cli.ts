// The command line's entry point: the core without a window. Separate from the commands' code: with keys in the
// environment the process restarts itself, and what is loaded afterwards is cached in compiled form.

import { setFlagsFromString } from 'node:v8';
import { runsTools, startWithoutKey } from '../scripts/keyAside.mjs';
import { compileInForeground, limitBufferPool, setUpCompileCache } from './host/compileCache.ts';

if (runsTools(process.argv.slice(2))) {
  startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
}
// V8's default often costs a short command a full collection just before it ends. Processes started for long reads have a
// limit for short-lived objects as well (scripts/nodePath.mjs), which can only be set at startup.
if (!process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))) {
  setFlagsFromString('--incremental-marking-soft-trigger=90');
}
limitBufferPool();
compileInForeground();
setUpCompileCache(import.meta.dirname);
// Not awaited: its chunks may import this file, which would deadlock.
void import('./commandEntry.ts');
