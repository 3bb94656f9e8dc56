// One counter of tokens for all apps and commands of a process: its thread takes longer to start than most tests to run, and
// each thread makes every program that a test starts come later.

import { silentLog } from '../../electron/lib/log.ts';
import { createTokenCounter } from '../../electron/providers/tokens/tokenCounter.ts';

export const tokens = createTokenCounter({ log: silentLog });
