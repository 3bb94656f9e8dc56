// throughline mcp.

import { mcpPermissions } from '../../../shared/features/api/access.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { flag, listOf, nonBlank } from '../../host/terminal/options.ts';

export const mcp = defineCommand({
  name: 'mcp',
  usage: [
    {
      synopsis: 'mcp [list | approve NAME | enable NAME | disable NAME | tools NAME | logs NAME] [--json] [--yes]',
      text: `lists the MCP servers and what each would run. approve shows this in full and asks; tools
and logs start that server briefly`,
    },
    {
      synopsis: 'mcp (prompts | resources) [NAME] [--json]',
      text: 'lists the prompts or resources of all servers, or of one: /server:prompt and @server:address',
    },
    { synopsis: 'mcp add NAME [--yes] -- COMMAND [ARG …]' },
    { synopsis: 'mcp add NAME URL [--yes]' },
    {
      synopsis: 'mcp add [NAME] - [--yes]',
      text: `adds a server for all projects: a program, an address, or JSON on standard input (one
entry or a whole {"mcpServers": …}). Shows each in full and asks; adding approves it.
Without a terminal, needs --yes`,
    },
    {
      synopsis: 'mcp search WORD… [--registry URL] [--after CURSOR] [--json]',
      text: `searches the official MCP registry, or another, and prints the exact command that adds each
server, with a fixed version. Adds nothing. --after continues a search`,
    },
    {
      synopsis: 'mcp add [NAME] --from-registry SERVER [--registry URL] [--yes]',
      text: `adds a server of the registry for all projects, after asking for its values. Secrets go to the
keychain. It needs mcp approve before it runs`,
    },
    {
      synopsis: 'mcp serve [--allow LIST]',
      text: `is an MCP server itself, on standard input and output: search the history, read, start and
continue conversations. Clients start it as: throughline mcp`,
    },
    {
      synopsis: ['mcp clients [--json]', 'mcp allow CLIENT PERMISSION…', 'mcp deny CLIENT'],
      text: 'lists the clients of that server and what they may do (search, read, calls, start, continue)',
    },
  ],
  options: {
    json: flag,
    yes: flag,
    registry: nonBlank('--registry needs an address'),
    after: nonBlank('--after needs a cursor'),
    fromRegistry: nonBlank('--from-registry needs the name of a server'),
    allow: listOf(mcpPermissions),
  },
  positionals: { min: 0, max: 1_000 },
  run: async (terminal) => {
    const { mcpServerCommand, mcpServerWord } = await import('../api/historyServerCommand.ts');
    const word = await mcpServerWord(terminal);
    return word ? mcpServerCommand(terminal, word) : (await import('./mcpCommand.ts')).mcpCommand(terminal);
  },
});
