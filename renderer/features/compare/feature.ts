// Compares: one message to several models at once.

import type { WindowFeature } from '../../core/feature.ts';
import type { Session } from '../../core/state/session.ts';

const stateOf = ({ conversation }: Session) => conversation.store.getState().state;

/** A run would have to end first, and other apps' conversations are only read. */
function canCompare(session: Session): boolean {
  const { id, state } = session.conversation.store.getState();
  return session.view.getState().page === 'chat' && (id === null || (state !== null && state.run === null));
}

export const compareFeature: WindowFeature = {
  commands: [
    {
      id: 'message.compare',
      group: 'conversation',
      keys: 'Mod+Shift+Enter',
      when: canCompare,
      run: ({ view }) => view.setState({ dialog: { type: 'compareWith' } }),
    },
    {
      id: 'message.compared',
      group: 'conversation',
      when: (session) => (stateOf(session)?.compares?.length ?? 0) > 0,
      run(session) {
        const conversationId = stateOf(session)?.conversationId;
        if (conversationId) session.view.setState({ dialog: { type: 'compare', conversationId } });
      },
    },
  ],
  dialogs: {
    compare: async () => (await import('./CompareDialog.tsx')).CompareDialog,
    compareWith: async () => (await import('./CompareWithDialog.tsx')).CompareWithDialog,
  },
};
