// Customizations: prompts, commands and skills of the user.

import type { WindowFeature } from '../../core/feature.ts';

export const customizationsFeature: WindowFeature = {
  settings: {
    customizations: async () => (await import('./CustomizationsSection.tsx')).customizationsPage,
  },
};
