// The beginning of a description, for a row that shows what it is about: whole sentences of its first line, as many as a few
// lines hold. Pure.

/** Letters; about two lines of the row. */
const most = 200;

/** A first sentence that is longer is whole: what draws it may cut it. */
export function firstSentences(description: string): string {
  const [line = ''] = description.trim().split('\n', 1);
  if (line.length <= most) return line;
  let taken = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)) {
    if (taken !== '' && (taken + segment).trimEnd().length > most) break;
    taken += segment;
  }
  return taken.trimEnd();
}
