// Presets: named sets of choices for a new chat.

import { openModelMenu } from '../../core/commands/openControl.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const presetsFeature: WindowFeature = {
  commands: [
    { id: 'preset.choose', group: 'run', keys: 'Mod+Shift+E', run: (session) => openModelMenu(session, 'preset') },
  ],
  settings: {
    presets: async () => (await import('./PresetsSection.tsx')).presetsPage,
  },
};
