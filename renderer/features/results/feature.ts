// Results of tool calls.

import type { WindowFeature } from '../../core/feature.ts';

export const resultsFeature: WindowFeature = {
  dialogs: {
    image: async () => (await import('./ImageDialog.tsx')).ImageDialog,
  },
};
