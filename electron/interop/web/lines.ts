// Splits chunks into lines.

/** Maximum line length in bytes; longer lines are skipped. */
const longest = 64 * 1024 * 1024;
const newline = 0x0a;

export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string | null }> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let line = 1;
  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
    else pieces = [];
  };
  const take = () => {
    const text = length > longest ? null : new TextDecoder().decode(Buffer.concat(pieces));
    pieces = [];
    length = 0;
    return { line: line++, text: text?.endsWith('\r') ? text.slice(0, -1) : text };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      yield take();
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
