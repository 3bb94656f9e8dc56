// The line of a record that tells the model of changes taken back or done again: which of both, and the first names. The
// words are the record's own; one that is not of that form has the plain title.

import { strings } from '../../../core/strings.ts';
import { visibleText } from '../../../ui/visibleText.ts';

const words = strings.chat;
const mostNamed = 3;

export function putBackTitle(content: string): string {
  const [head = '', ...lines] = content.split('\n');
  const say = head.startsWith('[File changes undone')
    ? words.undone
    : head.startsWith('[File changes done') && words.redone;
  const end = lines.findIndex((line) => line.startsWith('Left as they are'));
  const listed = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line.startsWith('- '));
  const more = Number(/^- and (\d+) more$/.exec(listed.at(-1) ?? '')?.[1] ?? 0);
  const names = (more > 0 ? listed.slice(0, -1) : listed).flatMap((line) => /^- (.+?): /.exec(line)?.[1] ?? []);
  if (!say || names.length === 0) return words.filesPutBack;
  const rest = names.length - mostNamed + more;
  const named = strings.sentences.list(names.slice(0, mostNamed).map(visibleText));
  return say(rest > 0 ? `${named} ${words.moreFiles(rest)}` : named);
}
