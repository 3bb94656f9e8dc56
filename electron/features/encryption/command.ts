// throughline encryption: whether the data is encrypted, and turning that on and off.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const encryption = defineCommand({
  name: 'encryption',
  usage: [
    {
      synopsis: 'encryption [on|off|code] [--json]',
      text: `shows whether the stored data is encrypted; on and off convert it, and code
replaces the recovery code`,
    },
  ],
  options: { json: flag },
  positionals: { min: 0, max: 1 },
  run: async (terminal) => (await import('./encryptionCommand.ts')).encryptionCommand(terminal),
});
