// throughline chain.

import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const chain = defineCommand({
  name: 'chain',
  usage: [{ synopsis: 'chain ID [--json]', text: "lists a conversation's tool calls" }],
  options: { json: flag },
  positionals: oneConversation,
  printsAllOrNothing: true,
  run: async (terminal) => (await import('./chainCommand.ts')).chainCommand(terminal),
});
