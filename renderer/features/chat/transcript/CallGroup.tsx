// Calls, one row each, and the summary line into which finished ones fold. It expands in place.

import { ChevronRight, ListTree } from 'lucide-react';
import { memo, useMemo } from 'react';
import { completedSentence, unsuccessfulText } from '../../../core/calls/callsSummary.ts';
import { summarizeCalls } from '../../../core/calls/summarizeCalls.ts';
import { formatRowDuration } from '../../../core/format/duration.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { PlainRow, plainTextOfCall } from '../../calls/FallbackRow.tsx';
import { Reasoning } from '../../calls/Reasoning.tsx';
import { ToolCallBox } from '../../calls/ToolCallBox.tsx';
import { LineCount } from '../../undo/FileLine.tsx';
import type { CallRow, FoldRow } from './rows.ts';
import { turnFoldKey } from './turns.ts';

export const CallEntry = memo(function CallEntry({ row: { call, inFold, bare } }: { row: CallRow }) {
  return (
    <div className={inFold ? 'pl-4' : undefined}>
      {call.reasoning && !bare && (
        <div className="mb-2">
          <Reasoning id={call.messageId} text={call.reasoning} ms={call.reasoningMs} />
        </div>
      )}
      <Boundary of={call} instead={() => <PlainRow text={plainTextOfCall(call)} />}>
        <ToolCallBox call={call} />
      </Boundary>
    </div>
  );
});

export const FoldLine = memo(function FoldLine({ row }: { row: FoldRow }) {
  const { view } = useSession();
  const { open, keys, turn } = row;
  const done = useMemo(() => summarizeCalls(row.calls), [row.calls]);
  const words = unsuccessfulText(done);
  const did = [completedSentence(done), ...words.others].filter(Boolean).join(strings.calls.comma);
  const steps = turn === null ? '' : strings.calls.steps(row.calls.length);
  // Truncated together with the preceding text, so that no comma is left alone.
  const between = did !== '' && words.failed !== '' ? strings.calls.comma : '';
  const took = turn ?? done.duration;
  const time = formatRowDuration(took);
  const lines = done.added + done.removed > 0 ? strings.undo.lines(done.added, done.removed) : '';
  const toggle = (): void => {
    const marks = Object.fromEntries(keys.map((key) => [turn === null ? key : turnFoldKey(key), !open]));
    view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, ...marks } }));
  };
  return (
    <div>
      <button
        type="button"
        data-tool-fold={turn === null ? 'calls' : 'turn'}
        aria-expanded={open}
        aria-label={strings.sentences.row([steps, did, words.failed, lines, time])}
        onClick={toggle}
        className="flex min-h-8.5 w-full items-center gap-2 rounded-l border border-transparent px-2 text-left text-ink-2 text-ui hover:bg-soft focus-visible:-outline-offset-2"
      >
        <ListTree className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        {steps !== '' && (
          <span className="tabular shrink-0">
            {steps}
            {time !== '' && ` · ${time}`}
          </span>
        )}
        <span className={classes('tabular flex min-w-0', steps !== '' && 'text-ink-3')}>
          <span className="min-w-0 truncate" title={did}>
            {did}
            {between.trimEnd()}
          </span>
          {words.failed !== '' && (
            <span className="shrink-0 whitespace-pre">
              {between.slice(between.trimEnd().length)}
              <span className="text-fail">{words.failed}</span>
            </span>
          )}
        </span>
        <ChevronRight
          className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-2">
          {/* The turn's card has them. */}
          {turn === null && <LineCount added={done.added} removed={done.removed} />}
          {turn === null && time !== '' && <span className="tabular text-ink-3 text-small">{time}</span>}
        </span>
      </button>
    </div>
  );
});
