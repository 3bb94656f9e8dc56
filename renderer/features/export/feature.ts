// Export: conversations saved as files.

import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const exportFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.export',
      group: 'conversation',
      when: hasCurrentConversation,
      run(session) {
        const conversationId = currentId(session);
        if (conversationId !== null) session.view.setState({ dialog: { type: 'export', conversationId } });
      },
    },
  ],
  dialogs: {
    export: async () => (await import('./ExportDialog.tsx')).ExportDialog,
  },
};
