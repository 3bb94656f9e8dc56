// The changes of the open file: its header, and its lines with comments.

import { Undo2 } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import {
  type CommentWithState,
  maxCommentedLength,
  type ReviewFile,
  type ReviewTarget,
  type TextFormat,
} from '../../../shared/features/review/review.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useActions, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useDiffColors } from '../results/useDiffColors.ts';
import { LineCount } from '../undo/FileLine.tsx';
import { CommentCard, CommentEditor } from './CommentCard.tsx';
import { DiffRows, type DiffRowsHandle } from './DiffRows.tsx';
import { plainPath } from './fileTree.ts';
import { OtherChange } from './OtherChange.tsx';
import type { ReviewOptions } from './ReviewBar.tsx';
import type { ReviewActions } from './reviewActions.ts';
import { commentPlaceOf, joinHunks, type ReviewRow, reviewRows, selectionOf } from './reviewRows.ts';
import { useFileDiff } from './useReviewData.ts';
import { reviewWords as words } from './words.ts';

/** Where to go once the file is loaded. */
export type Arrival = { type: 'change'; direction: 1 | -1 } | { type: 'line'; side: 'old' | 'new'; line: number };

export interface FileChangesHandle {
  /** False if there is no further change in this file. */
  step(direction: 1 | -1): boolean;
  reveal(side: 'old' | 'new', line: number): void;
}

interface FileChangesProps {
  ref?: Ref<FileChangesHandle>;
  conversationId: string;
  target: ReviewTarget;
  file: ReviewFile;
  options: ReviewOptions;
  comments: readonly CommentWithState[];
  arrival: Arrival | null;
  actions: ReviewActions;
  onCommented: () => void;
}

/** The comment in the field. `before`: its saved text; null: it is new. */
interface Editing extends Omit<CommentWithState, 'text' | 'state'> {
  before: string | null;
}

