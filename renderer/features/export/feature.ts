// Export: conversations saved as files.

import type { WindowFeature } from '../../core/feature.ts';

export const exportFeature: WindowFeature = {
  dialogs: {
    export: async () => (await import('./ExportDialog.tsx')).ExportDialog,
  },
};
