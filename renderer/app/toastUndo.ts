// Decides whether the undo shortcut applies to a toast or to the focused text field: edits made since the toast
// appeared take precedence.

import type { FieldState } from '../core/commands/keys.ts';
import type { Toast, Toasts } from '../core/state/toasts.ts';

export interface ToastUndo {
  /** The field's text was edited. */
  wrote(field: EventTarget | null): void;
  /** Returns false if no toast should be undone. */
  undo(field: FieldState | null, target: EventTarget | null): boolean;
}

export function createToastUndo({ store, dismiss }: Pick<Toasts, 'store' | 'dismiss'>): ToastUndo {
  /** Toasts that were visible when a field was last edited. */
  const there = new WeakMap<EventTarget, readonly Toast[]>();
  return {
    wrote(field) {
      if (field) there.set(field, store.getState().visibleToasts);
    },
    undo(field, target) {
      const toast = store.getState().visibleToasts.findLast(({ action }) => action?.isUndo);
      if (!toast || field === 'filled') return false;
      if (field === 'empty' && target && there.get(target)?.some(({ id }) => id === toast.id)) return false;
      dismiss(toast.id);
      toast.action?.run();
      return true;
    },
  };
}
