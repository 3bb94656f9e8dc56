// Syntax highlighting for diffs, by file extension. Each side of each hunk is highlighted as separate code, so that removed and
// added lines both have colors. Arrives later than the lines and changes no text.

import { useEffect, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { Token } from '../../core/state/textTools.ts';
import type { DiffLine } from './diffFiles.ts';
import { languageOf, maxColoredLength } from './useFileColors.ts';

export type LineColors = ReadonlyMap<DiffLine, readonly Token[]>;

const none: LineColors = new Map();

export function useDiffColors(lines: readonly DiffLine[], path: string): LineColors {
  const { highlighter } = useSession();
  const language = languageOf(path);
  const [colored, setColored] = useState<{ lines: readonly DiffLine[]; colours: LineColors } | null>(null);
  useEffect(() => {
    const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
    if (language === '' || letters > maxColoredLength) return;
    let current = true;
    void (async () => {
      const colours = new Map<DiffLine, readonly Token[]>();
      for (const side of sidesOf(lines)) {
        const tokens = await highlighter.start(language)?.next(`${side.map(({ text }) => text).join('\n')}\n`);
        if (!current || !tokens) return;
        for (const [at, line] of side.entries()) if (tokens[at]) colours.set(line, tokens[at]);
      }
      setColored({ lines, colours });
    })();
    return () => {
      current = false;
    };
  }, [highlighter, lines, language]);
  return colored?.lines === lines ? colored.colours : none;
}

/** The old and the new lines of each hunk. @internal */
export function sidesOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === 'hunk') hunks.push([]);
    else if (line.kind !== 'note') hunks.at(-1)?.push(line);
  }
  return hunks
    .flatMap((hunk) => [hunk.filter(({ kind }) => kind !== 'added'), hunk.filter(({ kind }) => kind !== 'removed')])
    .filter((side) => side.length > 0);
}
