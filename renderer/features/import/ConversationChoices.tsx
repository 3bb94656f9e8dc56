// Virtualized list of conversations; there may be thousands. Arrow keys move. Space selects and Ctrl+A selects all
// where that is possible; Enter opens where that is possible.

import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ImportRow } from '../../../shared/features/import/methods.ts';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { importWords } from './words.ts';

const words = importWords;
const page = 8;

export interface ConversationChoicesProps {
  rows: readonly ImportRow[];
  isChosen?: (row: ImportRow) => boolean;
  onToggle?: (row: ImportRow) => void;
  onToggleAll?: () => void;
  onOpen?: (row: ImportRow) => void;
}

export function ConversationChoices({ rows, isChosen, onToggle, onToggleAll, onOpen }: ConversationChoicesProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [at, setAt] = useState(0);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const act = (row: ImportRow | undefined): void => {
    if (row) (onOpen ?? onToggle)?.(row);
  };
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setAt(next);
    list.current?.scrollToIndex(next, { align: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    const isSelectAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if ((event.ctrlKey || event.metaKey) && !isSelectAll) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ' ': () => act(rows[at]),
      ...(onOpen ? { Enter: () => act(rows[at]) } : {}),
    };
    const action = isSelectAll ? onToggleAll : Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={words.list}
      aria-multiselectable={onToggle ? true : undefined}
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      className="group/rows h-[min(420px,calc(100dvh-260px))] min-h-24 shrink overflow-y-auto border-line border-y px-2 py-1 focus-visible:outline-none"
    >
      <Virtualizer ref={list} data={rows} scrollRef={box} startMargin={4} keepMounted={[at]}>
        {(row, index) => (
          <div
            key={row.conversationId}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={onToggle ? (isChosen?.(row) ?? false) : index === at}
            aria-disabled={onToggle && row.state !== 'new' && row.state !== 'grown' ? true : undefined}
            data-import-row={row.conversationId}
            onClick={() => {
              setAt(index);
              act(row);
            }}
            onKeyDown={() => {}}
            className={classes(
              'flex items-center gap-3 rounded-m px-3 py-1.5 text-ui hover:bg-hover',
              index === at &&
                'group-focus-visible/rows:outline-2 group-focus-visible/rows:-outline-offset-2 group-focus-visible/rows:outline-accent',
            )}
          >
            {onToggle && <Box row={row} isChosen={isChosen?.(row) ?? false} />}
            <RowText row={row} isOffered={onToggle !== undefined} />
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

function Box({ row, isChosen }: { row: ImportRow; isChosen: boolean }) {
  const isOffered = row.state === 'new' || row.state === 'grown';
  return (
    <span
      aria-hidden
      className={classes(
        'flex size-4 shrink-0 items-center justify-center rounded-s',
        isChosen ? 'bg-accent text-accent-ink' : isOffered && 'border border-line-strong',
      )}
    >
      {isChosen ? <Check className="size-3" strokeWidth={3} /> : !isOffered && <Minus className="size-3 text-ink-3" />}
    </span>
  );
}

/** Imported conversations are all new, so the label is omitted. */
function RowText({ row, isOffered }: { row: ImportRow; isOffered: boolean }) {
  const { title, program, messages, agents, folder, state, added } = row;
  const facts = [programNames[program], words.messages(messages), agents > 0 ? words.agents(agents) : ''].filter(
    Boolean,
  );
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className={classes('block truncate', state === 'known' && 'text-ink-2')}>
          {title === '' ? strings.sidebar.untitled : <VisibleText text={title} />}
        </span>
        <span className="tabular block truncate text-ink-3 text-small">
          {facts.join(' · ')}
          {folder !== null && (
            <>
              {' · '}
              <VisibleText text={folder} />
            </>
          )}
        </span>
      </span>
      <span
        className={classes(
          'tabular shrink-0 text-small',
          state === 'failed' ? 'text-fail' : state === 'known' ? 'text-ink-3' : 'text-accent',
        )}
      >
        {state === 'grown' ? words.state.grown(added) : isOffered && words.state[state]}
      </span>
    </>
  );
}
