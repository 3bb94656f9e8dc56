// Undo: reverts the changes of a turn, and rewinds to before it.

import { currentState } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';

export const undoFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.forward',
      group: 'conversation',
      when: (session) =>
        isOwnConversation(session) && currentState(session)?.run === null && currentState(session)?.rewound === true,
      run: ({ changes }) => void changes.goForward(),
    },
  ],
  dialogs: {
    changes: async () => (await import('./ChangesDialog.tsx')).ChangesDialog,
    rewind: async () => (await import('./RewindDialog.tsx')).RewindDialog,
    regenerate: async () => (await import('./RegenerateDialog.tsx')).RegenerateDialog,
  },
};
