// A user message: a tinted bubble on the right, with the text shown verbatim.

import { memo } from 'react';
import { textOf, type UserMessage } from '../../../../shared/conversation/message.ts';
import { typedCommand } from '../../../../shared/features/slash/slash.ts';
import { useView } from '../../../core/state/context.tsx';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import { strings } from '../../../core/strings.ts';
import { useRowMenu } from '../../../ui/useRowMenu.tsx';
import { SentAttachments } from '../../attachments/SentAttachments.tsx';
import { EditPart } from '../../branches/forkStore.ts';
import { RemovedText } from '../../calls/RemovedText.tsx';
import { PlainText } from '../../markdown/PlainText.tsx';
import { MentionChips } from './MentionChips.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageEntries } from './MessageEntries.tsx';

export const UserRow = memo(function UserRow({ message }: { message: UserMessage }) {
  const text = shownText(message);
  const editing = useView((now) => message.id in now.edits);
  const target = { messageId: message.id, what: 'message' as const };
  const readOnly = useInPlaceApp() !== null;
  const row = useRowMenu({
    label: strings.chat.messageMenu,
    entries: () => <MessageEntries message={message} target={target} text={text} />,
    off: readOnly || editing || message.removed !== undefined,
  });
  return (
    <div className="group/message flex flex-col items-end" data-message={message.id} {...row.on}>
      {row.menu}
      <h2 className="sr-only">{strings.chat.you}</h2>
      {Array.isArray(message.content) && <SentAttachments content={message.content} />}
      {editing && <EditPart message={message} />}
      {!editing && (message.removed || text !== '') && (
        <div
          data-role="user"
          dir="auto"
          className="wrap-anywhere [unicode-bidi:plaintext] max-w-[80%] whitespace-pre-wrap rounded-xl bg-soft px-3.5 py-2 text-prose"
        >
          {message.removed ? <RemovedText at={message.removed.at} /> : <PlainText text={text} />}
        </div>
      )}
      {Array.isArray(message.content) && <MentionChips messageId={message.id} content={message.content} />}
      {!message.removed && !editing && (
        <MessageActions
          message={message}
          target={target}
          text={text}
          createdAt={message.createdAt}
          className="justify-end"
        />
      )}
    </div>
  );
});

function shownText(message: UserMessage): string {
  const text = textOf(message);
  return (message.origin?.program === 'claude-code' && typedCommand(text)) || text;
}
