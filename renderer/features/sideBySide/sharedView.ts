// Two panes of a window have a view each. What belongs to the window, such as the page, the panel and the dialog, is the same
// in both.

import type { View, ViewStore } from '../../core/state/viewStore.ts';

/** Belongs to a pane and its conversation. Everything else is shared. */
const ownParts: ReadonlySet<string> = new Set<keyof View>([
  // By message: a fork has messages of the same ids as its original on the other side.
  'edits',
  'openCalls',
  'openFolds',
  'openParts',
  'review',
  'file',
  'terminalInput',
  'modelMenu',
  'makingWorktree',
  'startingMessages',
  'newChat',
  'chainAt',
  'reveal',
  'goal',
  'revealed',
  'endWish',
]);

function changedParts(now: View, before: Partial<View>): Partial<View> {
  const parts = Object.entries(now).filter(
    ([name, value]) => !ownParts.has(name) && value !== before[name as keyof View],
  );
  return Object.fromEntries(parts);
}

/** The second view takes over the parts of the first. */
export function shareView(first: ViewStore, second: ViewStore): void {
  second.setState(changedParts(first.getState(), second.getState()));
  const follow = (from: ViewStore, to: ViewStore): void => {
    from.subscribe((now, before) => {
      // Only what has changed: the rest may be on its way from the other view.
      const changed = changedParts(now, before);
      const news = changedParts(changed as View, to.getState());
      if (Object.keys(news).length > 0) to.setState(news);
    });
  };
  follow(first, second);
  follow(second, first);
}
