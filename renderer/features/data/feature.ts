// Stored data: how much space it takes, and what is masked in it.

import type { WindowFeature } from '../../core/feature.ts';

export const dataFeature: WindowFeature = {
  settings: {
    data: async () => (await import('./DataSection.tsx')).dataPage,
  },
};
