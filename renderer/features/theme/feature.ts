// Theme: colors, sizes, density and language.

import type { WindowFeature } from '../../core/feature.ts';

export const themeFeature: WindowFeature = {
  settings: {
    appearance: async () => (await import('./AppearanceSection.tsx')).appearancePage,
  },
};
