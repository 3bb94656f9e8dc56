// Renders a list or table in pieces: finished items are not parsed again when more arrive.

import { memo } from 'react';
import { startsRightToLeft } from '../../core/format/direction.ts';
import type { Definitions } from './definitions.ts';
import { ParsedPiece } from './ParsedBlock.tsx';
import { TableFrame } from './TableFrame.tsx';

interface PiecesProps {
  pieces: readonly string[];
  definitions: Definitions;
  /** The last piece is still streaming. */
  open: boolean;
}

export const ListPart = memo(function ListPart({ pieces, definitions, open }: PiecesProps) {
  const number = /^\d{1,9}/.exec(pieces[0] ?? '')?.[0];
  const items = pieces.map((piece, at) => (
    <ParsedPiece
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are only appended
      key={at}
      text={piece}
      definitions={definitions}
      open={open && at === pieces.length - 1}
      shape="items"
    />
  ));
  const dir = directionOf(pieces[0]);
  return (
    <div className="block">
      {number === undefined ? (
        <ul dir={dir}>{items}</ul>
      ) : (
        <ol dir={dir} start={Number(number)}>
          {items}
        </ol>
      )}
    </div>
  );
});

/** Direction of the whole list or table, from its first words, ignoring code and task marks. */
function directionOf(piece: string | undefined): 'rtl' | undefined {
  return piece !== undefined && startsRightToLeft(piece.replaceAll(/`[^`]*`|\[[ xX]\]/g, '')) ? 'rtl' : undefined;
}

/** `head`: its first two lines, unless the first piece contains them. */
export const TablePart = memo(function TablePart({ pieces, head, definitions, open }: PiecesProps & { head: string }) {
  const lines = head === '' ? headOf(pieces[0] ?? '') : head;
  return (
    <div className="block wide-table">
      <TableFrame>
        <table dir={directionOf(pieces[0])}>
          <thead>
            <ParsedPiece text={lines} definitions={definitions} open={false} shape="head" />
          </thead>
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are only appended
            <tbody key={at}>
              <ParsedPiece
                text={at === 0 && head === '' ? withRule(piece) : lines + piece}
                definitions={definitions}
                open={open && at === pieces.length - 1}
                shape="rows"
              />
            </tbody>
          ))}
        </table>
      </TableFrame>
    </div>
  );
});

/** The first two lines; if the second is incomplete, substitutes one that matches the first. */
function headOf(piece: string): string {
  const [first = '', second = '', third] = piece.split('\n', 3);
  const cells = first.trim().replace(/^\|/, '').replace(/\|$/, '').replaceAll('\\|', '').split('|').length;
  return `${first}\n${third === undefined ? `|${'---|'.repeat(cells)}` : second}\n`;
}

function withRule(piece: string): string {
  return piece.split('\n', 3).length < 3 ? headOf(piece) : piece;
}
