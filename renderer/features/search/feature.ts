// Search: in all conversations, and in the current one.

import type { WindowFeature } from '../../core/feature.ts';
import type { Command } from '../../core/state/session.ts';

/** Search commands: search everything, find in this conversation, return to the results. */
const searchCommands: readonly Command[] = [
  {
    id: 'search.open',
    group: 'find',
    keys: 'Mod+Shift+F',
    run: ({ view, search }) => {
      search.leave();
      view.setState({ page: 'search', sheet: null });
    },
  },
  {
    id: 'search.back',
    group: 'find',
    keys: 'Alt+Left',
    also: 'Backspace',
    when: ({ view, search }) => view.getState().page === 'chat' && search.store.getState().jumped,
    run: ({ view }) => view.setState({ page: 'search', sheet: null }),
  },
  {
    id: 'find.open',
    group: 'find',
    keys: 'Mod+F',
    when: ({ view, conversation }) => view.getState().page === 'chat' && conversation.store.getState().state !== null,
    run: ({ find }) => find.open(),
  },
  {
    id: 'find.next',
    group: 'find',
    keys: 'Mod+G',
    when: ({ find }) => find.store.getState().open,
    run: ({ find }) => void find.step(1),
  },
  {
    id: 'find.previous',
    group: 'find',
    keys: 'Mod+Shift+G',
    when: ({ find }) => find.store.getState().open,
    run: ({ find }) => void find.step(-1),
  },
];

export const searchFeature: WindowFeature = {
  commands: searchCommands,
};
