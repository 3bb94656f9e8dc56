// Counts tokens in a worker thread that starts on demand, ends when idle, and does not keep the process alive. Falls
// back to an estimate by length; never throws or hangs.

import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { estimateTextTokens } from '../../conversation/estimateTokens.ts';
import type { Log } from '../../lib/log.ts';
import { workerFile } from '../../lib/workerThread.ts';
import type { TokenCounter } from '../../ports/tokens.ts';
import type { CountAnswer, CountQuestion } from './tokenWorker.ts';

const families: readonly TokenFamily[] = [
  { pattern: /gpt-oss|gpt-4o|gpt-4\.[15]|gpt-[5-9]|chatgpt|(^|[^a-z])o[1-9](-|$)/, factor: 1, own: true },
  { pattern: /gpt-4|gpt-3\.5/, factor: 1.1, own: false },
  // Anthropic's counting endpoint reports about a fifth more than o200k for English and code, and more for its newest
  // models.
  { pattern: /claude/, factor: 1.3, own: false },
  { pattern: /gemini|gemma/, factor: 1.1, own: false },
  { pattern: /mistral|mixtral|codestral|devstral|magistral|ministral/, factor: 1.25, own: false },
];

/** Llama, Qwen, DeepSeek, Kimi, GLM and others have vocabularies of similar size. */
const otherFamilies: TokenFamily = { pattern: /^/, factor: 1.15, own: false };

export interface TokenCounterOptions {
  log: Log;
  /** Idle time before the thread ends; default 60,000. */
  idleMs?: number;
  /** Size of the count cache; default 1,000,000. */
  cacheBytes?: number;
}

export type ClosableTokenCounter = TokenCounter & { close(): Promise<void> };

/** Stop restarting a thread that keeps failing. */
const maxFailures = 3;
/** Timeout for one question. */
const maxAnswerMs = 15_000;
/** UTF-16 units per batch. */
const batchLength = 1_000_000;

export function createTokenCounter({
  log,
  idleMs = 60_000,
  cacheBytes = 1_000_000,
}: TokenCounterOptions): ClosableTokenCounter {
  const cache = createCountCache(cacheBytes);
  const waiting = new Map<number, (counts: number[] | null) => void>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let failures = 0;
  let nextCall = 0;
  let closed = false;

  function start(): Worker | null {
    if (worker || closed || failures >= maxFailures) return worker;
    const newWorker = new Worker(workerFile(import.meta.url, 'tokenWorker'), { name: 'throughline tokens' });
    newWorker.unref();
    newWorker.on('message', ({ call, counts }: CountAnswer) => answer(call, counts));
    newWorker.on('error', (thrown) => {
      failures++;
      log(
        'warning',
        `tokens cannot be counted: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        'TOKENS_UNCOUNTED',
        { reason: thrown },
      );
    });
    newWorker.on('exit', () => {
      if (worker !== newWorker) return;
      worker = null;
      for (const call of [...waiting.keys()]) answer(call, null);
    });
    worker = newWorker;
    return newWorker;
  }

  function answer(call: number, counts: number[] | null): void {
    const give = waiting.get(call);
    waiting.delete(call);
    if (waiting.size === 0) worker?.unref();
    give?.(counts);
  }

  /** Null if the thread is unavailable or does not answer. */
  function ask(texts: string[]): Promise<number[] | null> {
    const running = start();
    if (!running) return Promise.resolve(null);
    const call = nextCall++;
    running.ref();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        failures++;
        answer(call, null);
      }, maxAnswerMs);
      waiting.set(call, (counts) => {
        clearTimeout(timer);
        resolve(counts);
      });
      running.postMessage({ call, texts } satisfies CountQuestion);
    });
  }

  function endWhenIdle(): void {
    if (idle) clearTimeout(idle);
    idle = setTimeout(() => {
      if (waiting.size > 0) return endWhenIdle();
      const resting = worker;
      worker = null;
      void resting?.terminate();
    }, idleMs);
    idle.unref();
  }

  async function countPlain(texts: readonly string[]): Promise<number[]> {
    const counts = texts.map((text) => (text === '' ? 0 : cache.get(text)));
    const missing = counts.flatMap((count, index) => (count === undefined ? [index] : []));
    for (let from = 0; from < missing.length; ) {
      const batch: number[] = [];
      for (let length = 0; from < missing.length && (batch.length === 0 || length < batchLength); from++) {
        const index = missing[from] as number;
        batch.push(index);
        length += (texts[index] as string).length;
      }
      const tokenCounts = await ask(batch.map((index) => texts[index] as string));
      batch.forEach((index, place) => {
        const text = texts[index] as string;
        const count = tokenCounts?.[place];
        counts[index] = count ?? estimateTextTokens(text);
        if (count !== undefined) cache.set(text, count);
      });
    }
    endWhenIdle();
    return counts as number[];
  }

  return {
    methodFor: (model) => (tokenFamily(model).own && failures < maxFailures ? 'tokenizer' : 'estimate'),
    async count(model, texts) {
      const { factor } = tokenFamily(model);
      const counts = await countPlain(texts);
      return factor === 1 ? counts : counts.map((count) => Math.ceil(count * factor));
    },
    async close() {
      closed = true;
      if (idle) clearTimeout(idle);
      await worker?.terminate();
    },
  };
}

/** LRU cache of token counts, bounded in bytes. Long texts are keyed by hash, so that they are not retained. */
interface CountCache {
  get(text: string): number | undefined;
  set(text: string, count: number): void;
}

/** Estimated overhead per entry. */
const entryBytes = 64;
/** Longer keys are hashed. */
const maxKeyLength = 64;

/** @internal */
export function createCountCache(maxBytes: number): CountCache {
  const counts = new Map<string, number>();
  let bytes = 0;
  const cost = (key: string): number => key.length * 2 + entryBytes;
  return {
    get(text) {
      const key = keyOf(text);
      const count = counts.get(key);
      if (count === undefined) return undefined;
      counts.delete(key);
      counts.set(key, count);
      return count;
    },
    set(text, count) {
      const key = keyOf(text);
      if (!counts.has(key)) bytes += cost(key);
      counts.set(key, count);
      for (const oldest of counts.keys()) {
        if (bytes <= maxBytes) break;
        counts.delete(oldest);
        bytes -= cost(oldest);
      }
    },
  };
}

function keyOf(text: string): string {
  if (text.length <= maxKeyLength) return `=${text}`;
  return `#${text.length}:${createHash('sha1').update(text).digest('base64')}`;
}

interface TokenFamily {
  pattern: RegExp;
  factor: number;
  /** Whether o200k_base is the family's own vocabulary. */
  own: boolean;
}

/**
 * Scales counts from o200k_base (GPT-4o and later) to other model families, whose tokenizers produce more tokens.
 * Factors err on the high side of published comparisons; the first reported usage corrects them.
 */
function tokenFamily(model: string): { factor: number; own: boolean } {
  const name = model.toLowerCase();
  return families.find((family) => family.pattern.test(name)) ?? otherFamilies;
}
