// throughline plugin.

import { defineCommand } from '../../host/terminal/command.ts';
import { assignments, flag, nonBlank } from '../../host/terminal/options.ts';

export const plugin = defineCommand({
  name: 'plugin',
  usage: [
    {
      synopsis: 'plugin (look | add) SOURCE [--ref REF] [--path FOLDER] [--yes]',
      text: `shows what a skill or plugin contains and would do; add then asks, and installs exactly that. SOURCE is
an https address of a SKILL.md, MCP bundle (.mcpb), ZIP or tar.gz, a Git repository, or a local file
or folder. REF is a branch, tag or commit, FOLDER the folder inside`,
    },
    {
      synopsis: [
        'plugin add SOURCE [--set KEY=VALUE …]',
        'plugin set NAME [--set KEY=VALUE …] [--set-file KEY=FILE …]',
      ],
      text: `answers what an MCP bundle asks for, or changes it later. What is missing is asked for; a secret only
there, or read from the first line of FILE. An empty value removes it`,
    },
    {
      synopsis: 'plugin [list | show NAME | enable NAME | disable NAME | remove NAME] [--json] [--yes]',
      text: `lists what is installed, with files that were changed by hand, or works on one. remove sets
its files aside`,
    },
    {
      synopsis: ['plugin update [NAME] [--yes]', 'plugin back NAME [--yes]'],
      text: `looks for newer versions, shows every difference and asks. back returns to the version before
the last update`,
    },
  ],
  options: {
    json: flag,
    yes: flag,
    ref: nonBlank('--ref needs a branch, tag or commit'),
    path: nonBlank('--path needs a folder'),
    set: assignments,
    setFile: assignments,
  },
  positionals: { min: 0, max: 2 },
  run: async (terminal) => (await import('./pluginCommand.ts')).pluginCommand(terminal),
});
