// Web search: the service that the model searches with.

import type { WindowFeature } from '../../core/feature.ts';

export const webSearchFeature: WindowFeature = {
  settings: {
    webSearch: async () => (await import('./WebSearchSection.tsx')).webSearchPage,
  },
};
