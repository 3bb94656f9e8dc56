// throughline mcp.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

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
  ],
  options: { json: flag, yes: flag },
  positionals: { min: 0, max: 1_000 },
  run: async (terminal) => (await import('./mcpCommand.ts')).mcpCommand(terminal),
});
