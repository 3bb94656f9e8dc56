// Tags of conversations: choosing, managing and filtering.

import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';

export const tagsFeature: WindowFeature = {
  commands: [
    {
      id: 'conversation.tags',
      group: 'conversation',
      when: (session) => hasCurrentConversation(session) && isOwnConversation(session),
      run(session) {
        const id = currentId(session);
        if (id !== null) session.view.setState({ dialog: { type: 'tags', conversationIds: [id] } });
      },
    },
    {
      id: 'tags.manage',
      group: 'conversation',
      when: ({ app }) => app.store.getState().snapshot?.conversations.some(({ tags }) => tags) ?? false,
      run: ({ view }) => view.setState({ dialog: { type: 'manageTags' } }),
    },
  ],
  dialogs: {
    tags: async () => (await import('./TagsDialog.tsx')).TagsDialog,
    manageTags: async () => (await import('./ManageTagsDialog.tsx')).ManageTagsDialog,
  },
};
