// External agents: other vendors' agents that answer in place of a model.

import type { WindowFeature } from '../../core/feature.ts';

export const externalAgentsFeature: WindowFeature = {
  settings: {
    agents: async () => (await import('./AgentsSection.tsx')).agentsPage,
  },
};
