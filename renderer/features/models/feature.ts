// Models and their providers.

import { openControl } from '../../core/commands/openControl.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const modelsFeature: WindowFeature = {
  commands: [
    { id: 'model.choose', group: 'run', run: (session) => openControl(session, 'model') },
    { id: 'model.options', group: 'run', run: (session) => openControl(session, 'options') },
  ],
  settings: {
    providers: async () => (await import('./ProvidersSection.tsx')).providersPage,
    model: async () => (await import('./ModelSection.tsx')).modelPage,
  },
};
