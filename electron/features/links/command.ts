// throughline open.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

const options = { newChat: flag, newWindow: flag, quick: flag } as const;

export const open = defineCommand({
  name: 'open',
  usage: [
    {
      synopsis: ['open [LINK | FOLDER | FILE…]', 'open --new-chat | --new-window | --quick'],
      text: `opens the app of this package: with a throughline:// link, a new chat in a folder, files
whose conversations it offers to import, a new chat, a new window or the quick window`,
    },
  ],
  options,
  positionals: { min: 0, max: 100 },
  check({ values: { newChat, newWindow, quick }, positionals }) {
    const count = [newChat, newWindow, quick].filter(Boolean).length + (positionals.length > 0 ? 1 : 0);
    return count > 1 ? 'open takes one of LINK, FOLDER, FILE…, --new-chat, --new-window and --quick' : null;
  },
  runWithoutCore: async (output) => (await import('./openCommand.ts')).openCommand(output),
  run: async () => 0,
});
