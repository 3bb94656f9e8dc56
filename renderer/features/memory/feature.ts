// Memory: instructions and notes that the model is given.

import type { WindowFeature } from '../../core/feature.ts';

export const memoryFeature: WindowFeature = {
  dialogs: {
    told: async () => (await import('./ToldDialog.tsx')).ToldDialog,
  },
  settings: {
    instructions: async () => (await import('./InstructionsSection.tsx')).instructionsPage,
  },
};
