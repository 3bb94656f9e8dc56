// The browser host's door: the app on plain Node, for machines without a display and for a browser through a tunnel. As the
// command line's, it is a step before all that it needs.

import { startWithoutKey } from '../scripts/keyAside.mjs';
import { keepCompiled } from './host/keepCompiled.ts';

startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
keepCompiled(import.meta.dirname);
// Nothing waits for it: parts of it may be in this file, which they would wait for in turn.
void import('./browserDoor.ts');
