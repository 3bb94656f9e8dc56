// The changed files as a list or tree: kind, added and removed lines, comments, and whether they were viewed.

import { ChevronRight, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { CommentWithState, ReviewFile } from '../../../shared/features/review/review.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { kindIcon, LineCount } from '../undo/FileLine.tsx';
import { fileTree, plainPath, treeRows } from './fileTree.ts';
import { reviewWords as words } from './words.ts';

/** More are rendered on request. */
const step = 300;

interface ReviewFilesProps {
  files: readonly ReviewFile[];
  comments: readonly CommentWithState[];
  isTree: boolean;
  open: string | null;
  onOpen: (path: string) => void;
  onView: (file: ReviewFile, isViewed: boolean) => void;
}

export function ReviewFiles({ files, comments, isTree, open, onOpen, onView }: ReviewFilesProps) {
  const [count, setCount] = useState(step);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const firstFiles = files.slice(0, count);
  const rows = isTree
    ? [...treeRows(fileTree(firstFiles), (path) => !folded.has(path))]
    : firstFiles.map((file) => ({ depth: 0, file }));
  return (
    <div className="max-h-[34%] shrink-0 overflow-y-auto border-line border-b py-1" data-review-files>
      <ul aria-label={words.files} className="text-ui">
        {rows.map((row) =>
          'file' in row ? (
            <FileRow
              key={row.file.path}
              file={row.file}
              depth={row.depth}
              isTree={isTree}
              isOpen={row.file.path === open}
              comments={comments.filter(({ path }) => path === row.file.path).length}
              onOpen={() => onOpen(row.file.path)}
              onView={(isViewed) => onView(row.file, isViewed)}
            />
          ) : (
            <li key={`${row.folder.path}/`}>
              <button
                type="button"
                aria-expanded={!folded.has(row.folder.path)}
                onClick={() => setFolded(toggled(folded, row.folder.path))}
                style={{ paddingLeft: 12 + row.depth * 14 }}
                className="flex h-7 w-full items-center gap-1.5 pr-3 text-left text-ink-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <ChevronRight
                  className={classes('size-3.5 text-ink-3', !folded.has(row.folder.path) && 'rotate-90')}
                  aria-hidden
                />
                <span className="truncate">
                  <VisibleText text={plainPath(row.folder.name)} />
                </span>
              </button>
            </li>
          ),
        )}
      </ul>
      {files.length > count && (
        <Button size="small" tone="ghost" className="mx-2" onClick={() => setCount(count + step)}>
          {words.more(Math.min(step, files.length - count))}
        </Button>
      )}
    </div>
  );
}

interface FileRowProps {
  file: ReviewFile;
  depth: number;
  isTree: boolean;
  isOpen: boolean;
  comments: number;
  onOpen: () => void;
  onView: (isViewed: boolean) => void;
}

function FileRow({ file, depth, isTree, isOpen, comments, onOpen, onView }: FileRowProps) {
  const Icon = kindIcon(file.kind);
  const path = plainPath(file.path);
  const at = path.replace(/\/$/, '').lastIndexOf('/');
  const [folder, name] = [path.slice(0, at + 1), path.slice(at + 1)];
  return (
    <li
      data-review-file={file.path}
      className={classes('flex items-center pr-3', isOpen ? 'bg-accent-soft' : 'hover:bg-hover')}
    >
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        title={path}
        style={{ paddingLeft: 12 + depth * 14 }}
        className={classes(
          'flex h-7 min-w-0 flex-1 items-center gap-2 text-left focus-visible:-outline-offset-2',
          file.isViewed && 'text-ink-3',
        )}
      >
        <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="sr-only">{strings.undo.kinds[file.kind]} </span>
        <span className="flex min-w-0 items-baseline">
          <span className="truncate">
            <VisibleText text={name} />
          </span>
          {!isTree && folder !== '' && (
            <span className="ml-2 min-w-0 shrink-[9] truncate text-ink-3 text-small">
              <VisibleText text={folder} />
            </span>
          )}
        </span>
        <LineCount added={file.added} removed={file.removed} />
        {comments > 0 && (
          <span className="tabular flex items-center gap-0.5 text-ink-3 text-small">
            <MessageSquare className="size-3" strokeWidth={1.75} aria-hidden />
            <span aria-hidden>{comments}</span>
            <span className="sr-only">{words.comments.count(comments)}</span>
          </span>
        )}
      </button>
      <input
        type="checkbox"
        checked={file.isViewed}
        aria-label={`${words.viewed}: ${path}`}
        title={words.viewed}
        onChange={(event) => onView(event.target.checked)}
        className="ml-2 size-3.5 shrink-0 accent-accent"
      />
    </li>
  );
}

function toggled(set: ReadonlySet<string>, path: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(path)) next.add(path);
  return next;
}
