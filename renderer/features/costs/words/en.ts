// English strings for costs.

import { counted } from '../../../core/words/wording.ts';

const replies = (count: number): string => counted(count, 'reply', 'replies');

export const catalog = {
  title: 'Cost',
  unknown: 'unknown',
  unknownReplies: (count: number) => `${replies(count)} of unknown cost`,
  atLeast: (amount: string) => `at least ${amount}`,
  free: 'free',
  conversation: 'This conversation',
  lastTurn: 'Last turn',
  itsTitle: 'Including its title',
  today: 'Today',
  models: 'By model',
  replies,
  cache: 'Read from cache',
  share: (percent: number, tokens: string) => `${percent}% of ${tokens}`,
  none: 'No costs yet.',
  price: 'Price per million tokens',
  prices: (input: string, output: string) => `${input} in, ${output} out`,
  priceUnknown: 'The price of this model is unknown. You can set it in Settings.',
  setPrice: 'Limits and prices…',
  by: {
    reported: 'reported by the provider',
    settings: 'from your settings',
    server: 'from the server’s list',
    catalogue: (date: string) => `from a catalog dated ${date}`,
    local: 'runs on this machine',
  },
  limit: (spent: string, limit: string) => `${spent} of ${limit}`,
  turn: (amount: string) => `Cost ${amount}`,
  question: {
    from: 'Throughline asks',
    label: 'Spending limit',
    once: 'Let this agent finish',
    raise: {
      day: (amount: string) => `Raise today’s limit by ${amount}`,
      conversation: (amount: string) => `Raise this conversation’s limit by ${amount}`,
    },
    stop: 'Stop the agent',
  },
  reached: {
    once: 'Continue this run',
    raise: {
      day: (amount: string) => `Raise today’s limit by ${amount}`,
      conversation: (amount: string) => `Raise its limit by ${amount}`,
    },
  },
};
