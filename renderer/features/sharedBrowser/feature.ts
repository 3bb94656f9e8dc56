// The browser that the user and models share.

import type { WindowFeature } from '../../core/feature.ts';

export const sharedBrowserFeature: WindowFeature = {
  dialogs: {
    point: async () => (await import('./PointDialog.tsx')).PointDialog,
  },
  settings: {
    sharedBrowser: async () => (await import('./SharedBrowserSection.tsx')).sharedBrowserPage,
  },
};
