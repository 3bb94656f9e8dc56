// Updates of the app.

import type { WindowFeature } from '../../core/feature.ts';

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    /** The updates page also checks. */
    check?: true;
  }
}

export const updatesFeature: WindowFeature = {
  commands: [
    {
      id: 'updates.check',
      group: 'settings',
      run: ({ view }) => view.setState({ dialog: { type: 'settings', section: 'updates', check: true } }),
    },
  ],
  settings: {
    updates: async () => (await import('./UpdatesSection.tsx')).updatesPage,
  },
};
