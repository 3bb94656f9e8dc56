// Conversations of other apps, shown in place.

import { isShown, shownId } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { continueSession, isOurs } from '../../core/state/inPlace.ts';

export const inPlaceFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.continue',
      group: 'conversation',
      when: (session) => isShown(session) && !isOurs(session),
      run(session) {
        const conversationId = shownId(session);
        if (conversationId !== null) void continueSession(session, conversationId);
      },
    },
  ],
  settings: {
    programs: async () => (await import('./ProgramsSection.tsx')).programsPage,
  },
};
