// Models and their providers.

import type { WindowFeature } from '../../core/feature.ts';

export const modelsFeature: WindowFeature = {
  settings: {
    providers: async () => (await import('./ProvidersSection.tsx')).providersPage,
    model: async () => (await import('./ModelSection.tsx')).modelPage,
  },
};
