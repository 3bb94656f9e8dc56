// The changed files of the review panel: a list, the changes of the open one, and the comments on all of them.

import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { CommentWithState, ReviewFile } from '../../../shared/features/review/review.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useActions, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { isTyping } from '../../ui/focus.ts';
import { isComposing } from '../../ui/isComposing.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { UncoveredChanges } from '../undo/FileDiffs.tsx';
import { CommentBar } from './CommentBar.tsx';
import { type Arrival, FileChanges, type FileChangesHandle } from './FileChanges.tsx';
import { plainPath } from './fileTree.ts';
import { ReviewBar, type ReviewOptions } from './ReviewBar.tsx';
import { ReviewFiles } from './ReviewFiles.tsx';
import { createReviewActions } from './reviewActions.ts';
import { useComments, useReviewList } from './useReviewData.ts';
import { reviewWords as words } from './words.ts';

/** How the review is shown is remembered. */
const remembered = { isTree: 'review.tree', ignoreWhitespace: 'review.whitespace' } as const;

export function ChangesTab({ conversationId }: { conversationId: string }) {
  const session = useSession();
  const { call, report } = useActions();
  const { target } = useView((view) => view.review);
  const { value: list, error, load } = useReviewList(conversationId, target);
  const comments = useComments(conversationId, list);
  const [options, setOptions] = useState<ReviewOptions>(() => ({
    isTree: session.memory.get(remembered.isTree) === 'on',
    ignoreWhitespace: session.memory.get(remembered.ignoreWhitespace) === 'on',
  }));
  const [openPath, setOpenPath] = useState<string | null>(null);
  const [arrival, setArrival] = useState<Arrival | null>(null);
  /** Viewed marks that the host has not confirmed yet. */
  const [marks, setMarks] = useState<Record<string, boolean>>({});
  const root = useRef<HTMLDivElement>(null);
  const changes = useRef<FileChangesHandle>(null);
  const actions = useMemo(() => createReviewActions(session, conversationId, load), [session, conversationId, load]);
  const files = useMemo(
    () => (list?.files ?? []).map((file) => ({ ...file, isViewed: marks[file.version] ?? file.isViewed })),
    [list, marks],
  );
  const open = files.find(({ path }) => path === openPath) ?? files[0] ?? null;

  function choose(next: ReviewOptions): void {
    for (const [name, key] of Object.entries(remembered) as [keyof ReviewOptions, string][])
      session.memory.set(key, next[name] ? 'on' : null);
    setOptions(next);
  }

  function show(path: string, next: Arrival | null): void {
    // The lines that have the focus go away.
    root.current?.focus({ preventScroll: true });
    setOpenPath(path);
    setArrival(next);
  }

  function stepFile(direction: 1 | -1): void {
    const next = files[files.findIndex(({ path }) => path === open?.path) + direction];
    if (next) show(next.path, { type: 'change', direction });
  }

  function step(direction: 1 | -1): void {
    if (!changes.current?.step(direction)) stepFile(direction);
  }

  async function mark(file: ReviewFile, isViewed: boolean): Promise<void> {
    setMarks((now) => ({ ...now, [file.version]: isViewed }));
    const { path, version } = file;
    const saved = await call('review.view', { conversationId, path, version, isViewed });
    if (saved.ok) return;
    report(saved.error);
    setMarks((now) => ({ ...now, [file.version]: !isViewed }));
  }

  function showComment({ path, side, end: line }: CommentWithState): void {
    if (path === open?.path) changes.current?.reveal(side, line);
    else if (files.some((file) => file.path === path)) show(path, { type: 'line', side, line });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping() || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    const key = event.key.toLowerCase();
    if (key === 'n' || key === 'p') (event.shiftKey ? stepFile : step)(key === 'n' ? 1 : -1);
    else if (key === 'v' && open) void mark(open, !open.isViewed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const viewed = files.filter(({ isViewed }) => isViewed).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the buttons inside
    <div
      ref={root}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col focus-visible:outline-none"
      onKeyDown={onKeyDown}
    >
      <ReviewBar target={target} options={options} onOptions={choose} onStep={step} onReload={load} />
      {(list === null || error !== null) && (
        <div className="p-3">
          <LoadState loaded={false} error={error} onAgain={load} />
        </div>
      )}
      {list && files.length === 0 && error === null && (
        <div className="flex flex-1 flex-col items-center justify-center gap-1 px-8 text-center" role="status">
          <p className="font-strong text-ui">{words.nothing}</p>
          <p className="text-ink-3 text-ui">{words.nothingHint}</p>
        </div>
      )}
      {files.length > 0 && (
        <>
          <p className="flex shrink-0 items-center gap-2 px-3 pt-1.5 text-ink-3 text-small">
            <span>{strings.undo.filesChanged(files.length + (list?.more ?? 0))}</span>
            <span className="ml-auto tabular">{words.viewedCount(viewed, files.length)}</span>
          </p>
          <ReviewFiles
            files={files}
            comments={comments.list}
            isTree={options.isTree}
            open={open?.path ?? null}
            onOpen={(path) => show(path, { type: 'change', direction: 1 })}
            onView={(file, isViewed) => void mark(file, isViewed)}
          />
        </>
      )}
      {list && (list.isUndone || list.more > 0 || list.notCovered.length > 0) && (
        <div className="max-h-24 shrink-0 overflow-y-auto border-line border-b px-3 py-1.5 text-ink-3 text-small">
          {list.isUndone && <p className="text-wait">{words.isUndone}</p>}
          {list.more > 0 && <p>{words.notListed(list.more)}</p>}
          <UncoveredChanges sentences={list.notCovered} />
        </div>
      )}
      {open && (
        <FileChanges
          key={`${JSON.stringify(target)} ${open.path}`}
          ref={changes}
          conversationId={conversationId}
          target={target}
          file={open}
          options={options}
          comments={comments.list.filter(({ path }) => path === open.path)}
          arrival={arrival}
          actions={actions}
          onCommented={comments.reload}
        />
      )}
      {list?.lastUndo && (
        <div
          data-review-last-undo
          className="flex shrink-0 items-center gap-2 border-line border-t px-3 py-1 text-ink-3 text-small"
        >
          <span className="min-w-0 flex-1 truncate">
            <VisibleText text={words.undid(plainPath(list.lastUndo.paths[0] ?? ''))} />
          </span>
          <Button
            data-needs="review.redo"
            size="small"
            tone="ghost"
            onClick={() => void actions.redo(list.lastUndo?.messageId ?? '')}
          >
            {words.redo}
          </Button>
        </div>
      )}
      <CommentBar
        comments={comments.list}
        onOpen={showComment}
        onSend={() => void actions.send(comments.list)}
        onCompose={() => void actions.compose(comments.list)}
      />
    </div>
  );
}
