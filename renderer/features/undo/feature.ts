// Undo: the changes of a turn, and going back to before it.

import type { WindowFeature } from '../../core/feature.ts';

export const undoFeature: WindowFeature = {
  dialogs: {
    changes: async () => (await import('./ChangesDialog.tsx')).ChangesDialog,
    review: async () => (await import('./ReviewDialog.tsx')).ReviewDialog,
    rewind: async () => (await import('./RewindDialog.tsx')).RewindDialog,
    regenerate: async () => (await import('./RegenerateDialog.tsx')).RegenerateDialog,
  },
};
