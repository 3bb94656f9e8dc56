// Colors of a code block that may still grow: each line is colored once, when complete; others are shown plain.

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { Coloring, Highlighter, Token } from '../../core/state/textTools.ts';
import { limits } from './limits.ts';

/** Colored lines per piece, from its first. */
export type Colors = readonly (readonly Token[][])[];

interface Work {
  language: string;
  first: string;
  colouring: Coloring | null;
  colours: (readonly Token[][])[];
  /** Characters of each piece already sent for coloring. */
  given: number[];
  all: number;
  busy: boolean;
}

/** `done`: nothing will be appended. */
export function useColors(pieces: readonly string[], language: string, done: boolean): Colors {
  const { highlighter } = useSession();
  const work = useRef<Work | null>(null);
  const alive = useRef(true);
  const latest = useRef({ pieces, done });
  latest.current = { pieces, done };
  const [, redraw] = useState(0);
  if (work.current === null || work.current.language !== language || !sameBeginning(work.current, pieces)) {
    work.current = beginWork(highlighter, pieces, language);
  }
  const now = work.current;
  useEffect(() => {
    alive.current = true;
    void goOn(now);
    return () => {
      alive.current = false;
    };

    async function goOn(own: Work): Promise<void> {
      if (own.busy) return;
      own.busy = true;
      for (;;) {
        const next = nextLines(own, latest.current.pieces, latest.current.done);
        if (!next || !alive.current || work.current !== own) break;
        const lines = await own.colouring?.next(next.text);
        if (!lines) {
          own.colouring = null;
          break;
        }
        own.colours[next.piece] = [...(own.colours[next.piece] ?? []), ...lines];
        const whole = latest.current.pieces[next.piece];
        if (whole !== undefined && next.isLast) {
          highlighter.remember(nameOf(own, whole, next.piece), own.colours[next.piece] as Token[][]);
        }
        if (alive.current) redraw((count) => count + 1);
      }
      own.busy = false;
    }
  });
  return now.colours;
}

function beginWork(highlighter: Highlighter, pieces: readonly string[], language: string): Work {
  const work: Work = {
    language,
    first: pieces[0] ?? '',
    colouring: language === '' ? null : highlighter.start(language),
    colours: [],
    given: [],
    all: 0,
    busy: false,
  };
  if (!work.colouring) return work;
  for (const [at, piece] of pieces.entries()) {
    const cached = highlighter.cached(nameOf(work, piece, at));
    if (!cached) break;
    work.colours[at] = cached;
    work.given[at] = piece.length;
    work.all += piece.length;
  }
  return work;
}

/** Code that only grew continues; any other starts over. */
function sameBeginning(work: Work, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  if (first === work.first) return true;
  if (!first.startsWith(work.first)) return (work.given[0] ?? 0) <= first.length && work.first.startsWith(first);
  work.first = first;
  return true;
}

function nameOf({ language }: Work, piece: string, at: number): string {
  return `${language} ${at}\n${piece}`;
}

/** The next whole uncolored lines of one piece. */
function nextLines(
  work: Work,
  pieces: readonly string[],
  done: boolean,
): { piece: number; text: string; isLast: boolean } | null {
  if (!work.colouring || work.all >= limits.colours) return null;
  for (let piece = Math.max(0, work.given.length - 1); piece < pieces.length; piece++) {
    const text = pieces[piece] as string;
    const from = work.given[piece] ?? 0;
    const finished = piece < pieces.length - 1 || done;
    const to = finished ? text.length : text.lastIndexOf('\n') + 1;
    if (to <= from) continue;
    work.given[piece] = to;
    work.all += to - from;
    return { piece, text: text.slice(from, to), isLast: finished && to === text.length };
  }
  return null;
}
