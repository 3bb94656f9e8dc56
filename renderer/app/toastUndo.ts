// Whether the keys of undo take back what a toast speaks of, or belong to the text of the field they are pressed in: what
// the person wrote or took away since the toast came is what they mean.

import type { FieldState } from '../core/commands/keys.ts';
import type { Toast, Toasts } from '../core/state/toasts.ts';

export interface ToastUndo {
  /** Something was written or taken away in it. */
  wrote(field: EventTarget | null): void;
  /** False: no toast is meant. */
  undo(field: FieldState | null, target: EventTarget | null): boolean;
}

export function createToastUndo({ store, dismiss }: Pick<Toasts, 'store' | 'dismiss'>): ToastUndo {
  /** The toasts that were there when something was last written in a field. */
  const there = new WeakMap<EventTarget, readonly Toast[]>();
  return {
    wrote(field) {
      if (field) there.set(field, store.getState().shown);
    },
    undo(field, target) {
      const toast = store.getState().shown.findLast(({ action }) => action?.isUndo);
      if (!toast || field === 'filled') return false;
      if (field === 'empty' && target && there.get(target)?.some(({ id }) => id === toast.id)) return false;
      dismiss(toast.id);
      toast.action?.run();
      return true;
    },
  };
}
