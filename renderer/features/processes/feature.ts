// Commands that run in the background.

import type { WindowFeature } from '../../core/feature.ts';

export const processesFeature: WindowFeature = {
  dialogs: {
    processes: async () => (await import('./ProcessOutput.tsx')).ProcessOutputDialog,
  },
};
