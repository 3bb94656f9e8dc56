// A text as it is drawn, read as far as there is time: a text that grows is read where it was left, and a long one in
// slices, with time for the person between them.

import { useEffect, useRef, useState } from 'react';
import { limits } from './limits.ts';
import { createReplyReader, type Reply } from './reply.ts';

/** `streaming`: the text grows, and only a little is read at once. */
export function useReply(text: string, streaming: boolean): Reply {
  const [reader] = useState(() => createReplyReader());
  const before = useRef<{ text: string; turn: number; reply: Reply } | null>(null);
  const [turn, setTurn] = useState(0);
  if (before.current?.text !== text || before.current.turn !== turn) {
    before.current = { text, turn, reply: reader.read(text, sliceOf(before.current, streaming)) };
  }
  const { reply } = before.current;
  const unread = reply.unread > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is followed by another while something is left
  useEffect(() => {
    if (!unread) return;
    const timer = setTimeout(() => setTurn((count) => count + 1), 0);
    return () => clearTimeout(timer);
  }, [unread, turn, text]);
  return reply;
}

function sliceOf(before: object | null, streaming: boolean): number {
  if (streaming && before) return limits.streamed;
  return before ? limits.slice : limits.first;
}
