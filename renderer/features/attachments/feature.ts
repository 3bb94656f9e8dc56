// Attachments: files and pictures that are sent with a message.

import type { WindowFeature } from '../../core/feature.ts';

export const attachmentsFeature: WindowFeature = {
  dialogs: {
    attachment: async () => (await import('./AttachmentDialog.tsx')).AttachmentDialog,
  },
};
