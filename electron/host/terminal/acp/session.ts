// One open conversation of a client: forwards everything that happens in it, and runs the client's prompts. Another
// process may have it open, too; what that one stores is forwarded as well.

import type { ContentBlock, PromptResponse, StopReason } from '@agentclientprotocol/sdk';
import { type ConversationEvent, type ConversationState, callKey } from '../../../../shared/conversation/event.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { textOf } from '../../../../shared/core/sentence.ts';
import { externalAgentOf } from '../../../../shared/features/externalAgents/externalAgent.ts';
import type { Core } from '../../../core.ts';
import { forEachPage } from '../../../lib/branchPages.ts';
import type { EditorUser } from './editorUser.ts';
import { AcpFailure, failureOf, rpcCodes, unwrap } from './failure.ts';
import { createLiveUpdates } from './liveUpdates.ts';
import type { Outbox } from './outbox.ts';
import type { PromptMessage } from './promptContent.ts';
import { agentText, createReplay, type ReplayOptions } from './replay.ts';

export interface SessionParts {
  core: Core;
  conversationId: string;
  outbox: Outbox;
  replay: ReplayOptions;
  user: EditorUser;
}

export interface Session {
  readonly conversationId: string;
  readonly folder: string | null;
  readonly outbox: Outbox;
  state(): ConversationState;
  /** Sends every stored message, then what happened meanwhile. */
  replay(): Promise<void>;
  /** Forwards what happens from now on, without the past. */
  follow(): void;
  /**
   * Runs one turn. Throws an `AcpFailure` if a turn is in progress or cannot start. `check` throws if it may not; a cancel
   * counts from the call.
   */
  prompt(
    check: () => Promise<void>,
    prepare: () => Promise<PromptMessage>,
    blocks: readonly ContentBlock[],
    signal: AbortSignal,
  ): Promise<PromptResponse>;
  cancel(): Promise<void>;
  /** Resolves when its turn has ended. */
  close(): Promise<void>;
}

type Outcome = Awaited<Extract<Awaited<ReturnType<Core['chat']['send']>>, { ok: true }>['value']['ended']>;

export function createSession({ core, conversationId, outbox, replay: options, user }: SessionParts): Session {
  const live = createLiveUpdates({ outbox, options, state, peek: () => core.hub.peek(conversationId) });
  let turn: { cancelled: boolean } | null = null;
  /** Events that wait for the replay's end, or to know which message is the prompt. */
  let deferred: ConversationEvent[] | null = [];
  let release: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();

  function state(): ConversationState {
    const now = core.hub.peek(conversationId);
    if (!now) throw new AcpFailure(rpcCodes.notFound, 'This session has been deleted.');
    return now;
  }

  function heard(event: ConversationEvent): void {
    // Questions block their call, so they never wait.
    user.heard(event);
    if (deferred) deferred.push(event);
    else live.heard(event);
  }

  function listen(): void {
    if (release) return;
    const letGo = core.hub.hold(conversationId);
    const unsubscribe = core.hub.subscribe(conversationId, (_id, _seq, event) => heard(event));
    release = () => {
      unsubscribe();
      letGo();
    };
  }

  /** Forwards the events deferred back, without messages that the client already has. */
  function letThrough(
    isKnown: (messageId: string) => boolean,
    isRunning: (call: string) => boolean = () => true,
  ): void {
    const events = deferred ?? [];
    deferred = null;
    for (const [at, event] of events.entries()) {
      if (!isRepeated(event, events.slice(0, at), events.slice(at), isKnown, isRunning)) live.heard(event);
    }
  }

  /** One at a time: both hold events back. */
  function exclusive<T>(task: () => Promise<T>): Promise<T> {
    const done = last.then(task);
    last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  async function replayStored(): Promise<void> {
    listen();
    deferred = [];
    const replay = createReplay(options);
    const sent = new Set<string>();
    unwrap(
      await forEachPage(core.store, conversationId, {}, async (messages: readonly Message[]) => {
        for (const message of messages) {
          sent.add(message.id);
          for (const update of await replay.updatesFor(message)) outbox.push(update);
        }
        await outbox.flushed();
        return true;
      }),
    );
    const { calls, elsewhere } = state();
    const running = new Set(calls.map(callKey));
    live.continueFrom(replay);
    for (const update of replay.unanswered((id) => elsewhere || running.has(id))) outbox.push(update);
    letThrough(
      (id) => sent.has(id),
      (call) => running.has(call),
    );
    await outbox.flushed();
  }

  /** Sends the message. Its own record is not forwarded: the client has it. */
  function start({ text, attachments }: PromptMessage): ReturnType<Core['chat']['send']> {
    return exclusive(async () => {
      deferred = [];
      let ownId: string | null = null;
      try {
        const sent = await core.chat.send(conversationId, text, {}, attachments);
        if (sent.ok) ownId = sent.value.messageId;
        return sent;
      } finally {
        letThrough((id) => id === ownId);
      }
    });
  }

  /** Starts the turn and resolves with its end. */
  async function run(message: PromptMessage, isCancelled: () => boolean): Promise<Outcome> {
    const { ended, queued } = unwrap(await start(message));
    if (isCancelled()) void core.chat.stop(conversationId);
    const outcome = await ended;
    // A message that was queued behind a run of an earlier queue starts a run of its own.
    while (queued && core.chat.isRunning(conversationId)) await nextEnd();
    return outcome;
  }

  function nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = core.hub.subscribe(conversationId, (_id, _seq, event) => {
        if (event.type !== 'run.ended' && event.type !== 'conversation.removed') return;
        unsubscribe();
        resolve();
      });
    });
  }

  async function compact(): Promise<StopReason> {
    const { result, message } = unwrap(await core.chat.compact(conversationId));
    outbox.push(agentText(`${conversationId}:compact`, textOf(message)));
    return result === 'stopped' ? 'cancelled' : 'end_turn';
  }

  return {
    conversationId,
    folder: options.folder,
    outbox,
    state,
    replay: () => exclusive(replayStored),
    follow() {
      listen();
      live.continueFrom(createReplay(options));
      letThrough(() => false);
    },
    async prompt(check, prepare, blocks, signal) {
      if (turn) throw new AcpFailure(rpcCodes.invalidRequest, 'A prompt is already running in this session.');
      // Otherwise the message would wait some seconds for the other process.
      if (core.store.isWrittenElsewhere(conversationId)) throw busyElsewhere();
      const current = { cancelled: false };
      turn = current;
      const stop = (): void => {
        current.cancelled = true;
        void core.chat.stop(conversationId);
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        await check();
        if (current.cancelled || signal.aborted) return { stopReason: 'cancelled' };
        // An agent of another vendor may have a command of that name.
        if (isCompact(blocks) && externalAgentOf(state().model) === null) return { stopReason: await compact() };
        const message = await prepare();
        if (current.cancelled || signal.aborted) return { stopReason: 'cancelled' };
        const outcome = await run(message, () => current.cancelled);
        if (current.cancelled || outcome.end === 'stopped') return { stopReason: 'cancelled' };
        if (outcome.error) throw failureOf({ ...outcome.error, code: causeOf(outcome.error) });
        return { stopReason: stopReasonOf(outcome, state().messages) };
      } finally {
        signal.removeEventListener('abort', stop);
        // The client may end its turn's display with the response.
        await outbox.flushed();
        turn = null;
      }
    },
    async cancel() {
      if (turn) turn.cancelled = true;
      await core.chat.stop(conversationId);
    },
    async close() {
      if (turn) turn.cancelled = true;
      await core.chat.stop(conversationId);
      user.close();
      release?.();
      release = null;
    },
  };
}

