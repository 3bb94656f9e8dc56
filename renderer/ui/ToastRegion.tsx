// Where toasts appear: below the top bar, where they cover neither what is typed nor a button; over a dialog they stand at
// the foot of the window, below its title. Read out politely. What went wrong stays until it is dismissed.

import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useSession, useView } from '../state/context.tsx';
import type { Toast } from '../state/toasts.ts';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';

/** Milliseconds. One that offers something, or tells of a server, stays longer; none goes while it is pointed at or has the focus. */
const lifetime = 7_000;
const longLifetime = 20_000;

export function ToastRegion() {
  const { toasts } = useSession();
  const over = useView(({ dialog, paletteOpen }) => dialog !== null || paletteOpen);
  const { shown } = useStore(toasts.store);
  return (
    <section
      aria-label={strings.ui.notifications}
      aria-live="polite"
      className={classes(
        'pointer-events-none fixed left-1/2 z-60 flex w-[min(400px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2',
        over ? 'bottom-3' : 'top-13',
      )}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}

export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  const stays = toast.tone === 'error' || held;
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
