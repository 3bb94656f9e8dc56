// Goals: the command that starts one, and its dialog.

import type { WindowFeature } from '../../core/feature.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';
import type { Session } from '../../core/state/session.ts';

/** A run would have to end first. */
function canStart(session: Session): boolean {
  const { id, state } = session.conversation.store.getState();
  return (
    session.view.getState().page === 'chat' && (id === null || (isOwnConversation(session) && state?.run === null))
  );
}

export const goalsFeature: WindowFeature = {
  commands: [
    {
      id: 'goal.start',
      group: 'conversation',
      when: canStart,
      run: ({ view }) => view.setState({ dialog: { type: 'goal' } }),
    },
  ],
  dialogs: { goal: async () => (await import('./GoalDialog.tsx')).GoalDialog },
};
