// Records exchanges with real providers as a scenario: one rule per conversation, one turn per reply. Masks keys before
// keeping anything.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { Usage } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import { createSecretMask, type SecretMask } from '../../lib/secretMask.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, ProviderRegistry } from '../../ports/provider.ts';
import type { ScenarioFailure, ScenarioFile } from './schema.ts';
import { textOfContent, userText } from './userText.ts';

type FileTurn = NonNullable<ScenarioFile['rules'][number]['turns']>[number];
type ReplyFields = Pick<FileTurn, 'reply' | 'thinking' | 'calls' | 'verbatim'>;

type Hide = <T>(value: T) => T;

interface Thread {
  /** The last request, to detect retries. */
  asked: string;
  /** The first one is the rule itself. */
  turns: (FileTurn & { words: string | null })[];
}

export interface Recorder {
  take(request: ModelRequest, outcome: ModelOutcome): void;
  /** Null if nothing was recorded. */
  scenario(): ScenarioFile | null;
}

/** `mask`: hides known keys; anything that looks like a key is hidden, too, since the file may be shared. */
export function createRecorder(mask: SecretMask): Recorder {
  const tokens = createSecretMask(
    () => [],
    () => true,
  );
  const hide: Hide = (value) => maskDeep(tokens, maskDeep(mask, value));
  const threads = new Map<string, Thread>();
  let model: string | undefined;
  return {
    take(request, outcome) {
      model ??= request.model;
      const key = request.cacheKey ?? JSON.stringify(request.messages[0] ?? null);
      const messages = JSON.stringify(request.messages);
      const thread = threads.get(key) ?? { asked: '', turns: earlierTurns(request.messages.slice(0, -1), hide) };
      threads.set(key, thread);
      if (thread.asked !== messages) thread.turns.push({ words: wordsOf(request.messages.at(-1), hide) });
      thread.asked = messages;
      addOutcome(thread.turns.at(-1) as FileTurn, hide(outcome));
    },
    scenario() {
      if (model === undefined) return null;
      const timedOut = [...threads.values()].some(({ turns }) =>
        turns.some(({ failure }) => [failure ?? []].flat().some(({ kind }) => kind === 'timeout')),
      );
      return {
        version: 1,
        model,
        chunk_characters: 1000,
        // A replay need not wait as long as the original.
        ...(timedOut ? { idle_timeout_ms: 1000 } : {}),
        rules: [...threads.values()].flatMap(ruleOf),
      };
    },
  };
}

/** Wraps a registry so that all exchanges are recorded. */
export function withRecording(registry: ProviderRegistry, recorder: Recorder): ProviderRegistry {
  return {
    ...registry,
    async get(providerId) {
      const source = await registry.get(providerId);
      if (!source.ok) return source;
      const provider = source.value;
      return ok({
        ...provider,
        async complete(request, options) {
          const outcome = await provider.complete(request, options);
          recorder.take(request, outcome);
          return outcome;
        },
      });
    },
  };
}

function ruleOf({ turns: [first, ...rest] }: Thread): ScenarioFile['rules'] {
  if (!first) return [];
  const { words, ...step } = first;
  const turns = rest.map(({ words, ...turn }) => ({
    ...(words === null ? {} : { expect: { exact: words } }),
    ...closed(turn),
  }));
  return [{ match: { exact: words ?? '' }, max_matches: 1, ...closed(step), ...(turns.length > 0 ? { turns } : {}) }];
}

/** A turn that never got a reply fails on every attempt. */
function closed({ failure, finish, ...withFailure }: FileTurn): FileTurn {
  const finishField = finish === undefined || finish === (withFailure.calls ? 'tool_calls' : 'stop') ? {} : { finish };
  if (!failure) return { ...withFailure, ...finishField };
  const failures = [failure].flat();
  if (finish === undefined) delete failures.at(-1)?.times;
  return { ...withFailure, ...finishField, failure: failures };
}

function wordsOf(message: ApiMessage | undefined, hide: Hide): string | null {
  return message?.role === 'user' ? hide(userText(textOfContent(message.content))) : null;
}

