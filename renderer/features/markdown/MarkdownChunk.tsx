// Several parts of a text that render together. Unchanged parts do not re-render.

import { memo } from 'react';
import { type Fence, fenceAfterLine, openingFence } from '../../../shared/core/codeFences.ts';
import { CodePieces } from './CodeBlock.tsx';
import type { Definitions } from './definitions.ts';
import { ListPart, TablePart } from './ListPart.tsx';
import { ParsedBlock } from './ParsedBlock.tsx';
import { PlainBlock } from './PlainText.tsx';
import type { Chunk, Part } from './reply.ts';

interface ChunkProps {
  chunk: Chunk;
  definitions: Definitions;
  /** Its last part is still streaming. */
  open: boolean;
}

export const MarkdownChunk = memo(function MarkdownChunk({ chunk, definitions, open }: ChunkProps) {
  const last = chunk.parts.at(-1);
  return chunk.parts.map((part) => (
    <MarkdownPart key={part.key} part={part} definitions={definitions} open={open && part === last} />
  ));
});

interface PartProps {
  part: Part;
  definitions: Definitions;
  open: boolean;
}

const MarkdownPart = memo(function MarkdownPart({ part, definitions, open }: PartProps) {
  const { kind, plain, pieces, head } = part;
  if (plain !== null) return <PlainBlock pieces={pieces} reason={plain} follows={part.follows} />;
  if (kind === 'fence') return <FencePart pieces={pieces} head={head} open={open} />;
  if (kind === 'list') return <ListPart pieces={pieces} definitions={definitions} open={open} />;
  if (kind === 'table') return <TablePart pieces={pieces} head={head} definitions={definitions} open={open} />;
  return <ParsedBlock text={pieces[0] as string} definitions={definitions} open={open} />;
});

function FencePart({ pieces, head, open }: { pieces: readonly string[]; head: string; open: boolean }) {
  const code = fenceCode(pieces, head);
  const visiblePieces = open && !code.closed ? withoutHalfMark(code.pieces) : code.pieces;
  return (
    <div className="block wide-code">
      <CodePieces pieces={visiblePieces} language={code.language} done={!open || code.closed} />
    </div>
  );
}

/** Drops one or two characters of an incomplete closing fence, which would flash as text. */
function withoutHalfMark(pieces: readonly string[]): readonly string[] {
  const last = pieces.at(-1) ?? '';
  const trimmed = last.replace(/(^|\n) {0,3}(?:`{1,}|~{1,})$/, '$1');
  return trimmed === last ? pieces : [...pieces.slice(0, -1), trimmed];
}

/** The fence before the line that begins at this position of the last piece. */
function beforeLine(fence: Fence, pieces: readonly string[], start: number): Fence {
  if (fence.holds === 0) return fence;
  let place = fence;
  for (const [at, piece] of pieces.entries()) {
    const text = at === pieces.length - 1 ? piece.slice(0, start) : piece;
    for (const [line] of text.matchAll(/^[ \t]*(?:`{3}|~{3}).*$/gm))
      place = fenceAfterLine(line.trim(), place) ?? place;
  }
  return place;
}

/** Code of a block that is only a fence; needs no parser at any length. */
interface FenceCode {
  language: string;
  /** Pieces of code; each but the last ends a line, or splits a very long one. */
  pieces: readonly string[];
  /** The fence is closed: no more lines will arrive. */
  closed: boolean;
}

/**
 * `pieces`: the block's text. The opening fence is its first line, or `opening` if the block continues another.
 * @internal
 */
export function fenceCode(pieces: readonly string[], opening = ''): FenceCode {
  const head = opening === '' ? (pieces[0] ?? '') : opening;
  const newline = head.indexOf('\n');
  const first = newline < 0 ? head : head.slice(0, newline);
  const fence = openingFence(first, false);
  const indent = /^ */.exec(first)?.[0].length ?? 0;
  const info = newline < 0 && opening === '' ? '' : first.trim().slice(fence?.length ?? 3);
  const language = info.trim().split(/[\s{,:]/, 1)[0] ?? '';
  const code: string[] = pieces.map((piece, at) => {
    const own = at === 0 && opening === '' ? (newline < 0 ? '' : piece.slice(newline + 1)) : piece;
    return indent === 0 ? own : own.replaceAll(new RegExp(`^ {1,${indent}}`, 'gm'), '');
  });
  const end = (code.at(-1) ?? '').trimEnd();
  const start = end.lastIndexOf('\n') + 1;
  const last = end.slice(start).trim();
  const closed = fence !== null && end !== '' && fenceAfterLine(last, beforeLine(fence, code, start)) === null;
  if (closed) code[code.length - 1] = end.slice(0, start);
  if (code.length > 1 && code.at(-1) === '') code.pop();
  return { language, pieces: code, closed };
}
