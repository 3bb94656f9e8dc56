// The third door: the same core, no window. It is a step of its own before all that a command needs: where keys are to be kept
// aside it starts once more, and what is loaded then is compiled once and for all.

import { setFlagsFromString } from 'node:v8';
import { runsTools, startWithoutKey } from '../scripts/keyAside.mjs';
import { keepCompiled } from './host/keepCompiled.ts';

if (runsTools(process.argv.slice(2))) {
  startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
}
// V8's defaults cost a short command fifty megabytes of young objects that are dropped at once, and often a collection of the
// old ones just before the command ends. A process started for long reading has a still lower limit (scripts/nodePath.mjs),
// which can be set only when it starts.
if (!process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))) {
  setFlagsFromString('--scavenger-max-new-space-capacity-mb=8');
  setFlagsFromString('--incremental-marking-soft-trigger=90');
}
keepCompiled(import.meta.dirname);
// Nothing waits for it: parts of it may be in this file, which they would wait for in turn.
void import('./commandDoor.ts');
