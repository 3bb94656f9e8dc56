// A text of many pieces. They are joined a megabyte at a time: to join hundreds of thousands at once holds everything else up.

const together = 1024 * 1024;

export interface LongText {
  add(piece: string): void;
  whole(): string;
}

export function createLongText(): LongText {
  const joined: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  const join = (): void => {
    joined.push(pieces.join(''));
    pieces = [];
    length = 0;
  };
  return {
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (length >= together) join();
    },
    whole() {
      join();
      return joined.join('');
    },
  };
}
