// The message that a provider rejected, with a link to it.

import { callsOf, type ErrorInfo, type Message } from '../../../../shared/conversation/message.ts';
import { firstWords } from '../../../../shared/conversation/messagePreview.ts';
import { useConversationView, useSession } from '../../../core/state/context.tsx';
import { revealRecord } from '../../../core/state/revealRecord.ts';
import { strings } from '../../../core/strings.ts';
import { visibleText } from '../../../ui/visibleText.ts';

type Item = NonNullable<ErrorInfo['item']>;
const words = strings.chat.refused;

/** `tooLarge`: not sent, because it is the largest part of a request that does not fit. */
export function RefusedItem({ item, tooLarge }: { item: Item; tooLarge: boolean }) {
  const session = useSession();
  const messages = useConversationView((view) => view.shown.messages);
  const message = messages.find((known) => known.id === item.messageId);
  const show = (): void => {
    const place = message ? callsOf(message).findIndex(({ id }) => id === item.toolCallId) : -1;
    void revealRecord(session, item.messageId, place < 0 ? {} : { callIndex: place });
  };
  const named = tooLarge ? largeName(message) : nameOf(message, item);
  return (
    <p className="mt-0.5 text-ink-2 text-ui">
      {named}
      {strings.sentences.gap(named)}
      <button type="button" onClick={show} className="rounded-s text-accent underline underline-offset-2">
        {words.show}
      </button>
    </p>
  );
}

function nameOf(message: Message | undefined, item: Item): string {
  if (!message) return words.earlier;
  if (message.role === 'tool') return words.result(message.toolName);
  const quoted = visibleText(firstWords(message));
  if (message.role === 'user') return item.field === 'image' ? words.image(quoted) : words.message(quoted);
  const call = callsOf(message).find(({ id }) => id === item.toolCallId);
  if (call) return words.call(call.function.name);
  return message.role === 'assistant' ? words.reply(quoted) : words.record;
}

function largeName(message: Message | undefined): string {
  const { tooLarge } = words;
  if (!message) return tooLarge.earlier;
  if (message.role === 'tool') return tooLarge.result(message.toolName);
  if (message.role === 'user') return tooLarge.message;
  return message.role === 'assistant' ? tooLarge.reply : tooLarge.record;
}
