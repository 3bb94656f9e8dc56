// Return button over the transcript, to the page where a call or hit was chosen; Escape does the same.

import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldSelector, isComposing } from '../../ui/isComposing.ts';
import { Kbd } from '../../ui/Kbd.tsx';

export function BackPill() {
  const session = useSession();
  const { wayBack } = session;
  const way = useStore(wayBack.store, (now) => now.way);
  const searchKeys = useKeys('search.back');
  useEffect(() => {
    if (!way) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!session.panes.isFocused(session)) return;
      const step = backKeyAction(event, event.target instanceof Element ? event.target : null);
      if (step === 'end') wayBack.end();
      // The search handles the keys itself.
      if (step !== 'back' || way.to === 'search') return;
      event.preventDefault();
      event.stopPropagation();
      leadBack(session);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [session, wayBack, way]);
  if (!way || way.to === 'panel') return null;
  const keys = way.to === 'search' ? searchKeys : 'Esc';
  return (
    <div className="relative z-20 h-0">
      <div className="pointer-events-none absolute inset-x-0 top-2 flex justify-center px-3">
        <Button
          size="small"
          data-way-back
          className="layer pointer-events-auto max-w-full rounded-full shadow-menu"
          onClick={() => leadBack(session)}
        >
          <ArrowLeft className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 truncate">
            {way.to === 'search' ? lateStrings.search.backToResults : strings.calls.backToChain}
          </span>
          {keys && <Kbd keys={keys} />}
        </Button>
      </div>
    </div>
  );
}

function leadBack({ view, wayBack }: Session): void {
  const { way } = wayBack.store.getState();
  wayBack.end();
  if (!way) return;
  if (way.to !== 'panel') {
    view.setState({ page: way.to, sheet: null });
    return;
  }
  const tree = document.querySelector<HTMLElement>('[data-chain-panel] [role="tree"]');
  if (tree) tree.focus();
  // In a narrow window, the panel was closed on the way.
  else view.setState({ sheet: 'panel', panel: 'chain' });
}

// Interprets key presses while there is a way back: Escape in the transcript goes back; typing or clicking elsewhere
// ends it. Pure.

/** The parts of the focused element that are needed. */
export type FocusTarget = Pick<Element, 'closest' | 'matches'>;

const over = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const modifierKeys = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Fn']);

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'defaultPrevented'>;

/** Null: keep the way back. */
export function backKeyAction(event: Press, target: FocusTarget | null): 'back' | 'end' | null {
  // Layers over the page handle their own keys.
  if (!target || event.defaultPrevented || modifierKeys.has(event.key) || target.closest(over)) return null;
  const reads = target.closest('[role="log"]') !== null && !target.matches(fieldSelector);
  if (reads) return event.key === 'Escape' && !isComposing(event) ? 'back' : null;
  return target.matches('body') ? null : 'end';
}
