// A user message: a tinted bubble on the right, with the text shown verbatim.

import { memo } from 'react';
import { textOf, type UserMessage } from '../../../../shared/conversation/message.ts';
import { goalOriginOf } from '../../../../shared/features/goals/goal.ts';
import { parseTaggedMessage, type TaggedMessage } from '../../../../shared/features/slash/slash.ts';
import { withoutControls } from '../../../../shared/terminal/output.ts';
import { useView } from '../../../core/state/context.tsx';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import { strings } from '../../../core/strings.ts';
import { useRovingFocus } from '../../../ui/useRovingFocus.ts';
import { useRowMenu } from '../../../ui/useRowMenu.tsx';
import { SentAttachments } from '../../attachments/SentAttachments.tsx';
import { EditPart } from '../../branches/forkStore.ts';
import { RemovedText } from '../../calls/RemovedText.tsx';
import { GoalMark } from '../../goals/GoalMark.tsx';
import { PlainText } from '../../markdown/PlainText.tsx';
import { MentionChips } from './MentionChips.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageEntries } from './MessageEntries.tsx';

export const UserRow = memo(function UserRow({ message }: { message: UserMessage }) {
  const parts = taggedParts(message);
  const text = parts ? [parts.typed, parts.text].filter(Boolean).join('\n') : textOf(message);
  const copied = text || parts?.output || '';
  const editing = useView((now) => message.id in now.edits);
  const target = { messageId: message.id, what: 'message' as const };
  const readOnly = useInPlaceApp() !== null;
  const goal = goalOriginOf(message.origin);
  const row = useRowMenu({
    label: strings.chat.messageMenu,
    entries: () => <MessageEntries message={message} target={target} text={copied} />,
    off: readOnly || editing || message.removed !== undefined,
  });
  const roving = useRovingFocus();
  return (
    <div className="group/message flex flex-col items-end" data-message={message.id} {...row.on}>
      {row.menu}
      {parts && <FromApp {...parts} />}
      {goal ? (
        <GoalMark round={goal.round} />
      ) : (
        (text !== '' || !parts) && <h2 className="sr-only">{strings.chat.you}</h2>
      )}
      {Array.isArray(message.content) && <SentAttachments content={message.content} />}
      {editing && <EditPart message={message} />}
      {!editing && (message.removed || text !== '') && (
        <div
          data-role="user"
          data-file-links
          dir="auto"
          {...roving}
          className="wrap-anywhere [unicode-bidi:plaintext] max-w-[80%] whitespace-pre-wrap rounded-xl bg-soft px-3.5 py-2 text-prose"
        >
          {message.removed ? <RemovedText at={message.removed.at} /> : <PlainText text={text} links />}
        </div>
      )}
      {Array.isArray(message.content) && <MentionChips messageId={message.id} content={message.content} />}
      {!message.removed && !editing && (
        <MessageActions
          message={message}
          target={target}
          text={copied}
          createdAt={message.createdAt}
          className="justify-end"
        />
      )}
    </div>
  );
});

/** Separates the user's text in an imported message from Claude Code's additions. */
function taggedParts(message: UserMessage): TaggedMessage | null {
  return message.origin?.program === 'claude-code' && !message.removed ? parseTaggedMessage(textOf(message)) : null;
}

function FromApp({ output, added, typed, text }: TaggedMessage) {
  const isEmpty = [output, added, typed, text].every((part) => part === '');
  return (
    <div data-role="from-app" className="mb-2 grid w-full gap-1.5 text-ink-3 text-small empty:hidden">
      {isEmpty && <p>{strings.chat.emptyCommandOutput}</p>}
      {added !== '' && <FoldedText title={strings.chat.addedByApp} text={added} />}
      {output !== '' && <FoldedText title={strings.chat.commandOutput} text={output} isOpen />}
    </div>
  );
}

function FoldedText({ title, text, isOpen = false }: { title: string; text: string; isOpen?: boolean }) {
  return (
    <details open={isOpen}>
      <summary className="cursor-default rounded-s hover:text-ink-2">{title}</summary>
      <pre className="wrap-anywhere mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-m bg-sunk px-2.5 py-1.5 font-mono text-code text-ink-2">
        <PlainText text={withoutControls(text)} />
      </pre>
    </details>
  );
}
