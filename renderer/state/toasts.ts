// Sentences for the person that belong to no place on the page: what happened, what was kept, what to do.

import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Toast {
  id: number;
  tone: 'info' | 'error';
  message: string;
  action?: {
    label: string;
    run: () => void;
    /** Ctrl/Cmd+Z runs it too while the toast is there. */
    isUndo?: boolean;
  };
}

export interface Toasts {
  store: StoreApi<{ shown: Toast[] }>;
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
}

const most = 4;

export function createToasts(): Toasts {
  const store = createStore<{ shown: Toast[] }>(() => ({ shown: [] }));
  let nextId = 1;
  return {
    store,
    show(toast) {
      const { shown } = store.getState();
      if (shown.some((known) => known.message === toast.message)) return;
      store.setState({ shown: [...shown, { ...toast, id: nextId++ }].slice(-most) });
    },
    dismiss(id) {
      store.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
    },
  };
}
