// A block that is nothing but a fence, as code: no parser is needed for it, whatever its length.

import { closes, opens } from './blocks.ts';

export interface FenceCode {
  language: string;
  /** Pieces of code; each but the last ends a line, or is cut in the middle of a very long one. */
  pieces: readonly string[];
  /** The fence was closed: no more lines will come. */
  closed: boolean;
}

/** `pieces` are the block's text; its first line is the opening fence, or that is `opening`, where the block goes on. */
export function fenceCode(pieces: readonly string[], opening = ''): FenceCode {
  const head = opening === '' ? (pieces[0] ?? '') : opening;
  const newline = head.indexOf('\n');
  const first = newline < 0 ? head : head.slice(0, newline);
  const fence = opens(first, false);
  const indent = /^ */.exec(first)?.[0].length ?? 0;
  const info = newline < 0 && opening === '' ? '' : first.trim().slice(fence?.length ?? 3);
  const language = info.trim().split(/[\s{,:]/, 1)[0] ?? '';
  const code: string[] = pieces.map((piece, at) => {
    const own = at === 0 && opening === '' ? (newline < 0 ? '' : piece.slice(newline + 1)) : piece;
    return indent === 0 ? own : own.replaceAll(new RegExp(`^ {1,${indent}}`, 'gm'), '');
  });
  const end = (code.at(-1) ?? '').trimEnd();
  const start = end.lastIndexOf('\n') + 1;
  const closed = fence !== null && end !== '' && closes(end.slice(start).trim(), fence);
  if (closed) code[code.length - 1] = end.slice(0, start);
  if (code.length > 1 && code.at(-1) === '') code.pop();
  return { language, pieces: code, closed };
}
