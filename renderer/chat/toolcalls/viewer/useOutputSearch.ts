// The search in a whole output: the host finds the places, the person goes from one to the next.

import { useEffect, useRef, useState } from 'react';
import { useActions } from '../../../state/context.tsx';

export interface OutputMatch {
  offset: number;
  line: number;
}

export interface OutputSearchState {
  text: string;
  matches: OutputMatch[];
  /** There are more than the host gave. */
  more: boolean;
  /** The match that is shown; -1 when there is none. */
  at: number;
  /** True when `matches` are those of `text`. */
  settled: boolean;
  setText(text: string): void;
  step(by: 1 | -1): void;
}

const pause = 250;

export function useOutputSearch(
  conversationId: string,
  messageId: string,
  onShow: (offset: number) => void,
): OutputSearchState {
  const { call, report } = useActions();
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; matches: OutputMatch[]; more: boolean; at: number }>({
    text: '',
    matches: [],
    more: false,
    at: -1,
  });
  const show = useRef(onShow);
  show.current = onShow;
  useEffect(() => {
    if (text === '') return setFound({ text: '', matches: [], more: false, at: -1 });
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await call('toolResult.search', { conversationId, messageId, text });
      if (!current) return;
      if (!answer.ok) return report(answer.error);
      const { matches, more } = answer.value;
      setFound({ text, matches, more, at: matches.length > 0 ? 0 : -1 });
      if (matches[0]) show.current(matches[0].offset);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, conversationId, messageId, call, report]);

  return {
    text,
    matches: found.matches,
    more: found.more,
    at: found.at,
    settled: found.text === text,
    setText,
    step(by) {
      const count = found.matches.length;
      if (count === 0) return;
      const at = (found.at + by + count) % count;
      setFound({ ...found, at });
      show.current((found.matches[at] as OutputMatch).offset);
    },
  };
}
