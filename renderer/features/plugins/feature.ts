// Plugins in the window: the settings page that installs them.

import type { WindowFeature } from '../../core/feature.ts';

export const pluginsFeature: WindowFeature = {
  settings: {
    plugins: async () => (await import('./PluginsSection.tsx')).pluginsPage,
  },
};
