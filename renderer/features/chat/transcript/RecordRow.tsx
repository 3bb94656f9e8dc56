// What the app told the model: a change of the environment, or a summary. One line until it is opened.

import { environmentOf } from '../../../../shared/conversation/environment.ts';
import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import { part } from '../../../core/parts/part.tsx';
import { strings } from '../../../core/strings.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { CompactionRow } from './CompactionRow.tsx';
import { OpenedRow } from './OpenedRow.tsx';

/**
 * The line of a record that tells the model of changes taken back or done again: which of both, and the first names. The
 * words are the record's own; one that is not of that form has the plain title.
 */
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

/** Most conversations have few of them, and their words are many. */
const StandingPart = part(
  async () => (await import('./StandingRow.tsx')).StandingRow,
  <p className="text-ink-3 text-small">{words.environment}</p>,
);

export function RecordRow({ message }: { message: SystemMessage }) {
  if (message.compaction) return <CompactionRow message={message} compaction={message.compaction} />;
  const about = environmentOf(message);
  const isPlain = message.partType === 'summary' || about === 'changes' || about === 'plan' || about === 'moment';
  return isPlain || about === null ? <ToldRow message={message} /> : <StandingPart message={message} about={about} />;
}

function ToldRow({ message }: { message: SystemMessage }) {
  const about = environmentOf(message);
  const other = about === 'changes' ? putBackTitle(message.content) : words.environment;
  const title = message.partType === 'summary' ? words.summary : about === 'plan' ? words.planMode : other;
  return (
    <OpenedRow message={message} title={title}>
      <Markdown text={message.content} />
    </OpenedRow>
  );
}
