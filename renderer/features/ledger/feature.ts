// The ledger: a company's record in Postgres of what its agents did.

import type { WindowFeature } from '../../core/feature.ts';

export const ledgerFeature: WindowFeature = {
  settings: {
    team: async () => (await import('./TeamSection.tsx')).teamPage,
  },
};
