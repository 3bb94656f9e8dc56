// The context: the contents of the next request.

import { currentState, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { isWithAgent } from '../../core/state/externalAgent.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const contextFeature: WindowFeature = {
  commands: [
    {
      id: 'panel.context',
      group: 'window',
      keys: 'Mod+I',
      when: ({ conversation }) => conversation.store.getState().state !== null,
      run: ({ view }) => togglePanel(view, 'context'),
    },
    {
      id: 'context.request',
      group: 'conversation',
      when: (session) => hasCurrentConversation(session) && !isWithAgent(session),
      run: ({ view }) => view.setState({ dialog: { type: 'request' } }),
    },
    {
      id: 'context.compact',
      group: 'conversation',
      when: (session) =>
        hasCurrentConversation(session) &&
        isOwnConversation(session) &&
        !isWithAgent(session) &&
        currentState(session)?.run === null,
      run: ({ contextActions }) => void contextActions.compact(),
    },
  ],
  dialogs: {
    request: async () => (await import('./RequestDialog.tsx')).RequestDialog,
  },
};
