// Sharing: publishing to a team, and the teams in the settings.

import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';

export const sharingFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.publish',
      group: 'conversation',
      when: (session) => hasCurrentConversation(session) && isOwnConversation(session),
      run(session) {
        const conversationId = currentId(session);
        if (conversationId !== null) session.view.setState({ dialog: { type: 'publish', conversationId } });
      },
    },
  ],
  dialogs: {
    publish: async () => (await import('./PublishDialog.tsx')).PublishDialog,
  },
  settings: {
    sharing: async () => (await import('./SharingSection.tsx')).sharingPage,
  },
};
