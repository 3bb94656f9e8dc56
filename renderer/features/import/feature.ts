// Import: conversations of other apps, copied into this one.

import type { WindowFeature } from '../../core/feature.ts';

export const importFeature: WindowFeature = {
  commands: [{ id: 'import.open', group: 'window', run: ({ view }) => view.setState({ dialog: { type: 'import' } }) }],
  dialogs: {
    import: async () => (await import('./ImportDialog.tsx')).ImportDialog,
  },
};
