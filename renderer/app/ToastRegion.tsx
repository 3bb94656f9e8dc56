// The toasts: one stack at the bottom left (useToastPosition.ts), below menus and dialogs, except for errors while a dialog is
// open. Announced politely; F8 focuses it. Shows three, the rest on click. Errors stay until dismissed; news without an action
// end with the page they appeared on, others after a timeout, which is paused while a toast is hovered or focused.

import { CircleAlert, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useConversationView, useSession, useView } from '../core/state/context.tsx';
import { collapsedToasts, type Toast, type Toasts } from '../core/state/toasts.ts';
import { strings } from '../core/strings.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { focusComposer, isFocusLost } from '../ui/focus.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { focusWithoutTip } from '../ui/useFocusReturn.ts';
import { useToastPosition } from './useToastPosition.ts';

/** Milliseconds. Toasts with an action or about a server stay longer. */
const lifetime = 7_000;
const longLifetime = 20_000;

export function ToastRegion() {
  const { toasts } = useSession();
  const over = useView(({ dialog, paletteOpen }) => dialog !== null || paletteOpen);
  const { visibleToasts } = useStore(toasts.store);
  const [all, setAll] = useState(false);
  const region = useRef<HTMLElement>(null);
  const onTop = over && visibleToasts.some(({ tone }) => tone === 'error');
  const position = useToastPosition(region, visibleToasts.length > 0, onTop);
  const displayed = all ? visibleToasts : collapsedToasts(visibleToasts);
  const more = visibleToasts.length - displayed.length;
  const held = useHeld(region, visibleToasts.length);
  useEndWithPage(toasts);
  useEffect(() => {
    if (visibleToasts.length === 0) setAll(false);
    // Keeps the newest visible if not all fit.
    region.current?.scrollTo(0, region.current.scrollHeight);
  }, [visibleToasts.length]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = Number((event.target as Element).closest('[data-toast]')?.getAttribute('data-toast'));
    if (event.key !== 'Escape' || !id) return;
    event.preventDefault();
    toasts.dismiss(id);
  };
  return (
    <section
      ref={region}
      data-toasts
      aria-label={strings.ui.notifications}
      aria-live="polite"
      onPointerEnter={held.point}
      onPointerLeave={held.leave}
      onFocus={held.focus}
      onBlur={held.blur}
      onKeyDown={onKeyDown}
      className={classes('pointer-events-none fixed flex flex-col gap-2 overflow-y-auto', onTop ? 'z-60' : 'z-45')}
      style={position}
    >
      {more > 0 && (
        <Button size="small" className="pointer-events-auto self-start bg-over" onClick={() => setAll(true)}>
          {strings.ui.moreNotifications(more)}
        </Button>
      )}
      {displayed.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={held.now} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}

interface Held {
  now: boolean;
  point: () => void;
  leave: () => void;
  focus: (event: FocusEvent<HTMLElement>) => void;
  blur: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Whether the toasts are hovered or focused. When a focused one closes, the focus moves to the next, or back to where it came
 * from.
 */
function useHeld(region: { current: HTMLElement | null }, count: number): Held {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const from = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a toast opens or closes
  useEffect(() => {
    if (count === 0) setPointed(false);
    if (!focused || !isFocusLost()) return;
    const next = [...(region.current?.querySelectorAll('button') ?? [])].at(-1);
    if (next) return next.focus();
    setFocused(false);
    if (from.current) focusWithoutTip(from.current);
    if (isFocusLost()) focusComposer();
  }, [count]);
  return {
    now: pointed || focused,
    point: () => setPointed(true),
    leave: () => setPointed(false),
    focus({ currentTarget, relatedTarget }) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) from.current = relatedTarget;
      setFocused(true);
    },
    blur({ currentTarget, relatedTarget }) {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocused(false);
    },
  };
}

/** Dismisses news without an action when the user opens another conversation or page. */
function useEndWithPage({ store, dismiss }: Toasts): void {
  const id = useConversationView((view) => view.id);
  const page = useView((now) => now.page);
  const before = useRef({ id, page });
  useEffect(() => {
    const left = before.current;
    before.current = { id, page };
    // A new chat that the host has just stored is still the same chat.
    const made = left.id === null && left.page === page;
    if (made || (left.id === id && left.page === page)) return;
    for (const { id: toast, tone, action, server, stays } of store.getState().visibleToasts) {
      if (tone === 'info' && !action && !stays && server === undefined) dismiss(toast);
    }
  }, [id, page, store, dismiss]);
}

interface ToastCardProps {
  toast: Toast;
  /** Pauses its timeout. */
  isHeld?: boolean;
  onDismiss: () => void;
}

export function ToastCard({ toast, isHeld = false, onDismiss }: ToastCardProps) {
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  const stays = toast.tone === 'error' || toast.stays || isHeld;
  const ms = toast.action || toast.server !== undefined ? longLifetime : lifetime;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [stays, ms]);
  return (
    <div
      data-toast={toast.id}
      className="layer pointer-events-auto flex shrink-0 items-start gap-2 rounded-l border border-line-strong bg-over py-2 pr-1.5 pl-3"
    >
      {toast.tone === 'error' && (
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-fail" strokeWidth={1.75} aria-hidden />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1.5">
        <p className="wrap-anywhere max-h-40 min-w-0 flex-1 basis-44 overflow-y-auto py-0.5">{toast.message}</p>
        {toast.action && (
          <Button
            size="small"
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
