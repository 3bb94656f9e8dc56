// What the user decides about calls: the cards, the modes and the rules.

import type { WindowFeature } from '../../core/feature.ts';

export const approvalsFeature: WindowFeature = {
  settings: {
    approvals: async () => (await import('./ApprovalsSection.tsx')).approvalsPage,
  },
};
