// throughline plugin.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank } from '../../host/terminal/options.ts';

export const plugin = defineCommand({
  name: 'plugin',
  usage: [
    {
      synopsis: 'plugin (look | add) SOURCE [--ref REF] [--path FOLDER] [--yes]',
      text: `shows what a skill or plugin contains and would do; add then asks, and installs exactly that. SOURCE is
an https address of a SKILL.md, ZIP or tar.gz, a Git repository, or a local file or folder.
REF is a branch, tag or commit, FOLDER the folder inside`,
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
  },
  positionals: { min: 0, max: 2 },
  run: async (terminal) => (await import('./pluginCommand.ts')).pluginCommand(terminal),
});
