// Footnote mark: hovering or clicking shows the note next to it. The mark also links to the note in its original place.

import { ArrowDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Renders the text of a named note; null: no such note. */
export const NoteTexts = createContext<(name: string) => ReactNode | null>(() => null);

/** Hover delays in milliseconds before the note opens and closes. */
const patience = { come: 150, go: 250 };

const words = lateStrings.markdown;

export function NoteMark({ name, label }: { name: string; label: string }) {
  const textOf = useContext(NoteTexts);
  const mark = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** `pressed`: has the focus, and stays open. */
  const [open, setOpen] = useState<'pointed' | 'pressed' | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const soon = (next: 'pointed' | null, wait: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen((now) => (now === 'pressed' ? now : next)), wait);
  };
  const come = { onPointerEnter: () => soon('pointed', patience.come), onPointerLeave: () => soon(null, patience.go) };

  function goTo(): void {
    const notes = mark.current?.closest('.markdown')?.querySelectorAll<HTMLElement>('[data-note]') ?? [];
    const note = [...notes].find(({ dataset }) => dataset.note === name);
    setOpen(null);
    note?.scrollIntoView({ block: 'nearest' });
    note?.focus({ preventScroll: true });
  }

  const text = open === null ? null : textOf(name);
  return (
    <Popover.Root
      open={text !== null}
      onOpenChange={(next) => {
        clearTimeout(timer.current);
        setOpen(next ? 'pressed' : null);
      }}
    >
      <sup data-note-name={name}>
        <Popover.Anchor asChild>
          <button
            ref={mark}
            type="button"
            className="note-mark"
            aria-haspopup="dialog"
            aria-expanded={text !== null}
            aria-label={words.note(label)}
            onClick={() => {
              clearTimeout(timer.current);
              setOpen(open === 'pressed' ? null : 'pressed');
            }}
            {...come}
          >
            {label}
          </button>
        </Popover.Anchor>
      </sup>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.note(label)}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // Opening by hover does not move the focus.
            if (open === 'pressed') (event.currentTarget as HTMLElement | null)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (open === 'pressed') mark.current?.focus({ preventScroll: true });
          }}
          onPointerDownOutside={(event) => {
            // A second click closes it through the mark's own handler.
            if (mark.current?.contains(event.target as Node)) event.preventDefault();
          }}
          {...come}
          tabIndex={-1}
          className="layer z-50 flex max-h-60 w-max max-w-[min(24rem,calc(100vw-24px))] items-start gap-2 overflow-y-auto rounded-l border border-line bg-over py-2 pr-1.5 pl-3 shadow-menu focus-visible:outline-none"
        >
          <div className="markdown note-popover min-w-0 flex-1">{text}</div>
          <IconButton icon={ArrowDown} label={words.toNote} size="small" onClick={goTo} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
