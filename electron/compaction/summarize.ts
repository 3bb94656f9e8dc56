// Asks the model for a summary, in one message without tools. Anything else is a failure with a reason, and nothing is
// stored. Ends within a time limit, and immediately when the signal aborts.

import type { Usage } from '../../shared/conversation/message.ts';
import { isBlankText } from '../../shared/conversation/sendable.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { Effort } from '../../shared/features/models/modelOptions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, Provider, Retry } from '../ports/provider.ts';
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
  retry: Retry;
  /** Milliseconds without data after which an attempt fails. */
  idleTimeoutMs: number;
  /** Milliseconds for one attempt; default two minutes. */
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
  const request = summaryRequest(deps, transcript);
  for (;;) {
    const outcome = await attempt(request, deps);
    if (deps.signal.aborted) return { kind: 'aborted' };
    if (outcome === 'late') {
      const seconds = Math.round((deps.limitMs ?? defaultLimitMs) / 1000);
      return { kind: 'failed', reason: say`the model took longer than ${seconds} seconds` };
    }
    if (outcome.kind === 'failed') {
      const next = await deps.retry(outcome.failure);
      if (next === 'aborted') return { kind: 'aborted' };
      if (next === 'retry') continue;
    }
    const usage =
      outcome.kind === 'reply' ? outcome.reply.usage : outcome.kind === 'failed' ? outcome.failure.usage : undefined;
    return { ...readOutcome(outcome), ...(usage === undefined ? {} : { usage }) };
  }
}

async function attempt(request: ModelRequest, deps: SummaryDeps): Promise<ModelOutcome | 'late'> {
  const late = new AbortController();
  const ended = new AbortController();
  void deps.clock.wait(deps.limitMs ?? defaultLimitMs, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  const outcome = await deps.provider
    .complete(request, {
      signal: AbortSignal.any([deps.signal, late.signal]),
      idleTimeoutMs: deps.idleTimeoutMs,
      observer: { onText() {}, onReasoning() {}, onCall() {} },
    })
    .finally(() => ended.abort());
  return late.signal.aborted ? 'late' : outcome;
}

function readOutcome(outcome: ModelOutcome): Summary {
  if (outcome.kind === 'aborted') return { kind: 'aborted' };
  if (outcome.kind === 'failed') {
    return { kind: 'failed', reason: outcome.failure.message, failure: outcome.failure };
  }
  const { text, calls, finishReason } = outcome.reply;
  if (calls.length > 0) return { kind: 'failed', reason: say`the model called a tool instead of writing it` };
  if (isBlankText(text)) return { kind: 'failed', reason: say`the model returned nothing` };
  if (/length|max_?tokens|max_output/i.test(finishReason ?? '')) {
    return { kind: 'failed', reason: say`the model was cut off before the end` };
  }
  if (/filter|safety|refusal/i.test(finishReason ?? '')) {
    return { kind: 'failed', reason: say`the provider filtered out part of it` };
  }
  return { kind: 'summary', text: text.trim() };
}
