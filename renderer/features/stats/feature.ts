// Statistics of a conversation.

import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const statsFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.statistics',
      group: 'conversation',
      when: hasCurrentConversation,
      run(session) {
        const conversationId = currentId(session);
        if (conversationId !== null) session.view.setState({ dialog: { type: 'statistics', conversationId } });
      },
    },
  ],
  dialogs: {
    statistics: async () => (await import('./StatisticsDialog.tsx')).StatisticsDialog,
  },
};
