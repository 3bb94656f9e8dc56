// Changed files, each with a collapsible diff. A file that would stay unchanged shows the reason.

import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { ChangePreview } from '../../../shared/features/undo/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { DiffLayoutButton, DiffView } from '../results/DiffView.tsx';
import { FileLine } from './FileLine.tsx';

const words = strings.undo;

type ShownFile = ChangePreview['files'][number];

/** With more files or longer changes, diffs start collapsed. */
const maxOpen = 4;
const maxOpenLines = 400;

interface FileDiffsProps {
  files: readonly ShownFile[];
  folded?: boolean;
  /** False: the caller has the button for the layout of diffs. */
  hasLayoutButton?: boolean;
  /** Loads the diff of a file that has none when it is expanded; resolves to null if there is none to show. */
  load?: ((file: ShownFile) => Promise<string | null>) | undefined;
}

export function FileDiffs({ files, folded = false, hasLayoutButton = true, load }: FileDiffsProps) {
  const lines = files.reduce((sum, { added = 0, removed = 0 }) => sum + added + removed, 0);
  const open = !folded && files.length <= maxOpen && lines <= maxOpenLines;
  return (
    <>
      {hasLayoutButton && files.some(({ diff }) => diff !== undefined || load) && (
        <div className="-mb-1 flex justify-end">
          <DiffLayoutButton />
        </div>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {files.map((file) => (
          <FileDiff
            key={`${file.kind}:${file.path}`}
            file={file}
            open={open && (file.diff !== undefined || load !== undefined)}
            load={load}
          />
        ))}
      </ul>
    </>
  );
}

interface FileDiffProps extends Pick<FileDiffsProps, 'load'> {
  file: ShownFile;
  open: boolean;
}

function FileDiff({ file, open: initially, load }: FileDiffProps) {
  const [open, setOpen] = useState(initially);
  const diff = useDiff(file, open ? load : undefined);
  const conflict = file.conflict !== undefined;
  return (
    <li
      data-file={file.path}
      data-conflict={conflict || undefined}
      className={classes('overflow-hidden rounded-l border', conflict ? 'border-wait-line' : 'border-line')}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-3 py-1.5 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
      >
        <FileLine file={file} />
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-2">
          {conflict && (
            <span className="flex items-center gap-1 text-small text-wait">
              <TriangleAlert className="size-3.5" strokeWidth={1.75} aria-hidden />
              {words.preview.conflict}
            </span>
          )}
          <ChevronRight
            className={classes('mt-0.5 size-3.5 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
            aria-hidden
          />
        </span>
      </button>
      {conflict && (
        <p className="wrap-anywhere px-3 pb-2 text-ui text-wait">
          <VisibleText text={strings.sentences.host(file.conflict ?? '')} />
        </p>
      )}
      {open && (
        <section
          aria-label={words.preview.diffOf(file.path)}
          className="max-h-96 overflow-auto border-line border-t bg-page focus-visible:-outline-offset-2"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
        >
          {diff ? <DiffView diff={diff} showUnseen /> : diff === null ? <NoDiff file={file} /> : null}
        </section>
      )}
    </li>
  );
}

/** Null: none. Undefined: loading. */
function useDiff(file: ShownFile, load: FileDiffsProps['load']): string | null | undefined {
  const [loaded, setLoaded] = useState<string | null | undefined>(undefined);
  const isAsked = file.diff === undefined && load !== undefined && loaded === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (!isAsked) return;
    let cancelled = false;
    void load?.(file).then((answer) => cancelled || setLoaded(answer));
    return () => {
      cancelled = true;
    };
  }, [isAsked]);
  return file.diff ?? (isAsked ? undefined : (loaded ?? null));
}

function NoDiff({ file }: { file: ShownFile }) {
  const size = file.bytes === null ? '' : ` ${words.preview.size(formatBytes(file.bytes))}`;
  const same = file.kind === 'renamed' || file.kind === 'mode';
  return (
    <p className="px-3 py-2 text-ink-3 text-ui">
      {same ? words.preview.sameContent : `${words.preview.noDiff}${size}`}
    </p>
  );
}

/** States that not all diffs are shown. */
export function TruncationNotice({ sentence }: { sentence: UserTextData | undefined }) {
  return sentence === undefined ? null : <p className="text-small text-wait">{strings.sentences.host(sentence)}</p>;
}

export function UncoveredChanges({ sentences }: { sentences: readonly UserTextData[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="text-ink-3 text-small">
      <p>{words.notCovered}</p>
      <ul className="list-disc pl-4">
        {sentences.map((sentence) => (
          <li key={englishOf(sentence)} className="wrap-anywhere">
            <VisibleText text={strings.sentences.host(sentence)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
