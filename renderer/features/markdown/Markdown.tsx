// Renders Markdown of any length. Finished blocks keep their rendering; only the last is parsed again while text
// streams. Chunks far from the view are not rendered, and text beyond the parser's limits stays plain.

import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { copyAsMarkdown } from './copy/copyAsMarkdown.ts';
import { FarChunk } from './FarChunk.tsx';
import { limits } from './limits.ts';
import { NoteTexts } from './NoteMark.tsx';
import { noteOf } from './notes.ts';
import { ParsedPiece } from './ParsedBlock.tsx';
import { createReplyReader, type Reply } from './reply.ts';
import { useVisibilityWatch } from './useVisibilityWatch.ts';

export interface MarkdownProps {
  text: string;
  /** More text will arrive, so incomplete marks at its end are held back. */
  streaming?: boolean;
}

export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const page = useRef<HTMLDivElement>(null);
  const { chunks, definitions, unread } = useReply(text, streaming);
  // While text remains unread, the last chunk is incomplete.
  const visibleChunks = unread > 0 && !streaming && chunks.length > 1 ? chunks.slice(0, -1) : chunks;
  const wasLong = useRef(false);
  // A streaming text stays long: each change would observe every chunk again.
  const isLong = unread > 0 || chunks.length > limits.firstChunks + limits.lastChunks || (streaming && wasLong.current);
  wasLong.current = isLong;
  const watch = useVisibilityWatch(page, isLong);
  const isFirst = (at: number): boolean => at < limits.firstChunks || chunks.length - at <= limits.lastChunks;
  // The same function, so it is registered once; it ignores everything outside replies, so it is never removed.
  useEffect(() => document.addEventListener('copy', copyAsMarkdown), []);
  const noteText = useNoteText({ chunks, definitions, unread });
  return (
    <NoteTexts value={noteText}>
      <div className="markdown" ref={page}>
        {visibleChunks.map((chunk, at) => (
          <FarChunk
            key={chunk.key}
            chunk={chunk}
            definitions={definitions}
            open={streaming && at === chunks.length - 1 && unread === 0}
            first={!isLong || isFirst(at)}
            watch={isLong ? (watch ?? waiting) : null}
          />
        ))}
        {unread > 0 && !streaming && <div style={{ height: Math.ceil(unread / lettersOfLine) * lineHeight }} />}
      </div>
    </NoteTexts>
  );
});

/** Stable function, so that it causes no re-render. */
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

/** Reserves approximate height, in pixels per line, for unread text. */
const lineHeight = 24;
const lettersOfLine = 90;

/** Used until the view is known. */
const waiting = (): (() => void) => () => undefined;

// A text's blocks, read incrementally: streaming text resumes where reading stopped, and long text is read in slices to
// keep the window responsive.

/** `streaming`: the text grows, and reads are small. */
function useReply(text: string, streaming: boolean): Reply {
  const [reader] = useState(() => createReplyReader());
  const before = useRef<{ text: string; turn: number; reply: Reply } | null>(null);
  const [turn, setTurn] = useState(0);
  if (before.current?.text !== text || before.current.turn !== turn) {
    before.current = { text, turn, reply: reader.read(text, sliceOf(before.current, streaming)) };
  }
  const { reply } = before.current;
  const unread = reply.unread > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read schedules the next while text remains
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
