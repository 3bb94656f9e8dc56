// Messages to the user without a place on the page: events, errors and suggestions. Each ends with its cause
// (toastCauses.ts).

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';

export interface Toast {
  id: number;
  /** Errors stay until dismissed; others time out. */
  tone: 'info' | 'error';
  message: string;
  /** Never times out. */
  stays?: true;
  /** The related MCP server: ends when its state changes. */
  server?: string;
  /** The failed call: ends when the same call succeeds. */
  failed?: string;
  /** About the connection: ends when it is back. */
  ofConnection?: true;
  /** The related conversation: ends with it. */
  about?: string | null;
  /** Ends once this was true and no longer is. */
  while?: (now: AppSnapshot) => boolean;
  action?: {
    label: string;
    run: () => void;
    /** Ctrl/Cmd+Z also triggers its action. */
    isUndo?: boolean;
  };
  /** Something waits while it is visible; canceled on dismissal. */
  onDismiss?: () => void;
}

export interface Toasts {
  store: StoreApi<{ visibleToasts: Toast[] }>;
  /** Returns its id, or that of an identical toast without an action. */
  show(toast: Omit<Toast, 'id'>): number;
  dismiss(id: number): void;
}

/** Maximum toasts, excluding those that something waits for. Errors are dropped last. */
const maxToasts = 20;
/** Visible at once; the rest are a click away. */
const seenAtOnce = 3;

/** The visible toasts while collapsed: the newest, errors and waiting ones before plain messages. In order. Pure. */
export function collapsedToasts(toasts: readonly Toast[]): readonly Toast[] {
  const weight = ({ tone, onDismiss }: Toast): number => (tone === 'error' || onDismiss ? 1 : 0);
  const first = toasts.toSorted((a, b) => weight(b) - weight(a) || b.id - a.id).slice(0, seenAtOnce);
  return toasts.filter((toast) => first.includes(toast));
}

export function createToasts(): Toasts {
  const store = createStore<{ visibleToasts: Toast[] }>(() => ({ visibleToasts: [] }));
  let nextId = 1;
  return {
    store,
    show(toast) {
      const { visibleToasts } = store.getState();
      const same = visibleToasts.find((other) => other.message === toast.message && other.tone === toast.tone);
      if (same && !same.action && !toast.action) return same.id;
      const id = nextId++;
      // A repeated error needs only one retry; separate actions each keep their own undo.
      const others = toast.tone === 'error' ? visibleToasts.filter((other) => other !== same) : visibleToasts;
      let all = [...others, { ...toast, id }];
      const passing = all.filter(({ onDismiss }) => !onDismiss);
      while (passing.length > maxToasts) {
        const old = passing.slice(0, -1).findIndex(({ tone }) => tone !== 'error');
        const [removed] = passing.splice(Math.max(0, old), 1);
        all = all.filter((other) => other !== removed);
      }
      store.setState({ visibleToasts: all });
      return id;
    },
    dismiss(id) {
      const removed = store.getState().visibleToasts.find((toast) => toast.id === id);
      if (!removed) return;
      store.setState(({ visibleToasts }) => ({ visibleToasts: visibleToasts.filter((toast) => toast.id !== id) }));
      removed.onDismiss?.();
    },
  };
}
