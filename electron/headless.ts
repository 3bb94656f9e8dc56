// The browser host's entry point: the app on plain Node, for machines without a display and for a browser through a
// tunnel. Like the command line's, it runs before everything else is loaded.

import { startWithoutKey } from '../scripts/keyAside.mjs';
import { compileInForeground, limitBufferPool, setUpCompileCache } from './host/compileCache.ts';

startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
limitBufferPool();
compileInForeground();
setUpCompileCache(import.meta.dirname);
// Not awaited: its chunks may import this file, which would deadlock.
void import('./browserEntry.ts');