/** Turns from before the recording started. */
function earlierTurns(messages: readonly ApiMessage[], hide: Hide): Thread['turns'] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return [];
    const { content, reasoning = '', tool_calls: calls = [] } = message;
    const text = saidOf(
      content ?? '',
      reasoning,
      calls.map(({ function: fn }) => fn),
    );
    return [{ words: wordsOf(messages[at - 1], hide), ...hide(text) }];
  });
}

function addOutcome(turn: FileTurn, outcome: ModelOutcome): void {
  if (outcome.kind === 'reply') {
    const { text, reasoning, calls, finishReason, usage } = outcome.reply;
    Object.assign(turn, saidOf(text, reasoning, calls), { finish: finishReason ?? 'stop', ...usageOf(usage) });
    return;
  }
  const { partial } = outcome.kind === 'failed' ? outcome.failure : outcome;
  Object.assign(turn, saidOf(partial.text, partial.reasoning, []));
  if (outcome.kind === 'aborted') return;
  const failure = failureOf(outcome.failure);
  const failures = turn.failure ? [turn.failure].flat() : [];
  const last = failures.at(-1);
  if (last && JSON.stringify({ ...last, times: 1 }) === JSON.stringify(failure)) last.times = (last.times ?? 1) + 1;
  else failures.push(failure);
  turn.failure = failures;
}

function saidOf(text: string, thinking: string, calls: readonly { name: string; arguments: string }[]): ReplyFields {
  const all = JSON.stringify([text, thinking, calls]);
  return {
    ...(text === '' ? {} : { reply: text }),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0
      ? {}
      : {
          calls: calls.map(({ name, arguments: argumentText }) => ({
            tool: name,
            arguments: plainArguments(argumentText),
          })),
        }),
    ...(/\{\{|"\$(?:number|each)/.test(all.replaceAll('\\"', '"')) ? { verbatim: true } : {}),
  };
}

/** An object if it serializes to exactly the same text. */
function plainArguments(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = isJsonObject(value);
    // No parser of the file would preserve that key.
    const isPlain = isObject && !text.includes('__proto__');
    return isPlain && JSON.stringify(value) === text ? (value as Record<string, unknown>) : text;
  } catch {
    return text;
  }
}

function usageOf(usage: Usage | null): Pick<FileTurn, 'usage'> {
  const counts = {
    input_tokens: usage?.inputTokens,
    output_tokens: usage?.outputTokens,
    cached_tokens: usage?.cachedInputTokens,
    reasoning_tokens: usage?.reasoningTokens,
  };
  const nonEmpty = Object.entries(counts).filter(([, count]) => count !== undefined);
  return nonEmpty.length > 0 ? { usage: Object.fromEntries(nonEmpty) } : {};
}

const kinds: Partial<Record<ModelFailure['code'], ScenarioFailure['kind']>> = {
  LLM_NETWORK: 'network',
  LLM_TIMEOUT: 'timeout',
  LLM_AUTH_FAILED: 'authentication',
  LLM_RATE_LIMITED: 'rate_limit',
  LLM_QUOTA_EXCEEDED: 'credits',
  LLM_CONTEXT_TOO_LONG: 'context_length',
  LLM_EMPTY_RESPONSE: 'empty',
};

function failureOf({ code, status, message, retryable, retryAfterMs }: ModelFailure): ScenarioFailure {
  const kind = kinds[code] ?? (code === 'LLM_BAD_RESPONSE' ? (retryable ? 'cut' : 'malformed') : 'server');
  // Drops the host, which differs on replay.
  const reason = /^\S+ (?:answered \d+|reported an error): ([\s\S]+)$/.exec(message)?.[1];
  return {
    kind,
    ...(reason === undefined ? {} : { message: reason }),
    ...(kind === 'server' && status !== undefined ? { status } : {}),
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: Math.min(600_000, Math.max(0, Math.round(retryAfterMs))) }),
    times: 1,
  };
}
