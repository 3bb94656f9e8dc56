// throughline stats.

import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const stats = defineCommand({
  name: 'stats',
  usage: [
    {
      synopsis: 'stats ID [--json]',
      text: "counts a conversation's messages, tool calls, time, tokens and cost",
    },
  ],
  options: { json: flag },
  positionals: oneConversation,
  run: async (terminal) => (await import('./statsCommand.ts')).statsCommand(terminal),
});
