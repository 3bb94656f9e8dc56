// Presets: choices for a new chat, under a name.

import type { WindowFeature } from '../../core/feature.ts';

export const presetsFeature: WindowFeature = {
  settings: {
    presets: async () => (await import('./PresetsSection.tsx')).presetsPage,
  },
};
