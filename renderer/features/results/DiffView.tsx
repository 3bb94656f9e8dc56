// A diff with line numbers and marked words, in one column or side by side. Signs repeat what the colors say. Renders only
// lines near the viewport.

import { Columns2, Rows2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession, useView } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { type DiffLinesProps, DiffText, lineTones } from './DiffText.tsx';
import { type DiffFile, type DiffLine, diffFiles } from './diffFiles.ts';
import { diffPairs, diffRows } from './diffRows.ts';
import { LazyLines } from './LazyLines.tsx';
import { useDiffColors } from './useDiffColors.ts';

const words = lateStrings.results.diff;
/** Minimum width in pixels for two readable columns. */
const widthForTwo = 560;

export interface DiffViewProps {
  diff: string;
  /** Shows invisible characters as their code points. */
  showUnseen?: boolean;
  /** Shows the file's status even if there is only one file; with several files it is always shown. */
  named?: boolean;
}

export function DiffView({ diff, showUnseen = false, named = false }: DiffViewProps) {
  const files = useMemo(() => diffFiles(diff), [diff]);
  const element = useRef<HTMLDivElement>(null);
  const layout = useView((view) => view.diffLayout);
  const wide = useWide(element, widthForTwo);
  const Lines = layout === 'split' && wide ? DiffSides : DiffColumn;
  return (
    <div ref={element} data-diff={Lines === DiffSides ? 'split' : 'inline'}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a diff may contain the same file twice
        <div key={index} className={index > 0 ? 'border-line border-t' : ''}>
          {(files.length > 1 || (named && file.kind !== 'modified')) && <FileHead file={file} />}
          {file.binary && <p className="px-3 py-2 text-ink-3 text-ui">{words.binary}</p>}
          {!file.binary && file.lines.length === 0 && <p className="px-3 py-2 text-ink-3 text-ui">{words.empty}</p>}
          {file.lines.length > 0 && (
            <div className="py-1 font-mono text-code">
              <FileLines Lines={Lines} file={file} showUnseen={showUnseen} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

interface FileLinesProps {
  Lines: typeof DiffColumn;
  file: DiffFile;
  showUnseen: boolean;
}

function FileLines({ Lines, file, showUnseen }: FileLinesProps) {
  const colours = useDiffColors(file.lines, file.path);
  return <Lines lines={file.lines} colours={colours} showUnseen={showUnseen} />;
}

function FileHead({ file: { kind, path, from, added, removed } }: { file: DiffFile }) {
  return (
    <p className="wrap-anywhere px-3 pt-2 text-ui">
      <span className="text-ink-3">{words.kinds[kind]}</span> {visibleText(path)}
      {from !== null && <span className="text-ink-3"> {words.from(visibleText(from))}</span>}
      <span className="tabular ml-2 text-small">
        <span className="sr-only">{words.counts(added, removed)}</span>
        <span aria-hidden>
          {added > 0 && <span className="text-added">+{added} </span>}
          {removed > 0 && <span className="text-removed">−{removed}</span>}
        </span>
      </span>
    </p>
  );
}

/** Toggles between one and two columns, for all diffs in the window. */
export function DiffLayoutButton() {
  const { view } = useSession();
  const layout = useView((now) => now.diffLayout);
  const split = layout === 'split';
  return (
    <IconButton
      icon={split ? Rows2 : Columns2}
      label={split ? words.inline : words.split}
      size="small"
      onClick={() => view.setState({ diffLayout: split ? 'inline' : 'split' })}
    />
  );
}

/** True if the element is at least this wide, in pixels. */
function useWide(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [wide, setWide] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width >= width);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, width]);
  return wide;
}

/** A diff in one column: removed lines above the added ones. */
function DiffColumn({ lines, colours, showUnseen }: DiffLinesProps) {
  const pairs = useMemo(() => diffPairs(lines), [lines]);
  return (
    <LazyLines
      lines={lines}
      render={(line, index) =>
        index === 0 && line.kind === 'hunk' && line.text === '' ? null : (
          <div key={index} className={classes('flex', lineTones[line.kind])}>
            <Numbers line={line} />
            <DiffText line={line} other={pairs.get(line)} tokens={colours.get(line)} showUnseen={showUnseen} />
          </div>
        )
      }
    />
  );
}

function Numbers({ line }: { line: DiffLine }) {
  if (line.kind === 'hunk') {
    return <span className="w-18 shrink-0 select-none pr-1 text-right text-ink-3">⋯</span>;
  }
  return (
    <>
      <span className="tabular w-9 shrink-0 select-none text-right text-ink-3">{line.oldNumber ?? ''}</span>
      <span className="tabular w-9 shrink-0 select-none pr-1 text-right text-ink-3">{line.newNumber ?? ''}</span>
    </>
  );
}

/** A diff in two columns: old on the left, new on the right. */
function DiffSides({ lines, colours, showUnseen }: DiffLinesProps) {
  const rows = useMemo(() => diffRows(lines), [lines]);
  const pairs = useMemo(() => diffPairs(lines), [lines]);
  const side = (line: DiffLine | null, number: number | undefined) => (
    <div className={classes('flex min-w-0', line ? lineTones[line.kind] : 'bg-soft')}>
      <span className="tabular w-9 shrink-0 select-none pr-1 text-right text-ink-3">{number ?? ''}</span>
      {line && <DiffText line={line} other={pairs.get(line)} tokens={colours.get(line)} showUnseen={showUnseen} />}
    </div>
  );
  return (
    <LazyLines
      lines={rows}
      render={({ left, right }, index) => {
        if (left && (left.kind === 'hunk' || left.kind === 'note')) {
          if (index === 0 && left.text === '') return null;
          return (
            <div key={index} className={classes('flex', lineTones[left.kind])}>
              <span className="w-9 shrink-0 select-none pr-1 text-right text-ink-3">
                {left.kind === 'hunk' ? '⋯' : ''}
              </span>
              <DiffText line={left} other={undefined} tokens={undefined} showUnseen={showUnseen} />
            </div>
          );
        }
        return (
          <div key={index} className="grid grid-cols-2 divide-x divide-line">
            {side(left, left?.oldNumber)}
            {side(right, right?.newNumber)}
          </div>
        );
      }}
    />
  );
}
