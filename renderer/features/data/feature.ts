// Stored data: how much space it uses, and which parts are masked.

import type { WindowFeature } from '../../core/feature.ts';

export const dataFeature: WindowFeature = {
  settings: {
    data: async () => (await import('./DataSection.tsx')).dataPage,
  },
};
