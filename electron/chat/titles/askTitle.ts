// Asks a model for a title: one message, no tools, few tokens, one attempt, a time limit. Anything else is a failure
// with a reason for the log.

import type { Usage } from '../../../shared/conversation/message.ts';
import { cleanModelTitle, type TitleMatter, titleQuestion } from '../../conversation/modelTitle.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelRequest, Provider } from '../../ports/provider.ts';
import prompt from './titlePrompt.md?raw';

export interface TitleAsking {
  provider: Provider;
  model: string;
  /** As in `ModelRequest`. */
  contextWindow?: number | undefined;
  signal: AbortSignal;
  clock: Clock;
}

/** `usage`: of the request, with or without a title; null: unknown; absent: nothing was paid. */
export type TitleAnswer = { usage?: Usage | null } & (
  | { kind: 'title'; title: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'aborted' }
);

/**
 * Total timeout in milliseconds. Nobody waits for it, but a late title would rename a conversation that the user
 * already knows.
 */
const limitMs = 30_000;
/** Tokens: for a plain title, and for one with thinking that cannot reliably be disabled. */
const plainTokens = 80;
const thinkingTokens = 1_000;

export function titleRequest(
  { provider, model, contextWindow }: Omit<TitleAsking, 'signal' | 'clock'>,
  matter: TitleMatter,
) {
  const abilities = provider.abilities?.(model);
  const lowestEffort = abilities?.efforts[0];
  const request: ModelRequest = {
    model,
    system: prompt.trim(),
    messages: [{ role: 'user', content: titleQuestion(matter) }],
    tools: [],
    options: {
      maxOutputTokens: lowestEffort === 'none' ? plainTokens : thinkingTokens,
      showThinking: false,
      ...(lowestEffort === undefined ? {} : { effort: lowestEffort }),
    },
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
  return request;
}

export async function requestTitle(matter: TitleMatter, asking: TitleAsking): Promise<TitleAnswer> {
  const { provider, signal, clock } = asking;
  const late = new AbortController();
  const ended = new AbortController();
  void clock.wait(limitMs, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  try {
    const outcome = await provider.complete(titleRequest(asking, matter), {
      signal: AbortSignal.any([signal, late.signal]),
      idleTimeoutMs: limitMs,
      observer: { onText() {}, onReasoning() {}, onCall() {} },
    });
    if (signal.aborted) return { kind: 'aborted' };
    if (outcome.kind === 'aborted') return { kind: 'failed', reason: 'it took too long', usage: null };
    if (outcome.kind === 'failed') {
      const { message, usage } = outcome.failure;
      return { kind: 'failed', reason: message, ...(usage ? { usage } : {}) };
    }
    const { text, calls, usage } = outcome.reply;
    if (calls.length > 0) return { kind: 'failed', reason: 'the model called a tool instead', usage };
    const title = cleanModelTitle(text);
    return title === ''
      ? { kind: 'failed', reason: 'the answer was no title', usage }
      : { kind: 'title', title, usage };
  } finally {
    ended.abort();
  }
}
