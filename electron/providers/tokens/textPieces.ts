// Texts for the tokenizer. Its time grows with the square of a run of letters that it cannot part, and a file may have a
// megabyte without a space: such runs are cut. A cut adds at most one token.

/** Longest run that is left whole, in UTF-16 units. */
const maxRun = 256;
const longRuns = new RegExp(`\\S{${maxRun + 1},}|\\s{${maxRun + 1},}`, 'g');

/** The text in pieces that together have all of it. */
export function* textPieces(text: string): Generator<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRuns)) {
    if (index > from) yield text.slice(from, index);
    for (let at = 0; at < run.length; at += maxRun) yield run.slice(at, at + maxRun);
    from = index + run.length;
  }
  if (from < text.length) yield text.slice(from);
}
