// throughline chat.

import { defineCommand } from '../command.ts';
import { text } from '../options.ts';
import { checkTurn, turnOptions } from '../run/turnOptions.ts';

export const chat = defineCommand({
  name: 'chat',
  usage: [
    {
      synopsis: 'chat [--resume [ID] | --continue | --worktree] [the provider, model and approval options of run]',
      text: 'chats line by line in the terminal; /help lists the commands. From a pipe, each line is a message',
    },
  ],
  options: { ...turnOptions, scenario: text },
  check: ({ values }) => checkTurn(values),
  runsTools: true,
  run: async (terminal) => (await import('./chatCommand.ts')).chatCommand(terminal),
});
