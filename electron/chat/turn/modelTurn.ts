// One model turn: streams a reply, tells the view as it comes, keeps the text so far in partial.json, and decides about
// retries before anything is stored.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { AssistantMessage, ErrorInfo, Usage } from '../../../shared/conversation/message.ts';
import type { Partial } from '../../../shared/formats.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelFailure, ModelReply, ModelRequest, Provider, RetryPolicy } from '../../ports/provider.ts';

export type ModelTurn = (
  | { kind: 'reply'; messageId: string; reply: ModelReply; required?: NonNullable<AssistantMessage['required']> }
  /** `item`: the record that was refused, where it is known. */
  | { kind: 'failed'; messageId: string; failure: ModelFailure; item?: NonNullable<ErrorInfo['item']> }
  | { kind: 'aborted'; messageId: string; text: string }
) & {
  /** What replies cost that were not accepted. */
  discarded?: Usage['discarded'];
};

export interface ModelTurnDeps {
  provider: Provider;
  clock: Clock;
  retry: RetryPolicy;
  idleTimeoutMs: number;
  signal: AbortSignal;
  newMessageId(): string;
  publish(event: ConversationEvent): void;
  savePartial(partial: Partial): Promise<unknown>;
  /** The record that the reply will follow. */
  parentId: string | null;
}

/** How old the text in partial.json may be while more arrives. */
const partialEveryMs = 800;

export async function modelTurn(request: ModelRequest, deps: ModelTurnDeps): Promise<ModelTurn> {
  for (let attempt = 1; ; attempt++) {
    const messageId = deps.newMessageId();
    deps.publish({ type: 'reply.started', messageId });
    const saver = partialSaver(messageId, request.model, deps);
    const outcome = await deps.provider.complete(request, {
      signal: deps.signal,
      idleTimeoutMs: deps.idleTimeoutMs,
      observer: {
        onText(text) {
          deps.publish({ type: 'reply.delta', text });
          saver.add(text, '');
        },
        onReasoning(reasoning) {
          deps.publish({ type: 'reply.delta', reasoning });
          saver.add('', reasoning);
        },
        onCall: (index, name, argumentsLength) => deps.publish({ type: 'reply.call', index, name, argumentsLength }),
      },
    });
    await saver.settled();
    if (outcome.kind === 'reply') return { kind: 'reply', messageId, reply: outcome.reply };
    if (outcome.kind === 'aborted') return { kind: 'aborted', messageId, text: outcome.partial.text };
    const delay = deps.retry(outcome.failure, attempt);
    if (delay === null) return { kind: 'failed', messageId, failure: outcome.failure };
    const at = new Date(deps.clock.now().getTime() + delay).toISOString();
    deps.publish({ type: 'run.retry', retry: { attempt, at, error: failureInfo(outcome.failure) } });
    await deps.clock.wait(delay, deps.signal);
    if (deps.signal.aborted) return { kind: 'aborted', messageId, text: '' };
  }
}

/** The error as it is stored in the record of a failed model call. */
export function failureInfo(failure: ModelFailure, item?: ErrorInfo['item']): ErrorInfo {
  return {
    code: 'LLM_ERROR',
    cause: failure.code,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    message: failure.message,
    ...(item ? { item } : {}),
  };
}

/** Saves what has arrived, at once and then every 800 ms while more comes; one save at a time. */
function partialSaver(messageId: string, model: string, deps: ModelTurnDeps) {
  const startedAt = deps.clock.now().toISOString();
  const finished = new AbortController();
  let text = '';
  let reasoning = '';
  let unsaved = false;
  let saving: Promise<void> | null = null;

  async function save(): Promise<void> {
    while (unsaved && !finished.signal.aborted) {
      unsaved = false;
      await deps.savePartial({ v: 1, messageId, parentId: deps.parentId, text, reasoning, model, startedAt });
      await deps.clock.wait(partialEveryMs, finished.signal);
    }
    saving = null;
  }

  return {
    add(moreText: string, moreReasoning: string): void {
      text += moreText;
      reasoning += moreReasoning;
      unsaved = true;
      saving ??= save();
    },
    settled: async (): Promise<void> => {
      finished.abort();
      await saving;
    },
  };
}
