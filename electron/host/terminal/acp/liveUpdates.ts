// Events of a conversation as session updates while they happen. What is stored later was mostly sent before, piece by piece;
// only the rest follows.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { type ConversationEvent, type ConversationState, callKey } from '../../../../shared/conversation/event.ts';
import type { AssistantMessage, Message } from '../../../../shared/conversation/message.ts';
import { modeState } from './modes.ts';
import type { Outbox } from './outbox.ts';
import { agentText, createReplay, noteUpdate, type Replay, type ReplayOptions, thought } from './replay.ts';
import { fenced, textContent } from './toolCalls.ts';

export interface LiveUpdates {
  heard(event: ConversationEvent): void;
  /** Takes over which calls are open. */
  continueFrom(replay: Replay): void;
}

interface LiveParts {
  outbox: Outbox;
  options: ReplayOptions;
  state(): ConversationState;
  /** Null if the conversation was deleted. */
  peek(): ConversationState | null;
}

/** In milliseconds. */
const outputMs = 200;

interface Streamed {
  messageId: string;
  /** The ID under which it is sent. */
  sentAs: string;
  text: string;
  reasoning: string;
}

export function createLiveUpdates({ outbox, options, state, peek }: LiveParts): LiveUpdates {
  let replay = createReplay(options);
  let streamed: Streamed | null = null;
  let attempts = 0;
  let notes = 0;
  /** Calls whose output was just sent, and whether there is more since. */
  const printing = new Map<string, boolean>();
  let sentInfo: Pick<ConversationState, 'title' | 'approvalMode'> | null = null;

  function begin(messageId: string): void {
    const isAgain = streamed !== null && `${streamed.text}${streamed.reasoning}` !== '';
    attempts = isAgain ? attempts + 1 : 0;
    // Sent text stays with the client: a reply that begins again is another message.
    streamed = { messageId, sentAs: attempts === 0 ? messageId : `${messageId}:${attempts}`, text: '', reasoning: '' };
  }

  function delta({ text = '', reasoning = '' }: { text?: string; reasoning?: string }): void {
    if (!streamed) return;
    if (reasoning !== '') outbox.push(thought(streamed.sentAs, reasoning));
    if (text !== '') outbox.push(agentText(streamed.sentAs, text));
    streamed = { ...streamed, text: streamed.text + text, reasoning: streamed.reasoning + reasoning };
  }

  function appended(message: Message): void {
    const before = streamed;
    const isReply = message.role === 'assistant' && message.partType !== 'note';
    if (isReply) streamed = null;
    if (!before || !isReply || message.id !== before.messageId) {
      outbox.pushLater(replay.updatesFor(message));
      return;
    }
    attempts = 0;
    const rest: AssistantMessage = {
      ...message,
      content: remainder(message.content, before.text),
      reasoning: remainder(message.reasoning, before.reasoning) ?? '',
    };
    outbox.pushLater(replay.updatesFor(rest).then((updates) => updates.map((update) => sentAs(update, before))));
  }

  function metaChanged(): void {
    const { title, approvalMode } = state();
    if (sentInfo && sentInfo.title !== title && title !== '') {
      outbox.push({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() });
    }
    if (sentInfo && sentInfo.approvalMode !== approvalMode) {
      outbox.push({ sessionUpdate: 'current_mode_update', currentModeId: modeState(approvalMode).currentModeId });
    }
    sentInfo = { title, approvalMode };
  }

  /** Sends the output's end at once, then at intervals while there is more: each update has all of it. */
  function output(call: { messageId: string; index: number }): void {
    const toolCallId = callKey(call);
    if (printing.has(toolCallId)) {
      printing.set(toolCallId, true);
      return;
    }
    printing.set(toolCallId, false);
    setTimeout(() => {
      const hasMore = printing.get(toolCallId) === true;
      printing.delete(toolCallId);
      if (hasMore) output(call);
    }, outputMs).unref();
    sendOutput(toolCallId);
  }

  function sendOutput(toolCallId: string): void {
    const running = peek()?.calls.find((one) => callKey(one) === toolCallId);
    if (!running || running.output === '') return;
    const content = [textContent(fenced(running.output, 'console'))];
    outbox.push({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content }, toolCallId);
  }

  function notice(severity: string, title: string): void {
    if (options.shows.notices) outbox.push({ sessionUpdate: 'notice', severity, title });
  }

  return {
    continueFrom(from) {
      replay = from;
      const { title, approvalMode } = state();
      sentInfo = { title, approvalMode };
    },
    heard(event) {
      switch (event.type) {
        case 'message.appended':
          return appended(event.message);
        case 'reply.started':
          return begin(event.messageId);
        case 'reply.delta':
          return delta(event);
        case 'call.started':
          return outbox.push({
            sessionUpdate: 'tool_call_update',
            toolCallId: callKey(event),
            status: 'in_progress',
          });
        case 'call.output':
          return output(event);
        case 'meta.changed':
          return metaChanged();
        case 'run.retry':
          return notice('warning', `${event.retry.error.message} The request will be repeated.`);
        case 'branch.changed':
          return outbox.push(
            noteUpdate(
              options,
              `rewound:${++notes}`,
              'This conversation was rewound elsewhere. Open it again.',
              'warning',
            ),
          );
        case 'elsewhere.changed':
          return notice('info', event.elsewhere ? elsewhereText : 'The other process has finished.');
        case 'conversation.removed':
          return outbox.push(noteUpdate(options, 'deleted', 'This conversation was deleted.', 'warning'));
        default:
      }
    },
  };
}

const elsewhereText = 'Another process is working in this conversation. You can read along until it has finished.';

/** Returns the rest that was not streamed. Null if nothing is left, or if it is stored in another form, for example masked. */
function remainder(stored: string | null | undefined, sent: string): string | null {
  if (!stored || sent === '') return stored ?? null;
  return stored.startsWith(sent) && stored.length > sent.length ? stored.slice(sent.length) : null;
}

function sentAs(update: SessionUpdate, { messageId, sentAs: id }: Streamed): SessionUpdate {
  const isChunk = update.sessionUpdate === 'agent_message_chunk' || update.sessionUpdate === 'agent_thought_chunk';
  return isChunk && update.messageId === messageId ? { ...update, messageId: id } : update;
}
