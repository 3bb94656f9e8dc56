// The bar to find text in the current conversation. The browser's own search only finds rendered rows.

import { X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { ariaKeys } from '../../core/commands/keys.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { startNavigation } from '../../core/state/revealMessage.ts';
import { Button } from '../../ui/Button.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { transcriptElement } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { isMac } from '../../ui/Kbd.tsx';
import { clearMarks } from './textMarks.ts';
import { useRefreshWhileBehind } from './useRefreshWhileBehind.ts';

const words = lateStrings.search.find;

export function FindBar() {
  const { find, view } = useSession();
  const { text, places, at, within, viewer, phase, behind, more, problem, wish } = useStore(find.store);
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const keys = useKeys('find.open');
  useRefreshWhileBehind(behind, find.renew);

  // The code may load lazily: a layout effect lets the field take the first key after it appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each request to focus the field
  useLayoutEffect(() => {
    const field = bar.current?.querySelector('input');
    if (!bar.current?.contains(document.activeElement)) before.current = document.activeElement;
    field?.focus();
    field?.select();
  }, [wish]);
  // The transcript may be another element than when the bar opened. Before the bar leaves the page, it knows its side.
  useLayoutEffect(
    () => () => clearMarks((bar.current?.closest('[data-pane]') ?? document).querySelector('[role="log"]')),
    [],
  );

  const close = (): void => {
    // Cancels a jump that is in progress.
    startNavigation(view);
    find.close();
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    else transcriptElement()?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    close();
  };
  const busy = phase === 'waiting' || phase === 'searching';
  const statusText =
    text === ''
      ? ''
      : problem !== null
        ? problem
        : busy && (places.length === 0 || at < 0)
          ? words.searching
          : places.length === 0
            ? words.none
            : at < 0
              ? words.elsewhere(places.length, more)
              : words.count(at + 1, places.length, more, within);
  return (
    <search
      ref={bar}
      data-find-bar
      data-more-comes={busy || behind}
      aria-label={words.label}
      aria-keyshortcuts={keys && ariaKeys(keys, isMac())}
      onKeyDown={onKeyDown}
      className="flex shrink-0 items-center justify-end gap-1 border-line border-b bg-soft px-2 py-1.5"
    >
      <div className="min-w-0 flex-1">
        <FindField
          label={words.label}
          text={text}
          status={statusText}
          onText={(next) => {
            startNavigation(view);
            find.write(next);
          }}
          onStep={(by) => find.step(by)}
        />
      </div>
      {viewer && (
        <Button size="small" onClick={viewer}>
          {words.openFull}
        </Button>
      )}
      <IconButton icon={X} label={words.close} size="small" onClick={close} />
    </search>
  );
}
