// A growing list of numbers in chunks: growing copies nothing and reserves no extra space.

export interface NumberColumn {
  /** 0 if never set. */
  at(index: number): number;
  set(index: number, value: number): void;
}

type Piece = Float64Array | Uint32Array | Int32Array | Uint8Array;

const bits = 13;
const inPiece = (1 << bits) - 1;

export function createNumberColumn(kind: new (length: number) => Piece): NumberColumn {
  const pieces: Piece[] = [];
  return {
    at: (index) => pieces[index >> bits]?.[index & inPiece] ?? 0,
    set(index, value) {
      while (pieces.length <= index >> bits) pieces.push(new kind(inPiece + 1));
      (pieces[index >> bits] as Piece)[index & inPiece] = value;
    },
  };
}
