// The line of a text that the model is told for a while: instructions, a preset, memory, skills. What the person or a file wrote
// stands without the tags around it.

import type { EnvironmentTopic, SystemMessage } from '../../../../shared/conversation/message.ts';
import { recordBlock, recordChange } from '../../../core/calls/recordBlock.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { strings } from '../../../core/strings.ts';
import { PlainText } from '../../markdown/PlainText.tsx';
import { OpenedRow } from './OpenedRow.tsx';

interface StandingRowProps {
  message: SystemMessage;
  about: EnvironmentTopic;
}

export function StandingRow({ message, about }: StandingRowProps) {
  return (
    <OpenedRow message={message} title={standingTitle(about, message.content)}>
      <StandingText content={message.content} />
    </OpenedRow>
  );
}

export function standingTitle(about: EnvironmentTopic, content: string): string {
  const { rows } = lateStrings.told;
  if (about === 'instructions') return strings.mention.trust.region;
  const said = Object.hasOwn(rows, about) ? rows[about as keyof typeof rows] : undefined;
  if (!said) return strings.chat.environment;
  return said[{ begins: 0, changes: 1, ends: 2 }[recordChange(content)]] ?? said[0];
}

function StandingText({ content }: { content: string }) {
  const { lead, text, after } = recordBlock(content);
  return (
    <div className="grid gap-1.5 text-ui">
      <p className="wrap-anywhere whitespace-pre-wrap">{lead}</p>
      {text !== '' && (
        <div className="wrap-anywhere whitespace-pre-wrap text-prose">
          <PlainText text={text} />
        </div>
      )}
      {after !== '' && <p className="text-ink-3">{after}</p>}
    </div>
  );
}
