// The command palette: type, arrows choose, Enter does it.

import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatTime } from '../format/time.ts';
import { useActions, useApp } from '../state/context.tsx';
import { locale, strings } from '../strings.ts';
import { classes } from '../ui/classes.ts';
import { isMac, keysText } from '../ui/Kbd.tsx';
import { paletteItems } from './paletteItems.ts';
import { usePaletteCommands } from './usePaletteCommands.ts';

const words = strings.ui.palette;

interface Row {
  id: string;
  group: string;
  label: string;
  hint: string;
  run: () => void;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const actions = useActions();
  const conversations = useApp((snapshot) => snapshot.conversations);
  const commands = usePaletteCommands();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo((): Row[] => {
    const found = paletteItems(typed, commands, conversations);
    const now = Date.now();
    return [
      ...found.commands.map((command) => ({
        id: command.id,
        group: words.actions,
        label: command.label,
        hint: command.keys ? keysText(command.keys, isMac()) : '',
        run: () => commands.find((known) => known.id === command.id)?.run(),
      })),
      ...found.conversations.map((row) => ({
        id: row.id,
        group: words.conversations,
        label: row.title || strings.sidebar.untitled,
        hint: formatTime(row.updatedAt, now, locale, strings.ui.time),
        run: () => actions.show(row.id),
      })),
    ];
  }, [typed, commands, conversations, actions]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is kept in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, rows]);

  const run = (row: Row | undefined): void => {
    if (!row) return;
    onClose();
    row.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && rows.length > 0) {
      event.preventDefault();
      setChosen((chosen + move + rows.length) % rows.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(rows[chosen]);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="layer fixed top-[12dvh] left-1/2 z-50 flex max-h-[70dvh] w-[min(600px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-over shadow-dialog focus-visible:outline-none"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <input
            // biome-ignore lint/a11y/noAutofocus: it is what the palette was opened for
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={rows[chosen] ? `${listId}-${chosen}` : undefined}
            aria-label={words.placeholder}
            placeholder={words.placeholder}
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
            className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-prose outline-none placeholder:text-ink-3"
          />
          <div ref={list} id={listId} role="listbox" aria-label={words.title} className="min-h-0 overflow-y-auto p-1.5">
            {rows.length === 0 && <p className="px-2.5 py-3 text-ink-3 text-ui">{words.empty}</p>}
            {rows.map((row, index) => (
              <div key={row.id}>
                {row.group !== rows[index - 1]?.group && (
                  <p className="px-2.5 pt-2 pb-1 text-ink-3 text-small">{row.group}</p>
                )}
                <div
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  onPointerMove={() => setChosen(index)}
                  onClick={() => run(row)}
                  onKeyDown={onKeyDown}
                  className={classes(
                    'flex h-8 items-center gap-3 rounded-m px-2.5 text-ui',
                    index === chosen && 'bg-hover',
                  )}
                >
                  <span className="min-w-0 flex-1 truncate">{row.label}</span>
                  <span className="shrink-0 text-ink-3 text-small">{row.hint}</span>
                </div>
              </div>
            ))}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
