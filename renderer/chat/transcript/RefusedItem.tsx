// Which record a provider refused: named, with a way to it.

import { firstWords } from '../../../shared/conversation/firstWords.ts';
import type { ErrorInfo, Message } from '../../../shared/conversation/message.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { useConversation, useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { callKey } from './items.ts';

type Item = NonNullable<ErrorInfo['item']>;
const none: never[] = [];
const words = strings.chat.refused;

/** `tooLarge`: it was not sent, because it is the largest part of what does not fit. */
export function RefusedItem({ item, tooLarge }: { item: Item; tooLarge: boolean }) {
  const { view } = useSession();
  const messages = useConversation((state) => state.messages) ?? none;
  const message = messages.find((known) => known.id === item.messageId);
  const key = message && boxOf(message, item, messages);
  const show = (): void => {
    if (!key) bringIntoView(item.messageId);
    else {
      view.setState(({ reveal: before, openCalls }) => ({
        openCalls: { ...openCalls, [key]: true },
        reveal: { key, count: (before?.count ?? 0) + 1 },
      }));
    }
  };
  return (
    <p className="mt-0.5 text-ink-2 text-ui">
      {tooLarge ? largeName(message) : nameOf(message, item)}{' '}
      {message && (
        <button type="button" onClick={show} className="rounded-s text-accent underline underline-offset-2">
          {words.show}
        </button>
      )}
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

/** The box of the call that it is about; undefined for a message. */
function boxOf(message: Message, item: Item, messages: readonly Message[]): string | undefined {
  const id = message.role === 'tool' ? message.tool_call_id : item.toolCallId;
  if (id === undefined) return undefined;
  const at = messages.indexOf(message);
  const owner = messages.slice(0, at + 1).findLast((known) => callsOf(known).some((call) => call.id === id));
  return (
    owner &&
    callKey(
      owner.id,
      callsOf(owner).findIndex((call) => call.id === id),
    )
  );
}

function bringIntoView(messageId: string): void {
  const row = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  row?.scrollIntoView({ block: 'start' });
}
