// Collects a program's errors as a terminal would show them: progress overwrites itself. Bounded in length and in
// time, because a remote or a repository may write anything.

const maxText = 65_536;
/** No longer message is shown, and expressions that search a line stay fast. */
const maxLine = 2000;

export interface ErrorText {
  add(piece: string): void;
  /** If it is long, its end: git's reason comes last. */
  text(): string;
}

export function createErrorText(): ErrorText {
  let [whole, line] = ['', ''];
  return {
    add(piece) {
      const lines = (line + piece).split('\n').map(overwritten);
      line = lines.pop() ?? '';
      whole += lines.map((each) => `${each}\n`).join('');
      if (whole.length > 2 * maxText) whole = whole.slice(-maxText);
    },
    text: () => (whole + line).slice(-maxText),
  };
}

/** The same limits for other output. */
export function shortText(output: Buffer): string {
  const errors = createErrorText();
  errors.add(output.toString('utf8', 0, maxText));
  return errors.text();
}

/** The text after the last carriage return; one at the end may be half of a line break. */
function overwritten(line: string): string {
  const from = line.length < 2 ? 0 : line.lastIndexOf('\r', line.length - 2) + 1;
  const [end, last] = [line.endsWith('\r') ? 1 : 0, line.length - from];
  if (last <= maxLine) return line.slice(from);
  return line.slice(from, from + maxLine - end) + line.slice(line.length - end);
}
