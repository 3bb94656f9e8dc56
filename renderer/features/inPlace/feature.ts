// Conversations of other apps, shown in place.

import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { continueSession, isOwnConversation } from '../../core/state/inPlace.ts';

export const inPlaceFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.continue',
      group: 'conversation',
      when: (session) => hasCurrentConversation(session) && !isOwnConversation(session),
      run(session) {
        const conversationId = currentId(session);
        if (conversationId !== null) void continueSession(session, conversationId);
      },
    },
  ],
  settings: {
    programs: async () => (await import('./ProgramsSection.tsx')).programsPage,
  },
};
