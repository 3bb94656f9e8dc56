// A changed file in one line: the kind of change as icon and word, the full path, added and removed lines.

import { FileCog, FileInput, FilePen, FilePlus2, FileSymlink, FileX2, type LucideIcon } from 'lucide-react';
import type { ChangedFile } from '../../core/calls/callChanges.ts';
import { strings } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = strings.undo;

const glyphs: Record<ChangedFile['kind'], LucideIcon> = {
  added: FilePlus2,
  modified: FilePen,
  deleted: FileX2,
  renamed: FileInput,
  mode: FileCog,
  link: FileSymlink,
};

export function kindIcon(kind: ChangedFile['kind']): LucideIcon {
  return glyphs[kind];
}

export function FileLine({ file }: { file: ChangedFile }) {
  const Icon = glyphs[file.kind];
  return (
    <>
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="wrap-anywhere min-w-0">
        {file.kind !== 'modified' && <span className="text-ink-3">{words.kinds[file.kind]} </span>}
        <VisibleText text={file.path} />
        {file.from !== undefined && (
          <span className="text-ink-3">
            {' '}
            <VisibleText text={words.from(file.from)} />
          </span>
        )}
        <LineCount added={file.added} removed={file.removed} />
      </span>
    </>
  );
}

/** Renders nothing if lines were not counted. */
export function LineCount({ added = 0, removed = 0 }: { added?: number | undefined; removed?: number | undefined }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className="tabular ml-2 whitespace-nowrap text-small">
      <span className="sr-only">{words.lines(added, removed)}</span>
      <span aria-hidden>
        {added > 0 && <span className="text-added">+{added}</span>}
        {added > 0 && removed > 0 && ' '}
        {removed > 0 && <span className="text-removed">−{removed}</span>}
      </span>
    </span>
  );
}
