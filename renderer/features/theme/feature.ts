// Theme: colors, sizes, density and language.

import type { WindowFeature } from '../../core/feature.ts';
import { themeCommands } from './commands.ts';

export const themeFeature: WindowFeature = {
  commands: themeCommands,
  settings: {
    appearance: async () => (await import('./AppearanceSection.tsx')).appearancePage,
  },
};
