// A text as Markdown, of any length. Blocks that are finished are kept as they were drawn; only the last is parsed again
// while text arrives. What is far from what is seen is not drawn, and what is too much for a parser is plain text.

import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { copyAsWritten } from './copy/copyAsWritten.ts';
import { FarChunk } from './FarChunk.tsx';
import { limits } from './limits.ts';
import { NoteTexts } from './NoteMark.tsx';
import { noteOf } from './notes.ts';
import { ParsedPiece } from './ParsedBlock.tsx';
import { createReplyReader, type Reply } from './reply.ts';
import { useWatch } from './useWatch.ts';

export interface MarkdownProps {
  text: string;
  /** More is to come: half-written marks at its end are held back. */
  streaming?: boolean;
}

export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const page = useRef<HTMLDivElement>(null);
  const { chunks, definitions, unread } = useReply(text, streaming);
  // The last chunk of a text that is not read to its end is not whole.
  const shown = unread > 0 && !streaming && chunks.length > 1 ? chunks.slice(0, -1) : chunks;
  const isLong = unread > 0 || chunks.length > limits.firstChunks + limits.lastChunks;
  const watch = useWatch(page, isLong);
  const isFirst = (at: number): boolean => at < limits.firstChunks || chunks.length - at <= limits.lastChunks;
  // The same listener is only ever there once, and stays: it leaves alone what is no reply.
  useEffect(() => document.addEventListener('copy', copyAsWritten), []);
  const noteText = useNoteText({ chunks, definitions, unread });
  return (
    <NoteTexts value={noteText}>
      <div className="markdown" ref={page}>
        {shown.map((chunk, at) => (
          <FarChunk
            key={chunk.key}
            chunk={chunk}
            definitions={definitions}
            open={streaming && at === chunks.length - 1 && unread === 0}
            first={!isLong || isFirst(at)}
            keep={streaming}
            watch={isLong ? (watch ?? waiting) : null}
          />
        ))}
        {unread > 0 && !streaming && <div style={{ height: Math.ceil(unread / lettersOfLine) * lineHeight }} />}
      </div>
    </NoteTexts>
  );
});

/** The function stays the same: what is drawn is not drawn again for it. */
function useNoteText(reply: Reply): (name: string) => ReactNode | null {
  const latest = useRef(reply);
  latest.current = reply;
  return useCallback((name) => {
    const { chunks, definitions } = latest.current;
    for (const { parts } of chunks) {
      for (const { kind, plain, pieces } of parts) {
        const note = kind === 'text' && plain === null ? noteOf(pieces[0] ?? '') : null;
        if (note?.name === name) return <ParsedPiece text={note.text} definitions={definitions} open={false} />;
      }
    }
    return null;
  }, []);
}

/** What is not read yet takes about as much room, in pixels. */
const lineHeight = 24;
const lettersOfLine = 90;

/** Until it is known what is seen. */
const waiting = (): (() => void) => () => undefined;

// A text as it is drawn, read as far as there is time: a text that grows is read where it was left, and a long one in
// slices, with time for the person between them.

/** `streaming`: the text grows, and only a little is read at once. */
function useReply(text: string, streaming: boolean): Reply {
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
