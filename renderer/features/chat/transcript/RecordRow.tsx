// What the app told the model: a change of the environment, or a summary. One line until it is opened.

import { environmentOf } from '../../../../shared/conversation/environment.ts';
import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import { part } from '../../../core/parts/part.tsx';
import { strings } from '../../../core/strings.ts';
import { HooksPart } from '../../calls/boxParts.ts';
import { CompactionRow } from './CompactionRow.tsx';

/** Most conversations have few of them, and their words are many. */
const ToldPart = part(
  async () => (await import('./ToldRow.tsx')).ToldRow,
  <p className="text-ink-3 text-small">{strings.chat.environment}</p>,
);

export function RecordRow({ message }: { message: SystemMessage }) {
  if (environmentOf(message) === 'hook') return <HooksPart of={message} />;
  return message.compaction ? (
    <CompactionRow message={message} compaction={message.compaction} />
  ) : (
    <ToldPart message={message} />
  );
}
