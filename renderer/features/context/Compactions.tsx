// Active compactions, newest first, each with undo and redo. Omits those covered by a later summary, since undoing them
// would change nothing.

import { Redo2, Undo2 } from 'lucide-react';
import type { CompactionInfo } from '../../../shared/features/context/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { useSession } from '../../core/state/context.tsx';
import { useInPlace } from '../../core/state/inPlace.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';

const words = strings.context;

export function Compactions({ list }: { list: readonly CompactionInfo[] }) {
  const { contextActions } = useSession();
  const ours = useInPlace() === null;
  const counting = list.filter(({ superseded }) => !superseded);
  if (counting.length === 0) return null;
  return (
    <section className="border-line border-b px-4 pt-3 pb-3">
      <h3 className="text-ink-3 text-small">{words.compactions}</h3>
      <ul aria-label={words.compactions}>
        {counting
          .toReversed()
          .map(({ messageId, createdAt, summarised, cleared, tokensBefore, tokensAfter, undone }) => (
            <li key={messageId} data-compaction={undone ? 'undone' : 'done'} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className={classes('block truncate text-ui', undone && 'text-ink-3')}>
                  {words.compaction(summarised, cleared)}
                  {undone && <span className="text-ink-3"> · {words.undone}</span>}
                </span>
                <span className="tabular block truncate text-ink-3 text-small">
                  <time dateTime={createdAt} title={formatFullTime(createdAt, timeLocale)}>
                    {formatTime(createdAt, Date.now(), timeLocale, strings.ui.time)}
                  </time>
                  {' · '}
                  {words.from(tokensBefore, tokensAfter)}
                </span>
              </span>
              {ours && (
                <Button
                  size="small"
                  tone="ghost"
                  aria-label={undone ? words.redoCompaction : words.undoCompaction}
                  onClick={() => void contextActions.setUndone(messageId, !undone)}
                >
                  {undone ? (
                    <Redo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
                  ) : (
                    <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
                  )}
                  {undone ? words.redo : words.undo}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}
