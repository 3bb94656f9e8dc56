// Code block: plain at first, with syntax colors once they arrive. Lines do not move when colored, and finished lines
// do not re-render. Some languages have a preview on request.

import { TextWrap } from 'lucide-react';
import { type CSSProperties, memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import type { Token } from '../../core/state/textTools.ts';
import { strings } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { previewKind } from '../previews/previewKind.ts';
import { LinkedText } from './fileLinks/LinkedText.tsx';
import { LinkedTokens, Tokens } from './fileLinks/LinkedTokens.tsx';
import { type NameScope, NameScopeContext } from './fileLinks/nameScope.ts';
import { useLinks } from './fileLinks/useLinks.ts';
import { limits } from './limits.ts';
import { separateMarks, splitText } from './textPieces.ts';
import { useColors } from './useColors.ts';
import { holdsSelection, useVisibilityWatch, type Watch } from './useVisibilityWatch.ts';
import { WidenButton } from './WidenButton.tsx';

export function CodeBlock({ code, language }: { code: string; language: string }) {
  const pieces = useMemo(() => splitText(code, limits.code), [code]);
  return <CodePieces pieces={pieces} language={language} done />;
}

interface CodeProps {
  /** Together they are the code; only the last may still grow. */
  pieces: readonly string[];
  language: string;
  /** No more will be appended. */
  done: boolean;
}

/** Code in pieces, of any length. */
export function CodePieces({ pieces, language, done }: CodeProps) {
  const [wrap, setWrap] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const [diagram, setDiagram] = useState<string | null>(null);
  // No preview while the code is still streaming.
  const kind = done ? previewKind(language, pieces[0] ?? '') : null;
  const source = (): string => pieces.join('').replace(/\n$/, '');
  const visibleKind = isPreview ? kind : null;
  const columns = useColumns(pieces);
  const block = useRef<HTMLDivElement>(null);
  const watch = useVisibilityWatch(block, pieces.length > 1);
  const roving = useRovingFocus();
  return (
    <div
      ref={block}
      className="code-block group/code relative rounded-l bg-soft"
      style={wrap || visibleKind ? undefined : ({ '--columns': columns } as CSSProperties)}
    >
      <div
        className={classes(
          'flex items-center gap-1',
          // Without a label, the buttons overlay the code instead of taking a line.
          language === '' ? 'absolute top-1 right-1 z-10' : 'h-8 pr-1 pl-3',
        )}
      >
        {language !== '' && <p className="min-w-0 flex-1 truncate text-ink-3 text-small">{language}</p>}
        <span className="flex rounded-m bg-soft opacity-0 transition-opacity focus-within:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100">
          {visibleKind === null && !wrap && columns >= widerThanColumn && <WidenButton />}
          {visibleKind === null ? (
            <IconButton
              icon={TextWrap}
              label={lateStrings.markdown.wrap}
              size="small"
              aria-pressed={wrap}
              onClick={() => setWrap(!wrap)}
            />
          ) : (
            <PreviewActionsPart kind={visibleKind} source={source()} svg={visibleKind === 'mermaid' ? diagram : null} />
          )}
          <CopyButton text={source} label={lateStrings.markdown.copyCode} />
        </span>
        {kind !== null && <ViewSwitch isPreview={isPreview} onChange={setPreview} />}
      </div>
      {visibleKind !== null && <PreviewPart kind={visibleKind} source={source()} onDiagram={setDiagram} />}
      <pre
        dir="ltr"
        data-language={language === '' ? undefined : language}
        hidden={visibleKind !== null}
        className={classes(
          'px-3 text-code',
          language === '' ? 'py-1.5' : 'pb-2.5',
          wrap ? 'wrap-anywhere whitespace-pre-wrap' : 'overflow-x-auto',
        )}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        data-file-links
        {...roving}
      >
        <NameScopeContext value={relativeToFolder.test(language) ? inFolder : inCode}>
          <Code pieces={pieces} language={language} done={done} wrap={wrap} watch={watch} />
        </NameScopeContext>
      </pre>
    </div>
  );
}

/** In columns; the transcript's column holds 97. */
const widerThanColumn = 100;
/** Grows in a few steps while lines stream. */
const columnStep = 20;
/** Limit for lines far wider than any window. */
const maxColumns = 400;

/** Width of the longest line in columns; wide characters count as two. Unchanged pieces are not measured again. */
function useColumns(pieces: readonly string[]): number {
  const counted = useRef<{ piece: string; columns: number }[]>([]);
  counted.current = pieces.map((piece, at) => {
    const before = counted.current[at];
    return before?.piece === piece ? before : { piece, columns: columnsOf(piece) };
  });
  const longest = counted.current.reduce((max, { columns }) => Math.max(max, columns), 0);
  return Math.ceil(longest / columnStep) * columnStep;
}

const wideLetters = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

function columnsOf(text: string): number {
  let max = 0;
  for (let at = 0; at <= text.length && max < maxColumns; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    // A character is at most two columns, so lines that are too short either way are skipped.
    if ((end - at) * 2 > max) {
      const line = text.slice(at, Math.min(end, at + maxColumns));
      max = Math.max(max, line.length + (line.match(wideLetters)?.length ?? 0) + 7 * (line.split('\t').length - 1));
    }
    at = end + 1;
  }
  return Math.min(max, maxColumns);
}

const PreviewPart = lazyPart(
  async () => (await import('../previews/Preview.tsx')).Preview,
  <div className="h-40" role="status" aria-label={strings.ui.loading} />,
);

const PreviewActionsPart = lazyPart(async () => (await import('../previews/PreviewActions.tsx')).PreviewActions);

/** Renders the model's output, and runs its scripts, only after a click. */
function ViewSwitch({ isPreview, onChange }: { isPreview: boolean; onChange: (isPreview: boolean) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <span role="group" aria-label={lateStrings.markdown.view} className="flex gap-0.5">
      {[false, true].map((value) => (
        <button
          key={String(value)}
          type="button"
          aria-pressed={isPreview === value}
          onClick={() => onChange(value)}
          className="rounded-m px-1.5 py-0.5 text-ink-3 text-small hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
        >
          {value ? lateStrings.markdown.preview : lateStrings.markdown.code}
        </button>
      ))}
    </span>
  );
}

/** Languages whose `./a.ts` is relative to the folder; in others it is relative to a file that is not known. */
const relativeToFolder = /^(?:|sh|bash|zsh|fish|shell|console|shellsession|text|txt|plain|log|diff|patch)$/i;
const inFolder: NameScope = {};
const inCode: NameScope = { relative: 'undotted' };

const noColors: readonly Token[][] = [];

function Code({ pieces, language, done, wrap, watch }: CodeProps & { wrap: boolean; watch: Watch | null }) {
  const colours = useColors(pieces, language, done);
  return (
    <code>
      {pieces.map((piece, at) => (
        <Piece
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are only appended
          key={at}
          text={piece}
          lines={colours[at] ?? noColors}
          far={pieces.length > 1}
          done={done}
          watch={watch}
          wrap={wrap}
        />
      ))}
    </code>
  );
}

interface PieceProps {
  text: string;
  lines: readonly Token[][];
  /** Possibly far out of view: laid out and colored when near. Its height is known in advance. */
  far: boolean;
  /** The block will not grow; only then are names of files links. */
  done: boolean;
  watch: Watch | null;
  wrap: boolean;
}

const Piece = memo(function Piece({ text, lines: colored, far, done, watch, wrap }: PieceProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !watch) return;
    return watch(element, (isNear) => {
      if (isNear || !holdsSelection(element)) startTransition(() => setNear(isNear));
    });
  }, [watch]);
  const lines = near || !far ? colored : noColors;
  const links = useLinks(place, done && (near || !far));
  const rest = lines.length === 0 ? text : afterLines(text, lines.length);
  const height = `auto calc(${Math.max(1, text.split('\n').length - 1)} * 1lh)`;
  const style = far ? { contentVisibility: 'auto' as const, containIntrinsicSize: `auto 0px ${height}` } : undefined;
  return (
    <span ref={place} className={classes('block', !wrap && 'w-max min-w-full')} style={style}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <Line key={at} tokens={line} links={links} />
      ))}
      {links ? <LinkedText text={rest} /> : separateMarks(rest)}
    </span>
  );
});

interface LineProps {
  tokens: readonly Token[];
  links: boolean;
}

const Line = memo(function Line({ tokens, links }: LineProps) {
  return (
    <span>
      {links ? <LinkedTokens tokens={tokens} /> : <Tokens tokens={tokens} />}
      {'\n'}
    </span>
  );
});

/** The rest after this many lines. */
function afterLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const newline = text.indexOf('\n', at);
    if (newline < 0) return '';
    at = newline + 1;
  }
  return text.slice(at);
}
