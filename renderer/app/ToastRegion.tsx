// Where toasts appear: at the bottom right of the window, beside what is written, or at the head of the page, and below every
// menu and dialog; only what goes wrong while a dialog is open lies over it. Read out politely. What went wrong stays until it is
// dismissed; news go with the page that they came on, those that offer something stay their time.

import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useConversationView, useSession, useView } from '../core/state/context.tsx';
import type { Toast, Toasts } from '../core/state/toasts.ts';
import { strings } from '../core/strings.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useToastPlace } from './useToastPlace.ts';

/** Milliseconds. One that offers something, or tells of a server, stays longer; none goes while it is pointed at or has the focus. */
const lifetime = 7_000;
const longLifetime = 20_000;

export function ToastRegion() {
  const { toasts } = useSession();
  const over = useView(({ dialog, paletteOpen }) => dialog !== null || paletteOpen);
  const { shown } = useStore(toasts.store);
  const region = useRef<HTMLElement>(null);
  const place = useToastPlace(region, shown.length > 0, over);
  const onTop = over && shown.some(({ tone }) => tone === 'error');
  useEndWithPage(toasts);
  return (
    <section
      ref={region}
      aria-label={strings.ui.notifications}
      aria-live="polite"
      className={classes(
        'pointer-events-none fixed right-3 flex w-[min(22rem,calc(100vw-24px))] flex-col gap-2',
        onTop ? 'z-60' : 'z-45',
      )}
      style={place}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}

/** News that offer nothing end where another conversation or page is opened. */
function useEndWithPage({ store, dismiss }: Toasts): void {
  const id = useConversationView((view) => view.id);
  const page = useView((now) => now.page);
  const before = useRef({ id, page });
  useEffect(() => {
    const left = before.current;
    before.current = { id, page };
    // A new chat that the host has just made is the same one still.
    const made = left.id === null && left.page === page;
    if (made || (left.id === id && left.page === page)) return;
    for (const { id: toast, tone, action, server } of store.getState().shown) {
      if (tone === 'info' && !action && server === undefined) dismiss(toast);
    }
  }, [id, page, store, dismiss]);
}

export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  const stays = toast.tone === 'error' || toast.stays || held;
  const ms = toast.action || toast.server !== undefined ? longLifetime : lifetime;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [stays, ms]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the toast from going while it is looked at.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="layer pointer-events-auto flex items-start gap-2 rounded-l border border-line bg-over py-2 pr-1.5 pl-3 shadow-menu"
    >
      {toast.tone === 'error' && (
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-fail" strokeWidth={1.75} aria-hidden />
      )}
      <div className="min-w-0 flex-1 py-0.5">
        <p className="wrap-anywhere max-h-40 overflow-y-auto">{toast.message}</p>
        {toast.action && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              toast.action?.run();
              onDismiss();
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton icon={X} label={strings.ui.dismiss} size="small" onClick={onDismiss} />
    </div>
  );
}
