// Previews of diagrams, SVG and HTML.

import type { WindowFeature } from '../../core/feature.ts';

export const previewsFeature: WindowFeature = {
  dialogs: {
    preview: async () => (await import('./PreviewDialog.tsx')).PreviewDialog,
  },
};
