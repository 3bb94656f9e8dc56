// throughline cost.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, numeric } from '../../host/terminal/options.ts';

const maxDays = 3660;

export const cost = defineCommand({
  name: 'cost',
  usage: [
    {
      synopsis: 'cost [ID] [--days N] [--json]',
      text: `shows costs per day (the last 30, or N), per model and per conversation; with
an ID, of that conversation and its agents`,
    },
  ],
  options: {
    days: numeric(
      (days) => Number.isInteger(days) && days > 0 && days <= maxDays,
      `a whole number from 1 to ${maxDays}`,
    ),
    json: flag,
  },
  positionals: { min: 0, max: 1 },
  run: async (terminal) => (await import('./costCommand.ts')).costCommand(terminal),
});
