// throughline preset.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const preset = defineCommand({
  name: 'preset',
  usage: [
    {
      synopsis: 'preset [list | show NAME | use ID NAME | import FILE…] [--json] [--yes]',
      text: `lists the presets, prints one, applies one to a conversation (none removes it), or imports
files: presets, agents from VS Code, Claude Code and OpenCode, exports from Cherry Studio,
LibreChat and Open WebUI, and character cards`,
    },
  ],
  options: { json: flag, yes: flag },
  positionals: { min: 0, max: 1_000 },
  run: async (terminal) => (await import('./presetCommand.ts')).presetCommand(terminal),
});
