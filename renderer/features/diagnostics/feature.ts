// Help: what may be wrong with this machine, and a problem report.

import type { WindowFeature } from '../../core/feature.ts';

export const diagnosticsFeature: WindowFeature = {
  settings: {
    help: async () => (await import('./HelpSection.tsx')).helpPage,
  },
};
