// Memory: instructions and notes that are sent to the model.

import type { WindowFeature } from '../../core/feature.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';

export const memoryFeature: WindowFeature = {
  commands: [
    {
      id: 'context.told',
      group: 'conversation',
      when: isOwnConversation,
      run: ({ view }) => view.setState({ dialog: { type: 'told' } }),
    },
  ],
  dialogs: {
    told: async () => (await import('./ModelInstructionsDialog.tsx')).ModelInstructionsDialog,
  },
  settings: {
    instructions: async () => (await import('./InstructionsSection.tsx')).instructionsPage,
  },
};
