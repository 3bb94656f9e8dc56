// Models and their providers.

import { openModelMenu } from '../../core/commands/openControl.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const modelsFeature: WindowFeature = {
  commands: [
    { id: 'model.choose', group: 'run', run: (session) => openModelMenu(session, 'models') },
    { id: 'model.options', group: 'run', run: (session) => openModelMenu(session, 'options') },
  ],
  settings: {
    providers: async () => (await import('./ProvidersSection.tsx')).providersPage,
    model: async () => (await import('./ModelSection.tsx')).modelPage,
  },
};
