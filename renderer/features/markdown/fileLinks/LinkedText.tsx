// Plain text whose file names are links.

import { memo, type ReactNode, useMemo } from 'react';
import { findFileReferences } from '../../../../shared/features/files/fileReference.ts';
import { separateMarks } from '../textPieces.ts';
import { FileName } from './FileName.tsx';

/** Max links in a text. */
const maxLinks = 500;

/** Within an element with `useRovingFocus`. */
export const LinkedText = memo(function LinkedText({ text }: { text: string }) {
  return useMemo(() => piecesOf(text), [text]);
});

function piecesOf(text: string): ReactNode {
  const pieces: ReactNode[] = [];
  let done = 0;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    for (const { start, end, ...named } of findFileReferences(line)) {
      if (pieces.length >= maxLinks * 2) break;
      if (lineStart + start > done) pieces.push(separateMarks(text.slice(done, lineStart + start)));
      done = lineStart + end;
      pieces.push(
        <FileName key={pieces.length} named={named} isItem>
          {line.slice(start, end)}
        </FileName>,
      );
    }
    lineStart += line.length + 1;
  }
  pieces.push(separateMarks(text.slice(done)));
  return pieces;
}
