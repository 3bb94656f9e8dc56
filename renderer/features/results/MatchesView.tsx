// Search matches grouped by file, with the matched text marked. A click opens the file at that line.

import { useMemo } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { LazyLines } from './LazyLines.tsx';

const words = lateStrings.results.matches;
/** Maximum displayed length of a line. */
const longest = 1000;

export interface MatchesViewProps {
  content: string;
  pattern: string;
  ignoreCase: boolean;
}

type Row = { path: string; line: number | null; text: string };

export function MatchesView({ content, pattern, ignoreCase }: MatchesViewProps) {
  const { view } = useSession();
  const roving = useRovingFocus();
  const { files, notes } = useMemo(() => parseMatches(content), [content]);
  const find = useMemo(() => createMatchSplitter(pattern, ignoreCase), [pattern, ignoreCase]);
  const rows = useMemo(
    () =>
      files.flatMap(({ path, matches }): Row[] => [
        { path, line: null, text: '' },
        ...matches.map(({ line, text }) => ({ path, line, text })),
      ]),
    [files],
  );
  return (
    <div className="py-1.5">
      <section aria-label={words.label} {...roving}>
        <LazyLines
          lines={rows}
          render={(row, index) => (
            <button
              key={index}
              type="button"
              data-item
              tabIndex={index === 0 ? 0 : -1}
              aria-label={
                row.line === null
                  ? undefined
                  : strings.sentences.pair(words.openAt(row.path, row.line), row.text.trim())
              }
              onClick={() => openFile(view, row.path, row.line ?? undefined)}
              className={classes(
                'flex w-full text-left hover:bg-hover focus-visible:-outline-offset-2',
                row.line === null ? 'gap-2 px-3 pt-1.5 pb-0.5 font-strong text-ui' : 'font-mono text-code',
              )}
            >
              {row.line === null ? (
                <span className="wrap-anywhere min-w-0">{visibleText(row.path)}</span>
              ) : (
                <>
                  <span className="tabular w-13 shrink-0 select-none pr-3 text-right text-ink-3">{row.line}</span>
                  <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
                    <HighlightedMatch text={row.text} find={find} />
                  </span>
                </>
              )}
            </button>
          )}
        />
      </section>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no stable id
        <p key={index} className="wrap-anywhere px-3 pt-1 text-ink-3 text-small">
          {note}
        </p>
      ))}
    </div>
  );
}

function HighlightedMatch({ text, find }: { text: string; find: FindParts }) {
  const shownText = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return find(shownText).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no stable id
      <mark key={index} className="rounded-s bg-found text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Parses the output of search_files by file: `path:line: text`, and the tool's notices around it. */
interface FileMatches {
  path: string;
  matches: { line: number; text: string }[];
}

interface Matches {
  files: FileMatches[];
  notes: string[];
}

/** @internal */
export function parseMatches(content: string): Matches {
  const files: FileMatches[] = [];
  const notes: string[] = [];
  for (const line of content.split('\n')) {
    const match = /^(.+?):(\d+): (.*)$/s.exec(line);
    if (!match) {
      if (line !== '') notes.push(line.replace(/^\[(.*)\]$/s, '$1'));
      continue;
    }
    const [, path = '', number = '', text = ''] = match;
    const last = files.at(-1);
    const file = last?.path === path ? last : { path, matches: [] };
    if (file !== last) files.push(file);
    file.matches.push({ line: Number(number), text });
  }
  return { files, notes };
}

/**
 * Finds a search's pattern within a line to mark it. The pattern is the model's and ran in another regex engine: marks nothing
 * unless it means the same here and runs in bounded time.
 */
interface MatchPart {
  text: string;
  isMatch: boolean;
}

type FindParts = (line: string) => MatchPart[];

/** Approximate limit of matching steps per line. */
const maxSteps = 1_000_000;
const maxMarks = 200;

/** @internal */
export function createMatchSplitter(pattern: string, ignoreCase: boolean): FindParts {
  const expression = safeExpression(pattern, ignoreCase);
  if (!expression) return (line) => [{ text: line, isMatch: false }];
  const { regex, longest } = expression;
  return (line) => {
    const parts: MatchPart[] = [];
    const looked = line.slice(0, longest);
    let at = 0;
    let marks = 0;
    for (const match of looked.matchAll(regex)) {
      if (match[0] === '' || ++marks > maxMarks) break;
      if (match.index > at) parts.push({ text: line.slice(at, match.index), isMatch: false });
      at = match.index + match[0].length;
      parts.push({ text: match[0], isMatch: true });
    }
    if (at < line.length) parts.push({ text: line.slice(at), isMatch: false });
    return parts;
  };
}

/** Repeated groups can backtrack forever, as can many parts that each match anything or are optional. */
function safeExpression(pattern: string, ignoreCase: boolean): { regex: RegExp; longest: number } | null {
  const caseLess = pattern.startsWith('(?i)');
  const own = caseLess ? pattern.slice(4) : pattern;
  const plain = own.replace(/\\./gsu, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (own.length > 300 || /\(\?(?!:)|\)[*+?{]|&&/.test(plain)) return null;
  const repeats = plain.match(/[*+]|\{\d*,?\d*\}/g)?.length ?? 0;
  const choices = (plain.match(/\?/g)?.length ?? 0) + (plain.includes('(') ? (plain.match(/\|/g)?.length ?? 0) : 0);
  if (repeats > 3 || choices > 10) return null;
  try {
    const regex = new RegExp(own, ignoreCase || caseLess ? 'giu' : 'gu');
    return { regex, longest: Math.floor((maxSteps / 2 ** choices) ** (1 / (repeats + 1))) };
  } catch {
    return null;
  }
}
