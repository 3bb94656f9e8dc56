// Search state of a viewer: finds matches in text of any size and steps through them.

import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../../shared/core/errors.ts';
import { useActions } from '../../../core/state/context.tsx';

interface OutputMatch {
  offset: number;
  line: number;
}

export interface OutputSearchState {
  text: string;
  matches: OutputMatch[];
  /** More matches exist than were returned. */
  more: boolean;
  /** Index of the current match; -1 if none. */
  at: number;
  /** True when `matches` belong to `text`. */
  settled: boolean;
  setText(text: string): void;
  step(by: 1 | -1): void;
}

export type FindMatches = (
  text: string,
  signal: AbortSignal,
) => Promise<Result<{ matches: OutputMatch[]; more: boolean }>>;

export interface OutputSearchOptions {
  find: FindMatches;
  onShow: (offset: number) => void;
  /** Initial text, and the byte offset of the first match to show. */
  text?: string | undefined;
  place?: number | undefined;
}

const pause = 250;
const noResults = { text: '', matches: [] as OutputMatch[], more: false, at: -1 };

export function useOutputSearch({ find, onShow, text: begun = '', place }: OutputSearchOptions): OutputSearchState {
  const { report } = useActions();
  const [text, setText] = useState(begun);
  const [results, setResults] = useState(noResults);
  const show = useRef(onShow);
  show.current = onShow;
  const first = useRef(place);
  useEffect(() => {
    if (text === '') return setResults(noResults);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await find(text, controller.signal);
      if (controller.signal.aborted) return;
      if (!answer.ok) return report(answer.error);
      const { matches, more } = answer.value;
      const nextIndex = matches.findIndex(({ offset }) => offset >= (first.current ?? 0));
      first.current = undefined;
      const at = matches.length === 0 ? -1 : Math.max(0, nextIndex);
      setResults({ text, matches, more, at });
      if (at >= 0) show.current((matches[at] as OutputMatch).offset);
    }, pause);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [text, find, report]);

  return {
    text,
    matches: results.matches,
    more: results.more,
    at: results.at,
    settled: results.text === text,
    setText,
    step(by) {
      const count = results.matches.length;
      if (count === 0) return;
      const at = (results.at + by + count) % count;
      setResults({ ...results, at });
      show.current((results.matches[at] as OutputMatch).offset);
    },
  };
}
