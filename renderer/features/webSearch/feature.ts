// Web search: the search service for the model.

import type { WindowFeature } from '../../core/feature.ts';

export const webSearchFeature: WindowFeature = {
  settings: {
    webSearch: async () => (await import('./WebSearchSection.tsx')).webSearchPage,
  },
};