/** The client has what the event would add: a stored message, pieces of one, or the work of a call that has ended. */
function isRepeated(
  event: ConversationEvent,
  before: readonly ConversationEvent[],
  later: readonly ConversationEvent[],
  isKnown: (messageId: string) => boolean,
  isRunning: (call: string) => boolean,
): boolean {
  switch (event.type) {
    case 'message.appended':
      return isKnown(event.message.id);
    case 'reply.started':
      return isKnown(event.messageId);
    case 'reply.delta': {
      const started = before.findLast((one) => one.type === 'reply.started');
      if (started) return isKnown(started.messageId);
      // It began before: its record has its id.
      const stored = later.find((one) => one.type === 'message.appended' && one.message.role === 'assistant');
      return stored?.type === 'message.appended' && isKnown(stored.message.id);
    }
    case 'call.started':
    case 'call.output':
      return !isRunning(callKey(event));
    default:
      return false;
  }
}

export function busyElsewhere(): AcpFailure {
  return failureOf({
    code: 'CONVERSATION_BUSY',
    message: 'Another process is working in this session. Nothing was changed; try again when it has finished.',
  });
}

function isCompact([block, ...more]: readonly ContentBlock[]): boolean {
  return more.length === 0 && block?.type === 'text' && block.text.trim() === '/compact';
}

type Failed = NonNullable<Outcome['error']>;

/** A failed model call names its cause, which is more specific. */
function causeOf({ code, cause }: Failed): Parameters<typeof failureOf>[0]['code'] {
  return (cause ?? code) as Parameters<typeof failureOf>[0]['code'];
}

function stopReasonOf({ end }: Outcome, messages: readonly Message[]): StopReason {
  if (end === 'max_turns' || end === 'loop') return 'max_turn_requests';
  const last = messages.findLast((message) => message.role === 'assistant' && message.partType === undefined);
  const reason = last?.role === 'assistant' ? (last.finishReason ?? '') : '';
  if (/^(length|max_tokens|max_output_tokens)$/i.test(reason)) return 'max_tokens';
  return /refus|content_filter|safety/i.test(reason) ? 'refusal' : 'end_turn';
}
