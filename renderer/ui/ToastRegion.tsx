// Where toasts appear: below the top bar, where they cover neither what is typed nor a button; read out politely. An error stays until it is dismissed.

import { CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../state/context.tsx';
import type { Toast } from '../state/toasts.ts';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

/** Milliseconds. One that offers something stays longer; none goes while it is pointed at or has the focus. */
const lifetime = 7_000;
const offerLifetime = 20_000;

export function ToastRegion() {
  const { toasts } = useSession();
  const { shown } = useStore(toasts.store);
  return (
    <section
      aria-label={strings.ui.notifications}
      aria-live="polite"
      className="pointer-events-none fixed top-13 left-1/2 z-60 flex w-[min(400px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}

export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (toast.tone === 'error' || held) return;
    const timer = setTimeout(onDismiss, toast.action ? offerLifetime : lifetime);
    return () => clearTimeout(timer);
  });
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
