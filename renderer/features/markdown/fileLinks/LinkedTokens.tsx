// A line of code in its syntax colors, whose file names are links.

import { memo, type ReactNode } from 'react';
import { findFileReferences } from '../../../../shared/features/files/fileReference.ts';
import type { Token } from '../../../core/state/textTools.ts';
import { separateMarks } from '../textPieces.ts';
import { FileName } from './FileName.tsx';

interface TokensProps {
  tokens: readonly Token[];
}

export function Tokens({ tokens }: TokensProps) {
  return tokens.map(({ text, color }, at) =>
    color === undefined ? (
      separateMarks(text)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no id
      <span key={at} style={{ color }}>
        {separateMarks(text)}
      </span>
    ),
  );
}

/** Within an element with `data-file-links` and `useRovingFocus`. */
export const LinkedTokens = memo(function LinkedTokens({ tokens }: TokensProps) {
  const references = findFileReferences(tokens.map(({ text }) => text).join(''));
  if (references.length === 0) return <Tokens tokens={tokens} />;
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const { start, end, ...named } of references) {
    if (start > done) pieces.push(<Tokens key={done} tokens={cutParts(tokens, done, start)} />);
    pieces.push(
      <FileName key={`name ${start}`} named={named} isItem>
        <Tokens tokens={cutParts(tokens, start, end)} />
      </FileName>,
    );
    done = end;
  }
  pieces.push(<Tokens key={done} tokens={cutParts(tokens, done, Number.POSITIVE_INFINITY)} />);
  return pieces;
});

/** The parts from `start` to `end`, in UTF-16 units of the line. */
export function cutParts<T extends { text: string }>(parts: readonly T[], start: number, end: number): T[] {
  const pieces: T[] = [];
  let at = 0;
  for (const part of parts) {
    const text = part.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (text !== '') pieces.push({ ...part, text });
    at += part.text.length;
  }
  return pieces;
}
