// Asks the model for a summary, in one message without tools. Anything else is a failure with a reason, and nothing is
// stored. Ends within a time limit, and immediately when the signal aborts.

import type { Usage } from '../../shared/conversation/message.ts';
import { isBlankText } from '../../shared/conversation/sendable.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { Effort } from '../../shared/features/models/modelOptions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, Provider, RetryPolicy } from '../ports/provider.ts';
import prompt from './summaryPrompt.md?raw';

export interface SummaryDeps {
  provider: Provider;
  model: string;
  /** As in `ModelRequest`. */
  contextWindow?: number | undefined;
  /** The conversation's thinking effort. Its other options do not apply: a summary must not be cut short. */
  effort?: Effort | undefined;
  signal: AbortSignal;
  clock: Clock;
  retry: RetryPolicy;
  /** Milliseconds without data after which an attempt fails. */
  idleTimeoutMs: number;
  /** Milliseconds for all attempts together; default two minutes. */
  limitMs?: number;
}

/** `usage`: of the request, whether it produced a summary or not. */
export type Summary = { usage?: Usage | null } & (
  | { kind: 'summary'; text: string }
  /** `failure`: set if the model call itself failed. */
  | { kind: 'failed'; reason: UserText; failure?: ModelFailure }
  | { kind: 'aborted' }
);

const defaultLimitMs = 120_000;
const marks = { begin: '----- the conversation begins -----', end: '----- the conversation ends -----' };

/** The request's fixed text, for estimating what fits. */
export const promptText = `${prompt}\n${marks.begin}\n${marks.end}`;

function summaryRequest({ model, contextWindow, effort }: SummaryDeps, transcript: string): ModelRequest {
  const room = contextWindow === undefined ? {} : { contextWindow };
  const options = effort === undefined ? {} : { options: { effort } };
  const content = `${marks.begin}\n\n${transcript}\n\n${marks.end}\n\nWrite the summary now.`;
  return { model, system: prompt.trim(), messages: [{ role: 'user', content }], tools: [], ...room, ...options };
}

export async function summarize(transcript: string, deps: SummaryDeps): Promise<Summary> {
  const late = new AbortController();
  const ended = new AbortController();
  const limitMs = deps.limitMs ?? defaultLimitMs;
  void deps.clock.wait(limitMs, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  try {
    const signal = AbortSignal.any([deps.signal, late.signal]);
    const outcome = await attempts(summaryRequest(deps, transcript), signal, deps);
    if (deps.signal.aborted) return { kind: 'aborted' };
    if (late.signal.aborted) {
      return { kind: 'failed', reason: say`the model took longer than ${Math.round(limitMs / 1000)} seconds` };
    }
    const usage =
      outcome.kind === 'reply' ? outcome.reply.usage : outcome.kind === 'failed' ? outcome.failure.usage : undefined;
    return { ...readOutcome(outcome), ...(usage === undefined ? {} : { usage }) };
  } finally {
    ended.abort();
  }
}

async function attempts(request: ModelRequest, signal: AbortSignal, deps: SummaryDeps): Promise<ModelOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await deps.provider.complete(request, {
      signal,
      idleTimeoutMs: deps.idleTimeoutMs,
      observer: { onText() {}, onReasoning() {}, onCall() {} },
    });
    if (outcome.kind !== 'failed' || signal.aborted) return outcome;
    const delay = deps.retry(outcome.failure, attempt);
    if (delay === null) return outcome;
    await deps.clock.wait(delay, signal);
    if (signal.aborted) return outcome;
  }
}

function readOutcome(outcome: ModelOutcome): Summary {
  if (outcome.kind === 'aborted') return { kind: 'aborted' };
  if (outcome.kind === 'failed') {
    return { kind: 'failed', reason: outcome.failure.message, failure: outcome.failure };
  }
  const { text, calls, finishReason } = outcome.reply;
  if (calls.length > 0) return { kind: 'failed', reason: say`the model called a tool instead` };
  if (isBlankText(text)) return { kind: 'failed', reason: say`the model returned nothing` };
  if (/length|max_?tokens|max_output/i.test(finishReason ?? '')) {
    return { kind: 'failed', reason: say`the model was cut off before the end` };
  }
  if (/filter|safety|refusal/i.test(finishReason ?? '')) {
    return { kind: 'failed', reason: say`the provider filtered out part of it` };
  }
  return { kind: 'summary', text: text.trim() };
}
