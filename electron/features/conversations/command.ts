// The commands that list, show, change and remove conversations.

import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { approve, flag, positiveInteger, tagOption } from '../../host/terminal/options.ts';

export const list = defineCommand({
  name: 'list',
  usage: [
    {
      synopsis: 'list [--all] [--tag NAME] [--limit N] [--json]',
      text: `lists the project's conversations, newest first; --all includes every project and the
archive, --tag only those with a tag. In a terminal, shows the newest 50, or N`,
    },
  ],
  options: { json: flag, all: flag, tag: tagOption, limit: positiveInteger },
  run: async (terminal) => (await import('./listCommand.ts')).listCommand(terminal),
  async runWithoutCore(output, unchangedList) {
    const rows = await unchangedList();
    return rows && (await import('./listCommand.ts')).printList(output, rows);
  },
});

export const show = defineCommand({
  name: 'show',
  usage: [{ synopsis: 'show ID [--tail N] [--json]', text: 'prints a conversation' }],
  options: { tail: positiveInteger, json: flag },
  positionals: oneConversation,
  run: async (terminal) => (await import('./showCommand.ts')).showCommand(terminal),
});

export const resolve = defineCommand({
  name: 'resolve',
  usage: [
    {
      synopsis: 'resolve ID CALL --run-again|--get-result|--skip|--mark-done [--end-process] [--approve MODE]',
      text: `resolves an interrupted call; show ID lists the calls and their numbers.
--end-process first stops anything it started that is still running;
--get-result fetches what an MCP server continued as a task`,
    },
  ],
  options: { approve, runAgain: flag, getResult: flag, skip: flag, markDone: flag, endProcess: flag },
  positionals: { min: 2, max: 2, needs: 'a conversation ID and a CALL' },
  check: ({ values: { runAgain, getResult, skip, markDone } }) =>
    [runAgain, getResult, skip, markDone].filter(Boolean).length === 1
      ? null
      : 'resolve needs one of --run-again, --get-result, --skip or --mark-done',
  runsTools: true,
  run: async (terminal) => (await import('./resolveCommand.ts')).resolveCommand(terminal),
});

export const tool = defineCommand({
  name: 'tool',
  usage: [
    {
      synopsis: 'tool ID NAME JSON [--no-context] [--approve MODE] [--json]',
      text: `runs a tool in a conversation without the model; --no-context keeps the call and its
result from the model`,
    },
  ],
  options: { noContext: flag, approve, json: flag },
  positionals: { min: 3, max: 3, needs: 'a conversation ID, a tool NAME and its arguments as JSON' },
  runsTools: true,
  run: async (terminal) => (await import('./toolCommand.ts')).toolCommand(terminal),
});

const removeOptions = { yes: flag } as const;

export const deleteConversation = defineCommand({
  name: 'delete',
  usage: [
    { synopsis: 'delete ID [--yes]', text: 'deletes a conversation after asking; without a terminal, needs --yes' },
  ],
  options: removeOptions,
  positionals: oneConversation,
  run: async (terminal) => (await import('./removeCommands.ts')).deleteCommand(terminal),
});

export const forget = defineCommand({
  name: 'forget',
  usage: [
    {
      synopsis: 'forget ID MESSAGE [--yes]',
      text: 'permanently removes a message or result from all files',
    },
  ],
  options: removeOptions,
  positionals: { min: 2, max: 2, needs: 'a conversation ID and a MESSAGE' },
  run: async (terminal) => (await import('./removeCommands.ts')).forgetCommand(terminal),
});
