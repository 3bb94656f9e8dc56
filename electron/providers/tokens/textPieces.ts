// Splits text for the tokenizer, which takes quadratic time on long runs of letters such as a megabyte without spaces.
// Each cut adds at most one token.

/** Maximum run length, in UTF-16 units. */
const maxRun = 256;
const longRuns = new RegExp(`\\S{${maxRun + 1},}|\\s{${maxRun + 1},}`, 'g');

/** Yields consecutive pieces that cover the whole text. */
export function* textPieces(text: string): Generator<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRuns)) {
    if (index > from) yield text.slice(from, index);
    for (let at = 0; at < run.length; at += maxRun) yield run.slice(at, at + maxRun);
    from = index + run.length;
  }
  if (from < text.length) yield text.slice(from);
}
