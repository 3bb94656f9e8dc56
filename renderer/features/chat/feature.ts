// The chat: transcript, composer and what is around them.

import type { WindowFeature } from '../../core/feature.ts';

export const chatFeature: WindowFeature = {
  dialogs: {
    forget: async () => (await import('./transcript/ForgetDialog.tsx')).ForgetDialog,
  },
};
