// Costs: prices and spending limits.

import type { WindowFeature } from '../../core/feature.ts';

export const costsFeature: WindowFeature = {
  settings: {
    costs: async () => (await import('./CostsSection.tsx')).costsPage,
  },
};
