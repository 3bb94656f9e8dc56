// Strings for the statistics of a conversation.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  loading: 'Counting…',
  messages: 'Messages',
  roles: {
    user: 'From you',
    assistant: 'From the model',
    tool: 'Tool results',
    system: 'Summaries and notes',
  },
  calls: 'Tool calls',
  outcomes: {
    ok: 'Completed',
    error: 'Failed',
    denied: 'Refused',
    cancelled: 'Canceled',
    interrupted: 'Interrupted',
    open: 'Still open',
  },
  tools: 'Most used tools',
  ofTools: (count: number) => `${counted(count, 'tool', 'tools')} in all`,
  time: 'Time',
  elapsed: 'Elapsed',
  first: 'First',
  last: 'Last',
  days: (count: number) => counted(count, 'day', 'days'),
  spent: 'Tokens and cost',
  input: 'Tokens in',
  output: 'Tokens out',
  cost: 'Cost',
  scope: 'Tokens and cost include agents and all branches. Everything else is for the current branch.',
};
