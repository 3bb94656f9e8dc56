// Strings for background commands and sub-agents that the first screen may need; the rest: late.en.ts.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  title: 'Background commands',
  running: (count: number) => counted(count, 'background command', 'background commands'),
  agent: {
    above: 'Started by',
    workFor: 'Started by:',
    toCall: 'Go to the call',
  },
} as const;
