// One model turn: streams a reply to the view, saves the text so far in partial.json, and decides about retries before
// anything is stored.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { AssistantMessage, ErrorInfo, ResponseIds, Usage } from '../../../shared/conversation/message.ts';
import type { Partial } from '../../conversation/formats.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelFailure, ModelReply, ModelRequest, Provider, Retry } from '../../ports/provider.ts';
import { createDeltaBatcher } from './gatherDeltas.ts';
import { createThinkingTimer, type ThinkingTime } from './thinkingTime.ts';

export type ModelTurn = (
  | { kind: 'reply'; messageId: string; reply: ModelReply; required?: NonNullable<AssistantMessage['required']> }
  /** `item`: the rejected record, if known. */
  | { kind: 'failed'; messageId: string; failure: ModelFailure; item?: NonNullable<ErrorInfo['item']> }
  | { kind: 'aborted'; messageId: string; text: string; reasoning: string }
) & {
  /** Visible thinking time in milliseconds; otherwise the time before the first content. */
  reasoningMs?: number;
  unseenMs?: number;
  /** Cost of rejected replies. */
  discarded?: Usage['discarded'];
  /** Usage of complete responses that were not valid replies, earlier attempts included. */
  wasted?: Usage[];
  response?: ResponseIds;
};

export interface ModelTurnDeps {
  provider: Provider;
  clock: Clock;
  retry: Retry;
  idleTimeoutMs: number;
  signal: AbortSignal;
  newMessageId(): string;
  publish(event: ConversationEvent): void;
  savePartial(partial: Partial): Promise<unknown>;
  /** The record that the reply will follow. */
  parentId: string | null;
}

/** Maximum age of the text in partial.json while more arrives. */
const partialEveryMs = 800;

export async function runModelTurn(request: ModelRequest, deps: ModelTurnDeps): Promise<ModelTurn> {
  const wasted: Usage[] = [];
  const paid = (): Pick<ModelTurn, 'wasted'> => (wasted.length > 0 ? { wasted } : {});
  for (;;) {
    const messageId = deps.newMessageId();
    deps.publish({ type: 'reply.started', messageId });
    const gathered = createDeltaBatcher(deps.clock, deps.publish);
    const time = createThinkingTimer(deps.clock, deps.publish);
    const saver = partialSaver(messageId, request.model, time, deps);
    const outcome = await deps.provider.complete(request, {
      signal: deps.signal,
      idleTimeoutMs: deps.idleTimeoutMs,
      observer: {
        onText(text) {
          time.stops();
          gathered.onText(text);
          saver.add(text, '');
        },
        onReasoning(reasoning) {
          time.thinks();
          gathered.onReasoning(reasoning);
          saver.add('', reasoning);
        },
        onCall(index, name, argumentsLength) {
          time.stops();
          gathered.onCall(index, name, argumentsLength);
        },
        onResponse(response) {
          time.answers();
          saver.name(response);
        },
        onReclassified(all) {
          if (all.reasoning !== '') time.thought();
          gathered.onReclassified(messageId, all);
          saver.replace(all.text, all.reasoning);
        },
      },
    });
    time.stops();
    gathered.end();
    await saver.settled();
    const reasoningMs = time.ms();
    const unseenMs = time.unseenMs();
    if (outcome.kind === 'failed' && outcome.failure.usage) wasted.push(outcome.failure.usage);
    const callFields = {
      ...paid(),
      ...(outcome.response ? { response: outcome.response } : {}),
      ...(reasoningMs === undefined ? {} : { reasoningMs }),
      ...(unseenMs === undefined ? {} : { unseenMs }),
    };
    if (outcome.kind === 'reply') return { kind: 'reply', messageId, reply: outcome.reply, ...callFields };
    if (outcome.kind === 'aborted') return { kind: 'aborted', messageId, ...outcome.partial, ...callFields };
    const next = await deps.retry(outcome.failure);
    if (next === 'give up') return { kind: 'failed', messageId, failure: outcome.failure, ...callFields };
    if (next === 'aborted') return { kind: 'aborted', messageId, text: '', reasoning: '', ...paid() };
  }
}

/** Saves the text immediately and then every 800 ms while more arrives; one save at a time. */
function partialSaver(messageId: string, model: string, time: ThinkingTime, deps: ModelTurnDeps) {
  const startedAt = deps.clock.now().toISOString();
  const finished = new AbortController();
  let text = '';
  let reasoning = '';
  let response: ResponseIds | null = null;
  let unsaved = false;
  let saving: Promise<void> | null = null;

  async function save(): Promise<void> {
    while (unsaved && !finished.signal.aborted) {
      unsaved = false;
      const ms = time.ms();
      const thought = { reasoning, ...(ms === undefined ? {} : { reasoningMs: ms }) };
      const snapshot = { text, ...thought, ...(response ? { response } : {}) };
      await deps.savePartial({ v: 1, messageId, parentId: deps.parentId, ...snapshot, model, startedAt });
      await deps.clock.wait(partialEveryMs, finished.signal);
    }
    saving = null;
  }

  return {
    /** Saved with the text that follows. */
    name(ids: ResponseIds): void {
      response = ids;
    },
    add(moreText: string, moreReasoning: string): void {
      text += moreText;
      reasoning += moreReasoning;
      unsaved = true;
      saving ??= save();
    },
    replace(allText: string, allReasoning: string): void {
      text = allText;
      reasoning = allReasoning;
      unsaved = true;
      saving ??= save();
    },
    settled: async (): Promise<void> => {
      finished.abort();
      await saving;
    },
  };
}
