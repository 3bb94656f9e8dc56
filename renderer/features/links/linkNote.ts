// A note that the text of a new chat came from a link, until it is edited or sent. Survives a reload.

import type { Session } from '../../core/state/session.ts';
import { linkWords as words } from './words.ts';

const storageKey = 'fromLink';

export interface LinkNote {
  /** The new chat's text, as it is now, came from a link. */
  show(): void;
}

/** `pane`: its number, as each has a new chat of its own. */
export function watchNote({ conversation, drafts, tab, toasts }: Session, pane: number): LinkNote {
  const key = pane === 0 ? storageKey : `${storageKey}.${pane}`;
  let toast: number | null = null;
  let text = tab.get(key);

  function settle(): void {
    if (text === null) return;
    const draft = drafts.textOf(null);
    if (draft !== text) {
      text = null;
      tab.set(key, null);
    }
    if (text === null || conversation.store.getState().id !== null) hide();
    else
      toast ??= toasts.show({
        tone: 'info',
        message: words.note,
        stays: true,
        // Read, and out of the way.
        onDismiss() {
          if (toast === null) return;
          toast = null;
          text = null;
          tab.set(key, null);
        },
      });
  }

  function hide(): void {
    const visible = toast;
    toast = null;
    if (visible !== null) toasts.dismiss(visible);
  }

  drafts.store.subscribe(settle);
  conversation.store.subscribe(settle);
  settle();
  return {
    show() {
      hide();
      text = drafts.textOf(null);
      tab.set(key, text);
      settle();
    },
  };
}
