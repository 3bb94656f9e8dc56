// The folder's files as a tree, loaded folder by folder, with marks for what the conversation changed. One tab stop; arrow
// keys move, Enter opens.

import { ChevronRight, File, Folder, FolderOpen, SquareArrowOutUpRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useStore } from 'zustand/react';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useSession } from '../../../core/state/context.tsx';
import { openFile } from '../../../core/state/panels.ts';
import { classes } from '../../../ui/classes.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { type ChangeMark, changeCounts, useChangeMarks } from './changedFiles.ts';
import { rowsOf, type Tree, type TreeRow } from './treeStore.ts';

const labels = lateStrings.results.browse;
const indent = 16;
const tones: Record<ChangeMark, string> = { added: 'text-added', modified: 'text-wait', deleted: 'text-removed' };

export function FolderTree({ conversationId, tree }: { conversationId: string; tree: Tree }) {
  const { view } = useSession();
  const id = useId();
  const list = useRef<VListHandle>(null);
  const state = useStore(tree.store);
  const marks = useChangeMarks(conversationId);
  const counts = useMemo(() => changeCounts(marks), [marks]);
  const rows = useMemo(() => {
    const deleted = [...marks].flatMap(([path, mark]) => (mark === 'deleted' ? [path] : []));
    return rowsOf(state, deleted);
  }, [state, marks]);
  const active = Math.max(
    0,
    rows.findIndex(({ path }) => path === state.active),
  );

  // Files appear and disappear while the model works.
  const changes = [...marks].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` triggers a reload
  useEffect(() => tree.reload(), [tree, changes]);

  function move(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    tree.activate(row.path);
    list.current?.scrollToIndex(rows.indexOf(row), { align: 'nearest' });
  }

  function choose(row: TreeRow | undefined): void {
    if (row?.type !== 'entry' || row.gone) return;
    tree.activate(row.path);
    if (row.entry.kind === 'folder') tree.toggle(row.path);
    else openFile(view, row.path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[active];
    const isFolder = row?.type === 'entry' && row.entry.kind === 'folder';
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      PageDown: () => move(active + 15),
      PageUp: () => move(active - 15),
      ArrowRight() {
        if (!isFolder) return;
        if (row.isOpen) move(active + 1);
        else tree.toggle(row.path, true);
      },
      ArrowLeft() {
        if (isFolder && row.isOpen) return tree.toggle(row.path, false);
        const above = row?.path.slice(0, row.path.lastIndexOf('/'));
        if (above) move(rows.findIndex(({ path }) => path === above));
      },
      Enter: () => choose(row),
      ' ': () => choose(row),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <VList
      ref={list}
      data={rows}
      bufferSize={400}
      role="tree"
      aria-label={labels.tree}
      tabIndex={0}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      className="group/tree min-h-0 flex-1 py-1.5 focus-visible:-outline-offset-2"
    >
      {(row, index) => (
        <Row
          key={row.path}
          row={row}
          id={`${id}-${index}`}
          isActive={index === active}
          mark={marks.get(row.path)}
          count={counts.get(row.path) ?? 0}
          onChoose={() => choose(row)}
        />
      )}
    </VList>
  );
}

interface RowProps {
  row: TreeRow;
  id: string;
  isActive: boolean;
  mark: ChangeMark | undefined;
  /** Changed files in the folder. */
  count: number;
  onChoose: () => void;
}

function Row({ row, id, isActive, mark, count, onChoose }: RowProps) {
  const style = { paddingLeft: 12 + row.depth * indent };
  if (row.type === 'note') {
    const { text } = row;
    const note = text === 'loading' ? labels.loading : 'error' in text ? text.error : labels.more(text.more);
    return (
      <div
        id={id}
        role="treeitem"
        tabIndex={-1}
        aria-selected={isActive}
        style={style}
        className="wrap-anywhere pr-3 text-ink-3 text-small leading-6"
      >
        {note}
      </div>
    );
  }
  const { entry, isOpen, gone = false } = row;
  const isFolder = entry.kind === 'folder';
  const Icon = isFolder ? (isOpen ? FolderOpen : Folder) : entry.kind === 'link' ? SquareArrowOutUpRight : File;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-selected={isActive}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-disabled={gone || undefined}
      style={style}
      title={visibleText(row.path)}
      onClick={onChoose}
      className={classes(
        'flex h-6.5 cursor-default items-center gap-1.5 pr-3 text-ui hover:bg-hover',
        isActive && 'group-focus-visible/tree:bg-accent-soft',
        (entry.ignored || gone) && 'text-ink-3',
      )}
    >
      <ChevronRight
        className={classes('size-3 shrink-0 text-ink-3', isOpen && 'rotate-90', !isFolder && 'invisible')}
        strokeWidth={2}
        aria-hidden
      />
      <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className={classes('min-w-0 flex-1 truncate', gone && 'line-through', mark && tones[mark])}>
        {visibleText(entry.name)}
      </span>
      {entry.ignored && <span className="sr-only">{labels.ignored}</span>}
      {mark && (
        <span className={classes('shrink-0 text-small', tones[mark])}>
          <span aria-hidden>{labels.marks[mark]}</span>
          <span className="sr-only">{labels.changed[mark]}</span>
        </span>
      )}
      {isFolder && count > 0 && (
        <span className="tabular shrink-0 text-ink-3 text-small">
          <span aria-hidden>{count}</span>
          <span className="sr-only">{labels.changedFiles(count)}</span>
        </span>
      )}
    </div>
  );
}
