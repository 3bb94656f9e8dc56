// The folder's files: tree, search, and one file at a time.

import type { WindowFeature } from '../../core/feature.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const filesFeature: WindowFeature = {
  dialogs: { openIn: async () => (await import('./OpenInDialog.tsx')).OpenInDialog },
  commands: [{ id: 'files.open', group: 'window', keys: 'Mod+Shift+X', run: ({ view }) => togglePanel(view, 'file') }],
};
