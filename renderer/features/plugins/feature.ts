// Plugins in the window: the settings page that installs them.

import type { WindowFeature } from '../../core/feature.ts';

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    /** The plugins page looks at this file. Restored from another session, it is no file any more. */
    dropped?: File;
  }
}

export const pluginsFeature: WindowFeature = {
  settings: {
    plugins: async () => (await import('./PluginsSection.tsx')).pluginsPage,
  },
};
