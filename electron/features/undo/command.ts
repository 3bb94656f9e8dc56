// throughline changes, undo and redo.

import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { flag, isPositiveInteger, numeric, text, type Values } from '../../host/terminal/options.ts';

export const changes = defineCommand({
  name: 'changes',
  usage: [
    {
      synopsis: 'changes ID [--json]',
      text: 'lists the file changes made by a conversation’s calls, with call numbers',
    },
  ],
  options: { json: flag },
  positionals: oneConversation,
  run: async (terminal) => (await import('./changesCommands.ts')).changesCommand(terminal),
});

const undoOptions = {
  call: numeric(isPositiveInteger, 'a call number'),
  turn: flag,
  since: text,
  yes: flag,
  wait: flag,
} as const;

export const undo = defineCommand({
  name: 'undo',
  usage: [{ synopsis: 'undo ID [--call N | --turn | --since MESSAGE] [--yes] [--wait]' }],
  options: undoOptions,
  positionals: oneConversation,
  check: ({ values }) => checkTarget(values),
  run: async (terminal) => (await import('./changesCommands.ts')).undoCommand(terminal),
});

export const redo = defineCommand({
  name: 'redo',
  usage: [
    {
      synopsis: 'redo ID [--call N | --turn | --since MESSAGE] [--yes] [--wait]',
      text: `undoes or redoes the file changes of one call, of the last turn, or of everything since a
message. Shows them and asks first; without a terminal, needs --yes. --wait waits while
something runs in the folder`,
    },
  ],
  options: undoOptions,
  positionals: oneConversation,
  check: ({ values }) => checkTarget(values),
  run: async (terminal) => (await import('./changesCommands.ts')).redoCommand(terminal),
});

function checkTarget({ call, turn, since }: Values<typeof undoOptions>): string | null {
  const targetCount = [call !== undefined, turn, since !== undefined].filter(Boolean).length;
  return targetCount > 1 ? 'use only one of --call, --turn and --since' : null;
}
