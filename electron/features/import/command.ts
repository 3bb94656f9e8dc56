// throughline import: other apps' conversations.

import { importPrograms } from '../../../shared/features/import/otherApps.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { flag, oneOf, output } from '../../host/terminal/options.ts';

export const importConversations = defineCommand({
  name: 'import',
  usage: [
    {
      synopsis: 'import PATH… [--as FORMAT] [--dry-run] [--output json]',
      text: `imports conversations from other apps' files and folders (duplicates are skipped). FORMAT
is detected unless given; --dry-run stores nothing`,
    },
  ],
  options: { output, as: oneOf(importPrograms), dryRun: flag, json: flag },
  positionals: { min: 1, max: 1_000, needs: 'the PATH of a file or folder' },
  run: async (terminal) => (await import('./importCommand.ts')).importCommand(terminal),
});
