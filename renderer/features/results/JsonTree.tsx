// A JSON result as a collapsible tree with keyboard navigation. Long strings are truncated until expanded; large lists load in
// parts.

import { ChevronRight, Copy, Link2 } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type JsonRow, jsonPath, jsonRows, jsonValueText, partSize } from './jsonRows.ts';
import { WrittenNumber } from './jsonText.ts';
import { LazyLines } from './LazyLines.tsx';

const words = lateStrings.results.json;
/** Initially visible characters of a string. */
const clipped = 200;

export function JsonTree({ value }: { value: object }) {
  const actions = useActions();
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shownCounts, setShownCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [active, setActive] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(value, { open, shownCounts }), [value, open, shownCounts]);

  const fold = (id: string, to: boolean): void => setOpen((before) => new Map(before).set(id, to));
  const more = (id: string): void =>
    setShownCounts((before) => new Map(before).set(id, (before.get(id) ?? partSize) + partSize));
  const copy = (text: string): void => void copyText(text, actions);
  const copyPath = (row: JsonRow): void => copy(jsonPath(row.id, value));

  function enter(row: JsonRow): void {
    if (row.left !== null) more(row.value as string);
    else if (row.size !== null && row.size > 0) fold(row.id, !row.open);
    else if (isLong(row)) fold(row.id, !(open.get(row.id) ?? false));
  }

  function focus(row: JsonRow | undefined): void {
    if (!row) return;
    setActive(row.id);
    const element = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const id = (event.target as HTMLElement).dataset.id;
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (!row || event.altKey) return;
    const isCopy = event.key.toLowerCase() === 'c';
    if (event.ctrlKey || event.metaKey) {
      // The browser copies selected text.
      if (!isCopy || String(getSelection() ?? '') !== '') return;
      event.preventDefault();
      copy(jsonValueText(row.value));
      return;
    }
    const before = (): JsonRow | undefined => rows.slice(0, at).findLast(({ depth }) => depth < row.depth);
    const done: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (row.open ? focus(rows[at + 1]) : enter(row)),
      ArrowLeft: () => (row.open ? fold(row.id, false) : focus(before())),
      Enter: () => enter(row),
      ' ': () => enter(row),
      c: () => copy(jsonValueText(row.value)),
      p: () => copyPath(row),
    };
    const act = done[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const activeId = rows.some((row) => row.id === active) ? active : '';
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={words.label}
      aria-description={words.keysHint}
      onKeyDown={onKeyDown}
      className="py-1.5 font-mono text-code"
    >
      <LazyLines
        lines={rows}
        render={(row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows
          <div
            key={row.id}
            role="treeitem"
            data-id={row.id}
            aria-level={row.depth + 1}
            aria-expanded={row.size !== null && row.size > 0 ? row.open : undefined}
            aria-selected={row.id === activeId}
            tabIndex={row.id === activeId ? 0 : -1}
            onFocus={() => setActive(row.id)}
            onClick={() => String(getSelection() ?? '') === '' && enter(row)}
            style={{ paddingLeft: 10 + row.depth * 16 }}
            className="group/json flex items-start gap-1 pr-2 leading-5 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <ChevronRight
              className={classes(
                'mt-[3px] size-3.5 shrink-0 text-ink-3 transition-transform duration-120',
                row.open && 'rotate-90',
                (row.size === null || row.size === 0) && 'invisible',
              )}
              aria-hidden
            />
            <Words row={row} whole={open.get(row.id) ?? false} />
            {row.left === null && (
              <span className="ml-auto hidden shrink-0 gap-1 pl-2 group-hover/json:flex group-focus/json:flex">
                <RowButton icon={Copy} label={words.copyValue} onClick={() => copy(jsonValueText(row.value))} />
                {row.id !== '' && <RowButton icon={Link2} label={words.copyPath} onClick={() => copyPath(row)} />}
              </span>
            )}
          </div>
        )}
      />
    </div>
  );
}

function isLong({ value }: JsonRow): boolean {
  return typeof value === 'string' && value.length > clipped;
}

function Words({ row, whole }: { row: JsonRow; whole: boolean }) {
  if (row.left !== null) {
    return <span className="font-sans text-accent text-ui">{words.more(Math.min(partSize, row.left), row.left)}</span>;
  }
  return (
    <span className="wrap-anywhere min-w-0 whitespace-pre-wrap">
      {row.key !== null && (
        <>
          <span className={typeof row.key === 'number' ? 'text-ink-3' : 'text-ink-2'}>
            {visibleText(String(row.key))}
          </span>
          <span className="text-ink-3">: </span>
        </>
      )}
      <JsonValue row={row} whole={whole} />
    </span>
  );
}

/** Not in the tab order: the keyboard has C and P. */
function RowButton({ icon: Icon, label, onClick }: { icon: typeof Copy; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
      className="flex size-5 items-center justify-center rounded-s text-ink-3 hover:bg-soft hover:text-ink"
    >
      <Icon className="size-3.5" strokeWidth={1.75} aria-hidden />
    </button>
  );
}

// A compact JSON value in the tree: a quoted, truncated string, or a summary of a list or object.

/** `whole`: don't truncate strings. */
function JsonValue({ row: { value, size, open }, whole }: { row: JsonRow; whole: boolean }) {
  if (size !== null) {
    const list = Array.isArray(value);
    const brackets = list ? ['[', ']'] : ['{', '}'];
    if (size === 0) return <span className="text-ink-3">{brackets.join('')}</span>;
    return (
      <span className="text-ink-3">
        {open ? brackets[0] : `${brackets[0]}…${brackets[1]}`}{' '}
        <span className="font-sans text-small">{list ? words.items(size) : words.keys(size)}</span>
      </span>
    );
  }
  if (typeof value === 'string') {
    const cut = !whole && value.length > clipped;
    return (
      <>
        <span className="text-[var(--code-string)]">
          "{visibleText(cut ? value.slice(0, clipped) : value)}
          {cut ? '…' : '"'}
        </span>
        {cut && <span className="font-sans text-ink-3 text-small"> {words.characters(value.length)}</span>}
      </>
    );
  }
  if (typeof value === 'number' || value instanceof WrittenNumber) {
    return (
      <span className="tabular text-[var(--code-number)]">{value instanceof WrittenNumber ? value.text : value}</span>
    );
  }
  return <span className="text-[var(--code-keyword)]">{String(value)}</span>;
}
