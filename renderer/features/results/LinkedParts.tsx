// A line of terminal output whose file names are links, also where colors split them: TypeScript and test runners color
// a path and its line differently.

import { memo, type ReactNode } from 'react';
import { findFileReferences } from '../../../shared/features/files/fileReference.ts';
import { FileName } from '../markdown/fileLinks/FileName.tsx';
import { cutParts } from '../markdown/fileLinks/LinkedTokens.tsx';
import { AnsiParts } from './AnsiText.tsx';
import { ansiParts } from './ansi.ts';
import type { AnsiPart } from './ansiStyle.ts';

interface LinkedPartsProps {
  parts: readonly AnsiPart[];
}

/** Within an element with `data-file-links` and `useRovingFocus`. */
export const LinkedParts = memo(function LinkedParts({ parts }: LinkedPartsProps) {
  const references = findFileReferences(parts.map(({ text }) => text).join(''));
  if (references.length === 0) return <AnsiParts parts={parts} />;
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const { start, end, ...named } of references) {
    if (start > done) pieces.push(<AnsiParts key={done} parts={cutParts(parts, done, start)} />);
    pieces.push(
      <FileName key={start} named={named} isItem>
        <AnsiParts parts={cutParts(parts, start, end)} />
      </FileName>,
    );
    done = end;
  }
  pieces.push(<AnsiParts key={done} parts={cutParts(parts, done, Number.POSITIVE_INFINITY)} />);
  return pieces;
}, isSameLine);

/** A line as the command wrote it. */
export const LinkedAnsi = memo(function LinkedAnsi({ text }: { text: string }) {
  return <LinkedParts parts={ansiParts(text)} />;
});

/** New output makes new parts for every line; unchanged ones are not searched again. */
function isSameLine({ parts: one }: LinkedPartsProps, { parts: other }: LinkedPartsProps): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((part, at) => isSamePart(part, other[at]));
}

function isSamePart(one: AnsiPart, other: AnsiPart | undefined): boolean {
  const keys = Object.keys(one) as (keyof AnsiPart)[];
  return (
    other !== undefined && keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
  );
}
