// The API for other apps: its tokens, and what MCP clients may do.

import type { WindowFeature } from '../../core/feature.ts';

export const apiFeature: WindowFeature = {
  settings: {
    api: async () => (await import('./ApiSection.tsx')).apiPage,
  },
};