export function FileChanges(props: FileChangesProps) {
  const { ref, conversationId, target, file, options, comments, arrival, actions, onCommented } = props;
  const { call, report } = useActions();
  const isSplit = useView((view) => view.diffLayout) === 'split';
  const diff = useFileDiff(conversationId, target, file, options.ignoreWhitespace);
  const lines = useRef<DiffRowsHandle>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [selected, setSelected] = useState<readonly ReviewRow[]>([]);
  const { parts } = diff;
  const last = parts.at(-1);
  const hunks = useMemo(() => joinHunks(parts.map(({ hunks }) => hunks)), [parts]);
  const colours = useDiffColors(hunks.lines, file.path);
  const rows = useMemo(
    () =>
      reviewRows(
        hunks,
        isSplit,
        comments.filter(({ id }) => id !== editing?.id),
        editing,
      ),
    [hunks, isSplit, comments, editing],
  );
  const canUndo = file.conflict === undefined && last?.wholeOnly === undefined;

  const arrived = useRef<Arrival | null>(null);
  useEffect(() => {
    if (arrival === null || arrived.current === arrival || rows.length === 0) return;
    arrived.current = arrival;
    if (arrival.type === 'change') lines.current?.start(arrival.direction);
    else lines.current?.reveal(arrival.side, arrival.line);
    lines.current?.focus();
  }, [arrival, rows]);
  useImperativeHandle(ref, () => ({
    step(direction) {
      const stepped = lines.current?.step(direction) ?? false;
      if (stepped) lines.current?.focus();
      return stepped;
    },
    reveal: (side, line) => lines.current?.reveal(side, line),
  }));

  function undo(of: readonly ReviewRow[] | null): void {
    const selection = of && selectionOf(of);
    if (selection?.count === 0) return;
    void actions.undo({
      conversationId,
      target,
      path: file.path,
      version: last?.version ?? diff.other?.version ?? file.version,
      ignoreWhitespace: options.ignoreWhitespace,
      selection: selection && { removed: selection.removed, added: selection.added },
    });
  }

  function comment(of: readonly ReviewRow[]): void {
    const place = commentPlaceOf(of);
    if (!place) return;
    const { side, start, end } = place;
    setEditing({
      id: crypto.randomUUID(),
      path: file.path,
      side,
      start,
      end,
      lines: place.lines.slice(0, maxCommentedLength),
      before: null,
    });
  }

  async function save({ before: _, ...place }: Editing, text: string): Promise<void> {
    const saved = await call('review.comment', { conversationId, comment: { ...place, text } });
    if (!saved.ok) report(saved.error);
    onCommented();
  }

  async function remove(id: string): Promise<void> {
    const removed = await call('review.uncomment', { conversationId, ids: [id] });
    if (!removed.ok) report(removed.error);
    onCommented();
  }

  function end(current: Editing, text: string | null): void {
    setEditing(null);
    if (text !== null && text.trim() !== '') void save(current, text);
    else void remove(current.id);
    lines.current?.focus();
  }

  const count = selectionOf(selected).count;
  const commented = selected.length > 0 ? commentPlaceOf(selected) : null;
  return (
    <section aria-label={words.lines} data-review-open={file.path} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <FileHead file={file} form={last?.form} onUndo={file.conflict === undefined ? () => undo(null) : null} />
      {last?.wholeOnly !== undefined && <Note text={strings.sentences.host(last.wholeOnly)} />}
      {last?.isCoarse && <Note text={words.coarse} />}
      {(parts.length === 0 && !diff.other) || diff.error !== null ? (
        <div className="p-3">
          <LoadState loaded={false} error={diff.error} onAgain={diff.reload} loading={words.loading} />
        </div>
      ) : null}
      {diff.other && (
        <OtherChange
          conversationId={conversationId}
          target={target}
          path={file.path}
          diff={diff.other}
          onShow={diff.more}
        />
      )}
      {parts.length > 0 && (
        <DiffRows
          ref={lines}
          label={`${words.lines}: ${visibleText(plainPath(file.path))}`}
          rows={rows}
          hunks={hunks}
          colours={colours}
          isSplit={isSplit}
          canUndo={canUndo}
          footer={null}
          renderComment={(row) =>
            row.type === 'comment' ? (
              <CommentCard
                comment={row.comment}
                onEdit={() => setEditing({ ...row.comment, before: row.comment.text })}
                onRemove={() => void remove(row.comment.id)}
              />
            ) : (
              editing && (
                <CommentEditor
                  key={editing.id}
                  initial={editing.before ?? ''}
                  label={`${words.comment}: ${words.comments.at(editing.side, editing.start, editing.end)}`}
                  onDraft={(text) => void save(editing, text)}
                  onSave={(text) => end(editing, text)}
                  onCancel={() => end(editing, editing.before)}
                />
              )
            )
          }
          onComment={comment}
          onUndo={undo}
          onSelect={setSelected}
        />
      )}
      {last && last.next !== null && (
        <div className="border-line border-t p-2 text-center">
          <Button size="small" tone="ghost" onClick={diff.more}>
            {words.nextPart(last.next.toLocaleString(), last.total.toLocaleString())}
          </Button>
        </div>
      )}
      {commented && (
        <div className="flex shrink-0 items-center gap-2 border-line border-t px-3 py-1.5 text-ink-3 text-small">
          <span className="mr-auto truncate">{words.comments.at(commented.side, commented.start, commented.end)}</span>
          {canUndo && count > 0 && (
            <Button
              data-needs="review.undo"
              size="small"
              tone="ghost"
              aria-keyshortcuts="U"
              onClick={() => undo(selected)}
            >
              {words.undoLines(count)}
            </Button>
          )}
          <Button data-needs="review.comment" size="small" aria-keyshortcuts="C" onClick={() => comment(selected)}>
            {words.comment}
          </Button>
        </div>
      )}
    </section>
  );
}

function formatText({ encoding, isMarked, endings }: TextFormat): string {
  const { unknown, marked, endings: names } = words.format;
  return [encoding ?? unknown, isMarked ? marked : '', names[endings]].filter(Boolean).join(' · ');
}

function Note({ text }: { text: string }) {
  return <p className="shrink-0 bg-wait-soft px-3 py-1 text-small text-wait">{text}</p>;
}

interface FileHeadProps {
  file: ReviewFile;
  form: TextFormat | undefined;
  /** Null: it cannot be undone, for the reason below. */
  onUndo: (() => void) | null;
}

function FileHead({ file, form, onUndo }: FileHeadProps) {
  return (
    <div className="shrink-0 border-line border-b px-3 py-1.5">
      <div className="flex items-start gap-2 text-ui">
        <h3 className="wrap-anywhere max-h-20 min-w-0 flex-1 overflow-y-auto py-0.5">
          <VisibleText text={plainPath(file.path)} />
          {file.from !== undefined && (
            <span className="text-ink-3">
              {' '}
              <VisibleText text={strings.undo.from(plainPath(file.from))} />
            </span>
          )}
          <LineCount added={file.added} removed={file.removed} />
          {form !== undefined && <span className="ml-2 text-ink-3 text-small">{formatText(form)}</span>}
        </h3>
        {onUndo && (
          <Button data-needs="review.undo" size="small" tone="ghost" onClick={onUndo}>
            <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
            {words.undoFile}
          </Button>
        )}
      </div>
      {file.conflict !== undefined && (
        <p className="wrap-anywhere text-small text-wait">
          <VisibleText text={strings.sentences.host(file.conflict)} />
        </p>
      )}
    </div>
  );
}
