// What the person said: a soft surface at the right. Their words are shown as they wrote them.

import { memo } from 'react';
import { mentionText } from '../../../shared/conversation/mentions.ts';
import type { UserMessage } from '../../../shared/conversation/message.ts';
import { PlainText } from '../../markdown/PlainText.tsx';
import { strings } from '../../strings.ts';
import { MentionChips } from './MentionChips.tsx';
import { MessageActions } from './MessageActions.tsx';
import { RemovedText } from './RemovedText.tsx';

export const UserRow = memo(function UserRow({ message }: { message: UserMessage }) {
  const text = writtenText(message);
  return (
    <div className="group/message flex flex-col items-end" data-message={message.id}>
      <h2 className="sr-only">{strings.chat.you}</h2>
      <div
        data-role="user"
        className="wrap-anywhere max-w-[80%] whitespace-pre-wrap rounded-xl bg-soft px-3.5 py-2 text-prose"
      >
        {message.removed ? <RemovedText at={message.removed.at} /> : <PlainText text={text} />}
      </div>
      {Array.isArray(message.content) && <MentionChips messageId={message.id} content={message.content} />}
      {!message.removed && (
        <MessageActions
          message={message}
          target={{ messageId: message.id, what: 'message' }}
          text={text}
          createdAt={message.createdAt}
          className="justify-end"
        />
      )}
    </div>
  );
});

/** As it was written, the mentions with their `@`. */
function writtenText({ content }: UserMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return typeof part.text === 'string' ? part.text : '';
      if (part.type !== 'mention' || typeof part.path !== 'string') return '';
      return mentionText(part.path, part.range ?? null);
    })
    .join('');
}
