// Environment notes sent to the model, one expandable line each. The messages are at the start of the conversation or
// day, often outside the loaded transcript, so they are fetched.

import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { EnvironmentTopic, Message } from '../../../shared/conversation/message.ts';
import type { ContextItem } from '../../../shared/features/context/methods.ts';
import { contextMessageEffect, parseContextMessage } from '../../core/calls/contextMessage.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { memoryWords } from '../memory/words.ts';
import { stored } from './contextItemRows.ts';

const words = lateStrings.context;
/** The newest ones: a conversation gets one per day. */
const maxVisible = 12;

export function EnvironmentSection({ items }: { items: readonly ContextItem[] }) {
  const ids = items
    .flatMap(({ kind, messageId }) => (kind === 'environment' && stored.test(messageId) ? messageId : []))
    .slice(-maxVisible);
  const records = lastOfEach(useRecords(ids));
  if (records.length === 0) return null;
  return (
    <section aria-label={words.parts.environment} className="border-line border-b px-4 pt-3 pb-3">
      <h3 className="text-ink-3 text-small">{words.parts.environment}</h3>
      <ul>
        {records.toReversed().map((message) => (
          <EnvironmentMessage key={message.id} message={message} />
        ))}
      </ul>
    </section>
  );
}

/** Keeps every moment, and only the latest of each other topic. */
function lastOfEach(records: readonly Message[]): Message[] {
  return records.filter((record, at) => {
    const about = environmentOf(record);
    if (about === null || events.includes(about)) return false;
    return about === 'moment' || !records.slice(at + 1).some((later) => environmentOf(later) === about);
  });
}

/** Events, which the transcript shows. */
const events: readonly EnvironmentTopic[] = ['changes', 'resource', 'hook'];

function EnvironmentMessage({ message }: { message: Message }) {
  const { view } = useSession();
  const { id, createdAt } = message;
  const open = useView((now) => now.openParts[id] ?? false);
  const item = useRef<HTMLLIElement>(null);
  // Also opened from the list below or by a search.
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const { name, text } = shownOf(message);
  return (
    <li ref={item} data-environment={open ? 'open' : 'closed'} className="py-0.5 text-ui">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => view.setState(({ openParts }) => ({ openParts: { ...openParts, [id]: !open } }))}
        className="-mx-1 flex w-full min-w-0 items-center gap-1 rounded-s px-1 text-left hover:text-ink"
      >
        <span className="min-w-0 truncate">
          <VisibleText text={name} />
        </span>
        <ChevronRight
          className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
        <time
          dateTime={createdAt}
          title={formatFullTime(createdAt, timeLocale)}
          className="ml-auto shrink-0 text-ink-3 text-small"
        >
          {formatTime(createdAt, Date.now(), timeLocale, strings.ui.time)}
        </time>
      </button>
      {open && (
        <p className="wrap-anywhere mt-1 whitespace-pre-wrap border-line border-l-2 pl-3 text-ink-2">
          <VisibleText text={text} />
        </p>
      )}
    </li>
  );
}

function shownOf(message: Message): { name: string; text: string } {
  const about = environmentOf(message) ?? 'moment';
  const content = textOf(message);
  const { lead, text, after } = parseContextMessage(content);
  const fullText = [text === '' ? lead : text, after].filter(Boolean).join('\n').trim();
  const name = about === 'moment' ? (fullText.split('\n')[0] ?? '') : standingName(about, content);
  return { name, text: fullText };
}

function standingName(about: Exclude<EnvironmentTopic, 'moment'>, content: string): string {
  const { names, rows } = memoryWords;
  if (about === 'instructions' || about === 'changes' || about === 'plan') return names[about];
  const [standing, , endedLabel] = rows[about];
  return contextMessageEffect(content) === 'ends' ? endedLabel : standing;
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : '';
}

/** Loaded messages, plus fetched ones once they arrive. Missing ones are left out; the list also names them. */
function useRecords(ids: readonly string[]): Message[] {
  const actions = useActions();
  const conversationId = useConversationView((view) => view.id);
  const messages = useConversationView((view) => view.messageWindow.messages);
  const [fetched, setFetched] = useState<Record<string, Message>>({});
  const here = new Map(messages.map((message) => [message.id, message]));
  const missing = ids.filter((id) => !here.has(id) && !fetched[id]).join(' ');
  useEffect(() => {
    if (conversationId === null || missing === '') return;
    let cancelled = false;
    for (const messageId of missing.split(' ')) {
      void actions.call('conversation.around', { conversationId, messageId, limit: 1 }).then((answer) => {
        const message = answer.ok ? answer.value.messages.find(({ id }) => id === messageId) : undefined;
        if (message && !cancelled) setFetched((current) => ({ ...current, [messageId]: message }));
      });
    }
    return () => {
      cancelled = true;
    };
  }, [actions, conversationId, missing]);
  return ids.flatMap((id) => here.get(id) ?? fetched[id] ?? []);
}
