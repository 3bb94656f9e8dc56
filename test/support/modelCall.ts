// Calls a provider like the chat loop, and records its events.

import type { ModelFailure, ModelOutcome, ModelReply, ModelRequest, Provider } from '../../electron/ports/provider.ts';

export function modelRequest(input: Partial<ModelRequest> = {}): ModelRequest {
  return { model: 'fake-model', system: '', messages: [{ role: 'user', content: 'hello' }], tools: [], ...input };
}

export interface Observed {
  texts: string[];
  reasonings: string[];
  calls: [index: number, name: string, argumentsLength: number][];
}

export interface CallOptions {
  request?: ModelRequest;
  signal?: AbortSignal;
  idleTimeoutMs?: number;
  onText?: (text: string) => void;
}

export async function callModel(
  provider: Provider,
  { request = modelRequest(), signal = new AbortController().signal, idleTimeoutMs = 60_000, onText }: CallOptions = {},
): Promise<{ outcome: ModelOutcome; observed: Observed }> {
  const observed: Observed = { texts: [], reasonings: [], calls: [] };
  const outcome = await provider.complete(request, {
    signal,
    idleTimeoutMs,
    observer: {
      onText: (text) => {
        observed.texts.push(text);
        onText?.(text);
      },
      onReasoning: (text) => void observed.reasonings.push(text),
      onCall: (...call) => void observed.calls.push(call),
      onReclassified({ text, reasoning }) {
        observed.texts.splice(0, Number.POSITIVE_INFINITY, text);
        observed.reasonings.splice(0, Number.POSITIVE_INFINITY, reasoning);
      },
    },
  });
  return { outcome, observed };
}

/** Returns the reply; throws the failure if there was none. */
export async function replyOf(provider: Provider, options: CallOptions = {}): Promise<ModelReply> {
  const { outcome } = await callModel(provider, options);
  if (outcome.kind !== 'reply') throw new Error(`no reply: ${JSON.stringify(outcome)}`);
  return outcome.reply;
}

/** Returns the failure; throws if the call succeeded. */
export async function failureOf(provider: Provider, options: CallOptions = {}): Promise<ModelFailure> {
  const { outcome } = await callModel(provider, options);
  if (outcome.kind !== 'failed') throw new Error(`not a failure: ${JSON.stringify(outcome)}`);
  return outcome.failure;
}
