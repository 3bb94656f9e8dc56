// Tool calls in the transcript.

import type { WindowFeature } from '../../core/feature.ts';

export const callsFeature: WindowFeature = {
  dialogs: {
    output: async () => (await import('./OutputDialog.tsx')).OutputDialog,
  },
};
