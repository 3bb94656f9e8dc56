// Sentences for the person that belong to no place on the page: what happened, what was kept, what to do. Each goes with what
// it speaks of (toastCauses.ts).

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';

export interface Toast {
  id: number;
  /** What went wrong stays until it is read; everything else ends by itself. */
  tone: 'info' | 'error';
  message: string;
  /** It does not end by itself, whatever its tone. */
  stays?: true;
  /** The MCP server that it speaks of: it ends when that is in another state. */
  server?: string;
  /** The call that failed: it ends when the same call works. */
  failed?: string;
  /** It speaks of the connection, and ends when that is there again. */
  ofConnection?: true;
  /** The conversation that it speaks of: it goes with that. */
  about?: string | null;
  /** What it says; it ends when this was so and is so no more. */
  while?: (now: AppSnapshot) => boolean;
  action?: {
    label: string;
    run: () => void;
    /** Ctrl/Cmd+Z runs it too while the toast is there. */
    isUndo?: boolean;
  };
  /** Something waits while it is there, and is given up with it. */
  onDismiss?: () => void;
}

export interface Toasts {
  store: StoreApi<{ shown: Toast[] }>;
  /** Its id; of one that says the same already and offers nothing, that one's. */
  show(toast: Omit<Toast, 'id'>): number;
  dismiss(id: number): void;
}

/** Kept at once, beside those that something waits with. What went wrong makes room last. */
const most = 20;
/** Seen at once; the others are a press away. */
const seenAtOnce = 3;

/** Those that are seen while not all are: the newest, what went wrong or waits before what only tells. In their order. Pure. */
export function seenToasts(shown: readonly Toast[]): readonly Toast[] {
  const weight = ({ tone, onDismiss }: Toast): number => (tone === 'error' || onDismiss ? 1 : 0);
  const first = shown.toSorted((a, b) => weight(b) - weight(a) || b.id - a.id).slice(0, seenAtOnce);
  return shown.filter((toast) => first.includes(toast));
}

export function createToasts(): Toasts {
  const store = createStore<{ shown: Toast[] }>(() => ({ shown: [] }));
  let nextId = 1;
  return {
    store,
    show(toast) {
      const { shown } = store.getState();
      const same = shown.find((known) => known.message === toast.message && known.tone === toast.tone);
      if (same && !same.action && !toast.action) return same.id;
      const id = nextId++;
      // A failure that came again is tried again once; of two things that were done each has its own undo.
      const others = toast.tone === 'error' ? shown.filter((known) => known !== same) : shown;
      let all = [...others, { ...toast, id }];
      const passing = all.filter(({ onDismiss }) => !onDismiss);
      while (passing.length > most) {
        const old = passing.slice(0, -1).findIndex(({ tone }) => tone !== 'error');
        const [gone] = passing.splice(Math.max(0, old), 1);
        all = all.filter((known) => known !== gone);
      }
      store.setState({ shown: all });
      return id;
    },
    dismiss(id) {
      const gone = store.getState().shown.find((toast) => toast.id === id);
      if (!gone) return;
      store.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
      gone.onDismiss?.();
    },
  };
}
