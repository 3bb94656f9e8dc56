// One token counter for all apps and commands of a process: its thread takes longer to start than most tests run, and
// each additional thread slows down every process that a test starts.

import { silentLog } from '../../electron/lib/log.ts';
import { createTokenCounter } from '../../electron/providers/tokens/tokenCounter.ts';

export const tokens = createTokenCounter({ log: silentLog });
