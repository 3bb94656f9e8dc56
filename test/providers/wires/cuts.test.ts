// Recorded streams, split and framed in every valid way: what is shown, kept and sent next stays the same.
// THROUGHLINE_SEED selects some of the splits and framings; THROUGHLINE_TESTS=long uses all.

import { afterAll, describe, expect, test } from 'vitest';
import type { ModelOutcome, ModelReply, Provider } from '../../../electron/ports/provider.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, type Recording, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { createDice } from '../../support/powerLoss.ts';
import { cutAt, type Reframed, reframeJson, reframeLines, reframeSse } from '../../support/streamFraming.ts';
import { testRun, volume } from '../../support/volume.ts';
import { playedProvider } from '../../support/wireUnderTest.ts';

const long = testRun === 'long';
const cuts = volume({ short: 2, all: 6 });
/** Each framing is tried on one in this many files. */
const filesPerFraming = volume({ short: 12, all: 3 });
const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const all = recordings();
const count = { files: 0, cuts: 0, framings: 0, truncations: 0 };

afterAll(() => {
  console.log(
    `${count.files} recordings: ${count.cuts} cuts, ${count.framings} framings, ${count.truncations} ends before the end ` +
      `(seed ${seed}${long ? ', long' : ''})`,
  );
});

interface Read {
  shown: { text: string; reasoning: string; calls: Record<number, [string, number]> };
  outcome: ModelOutcome;
  /** The body of the next request to the same model. */
  next: string | null;
}

async function read(
  kind: ProviderKind,
  recording: Recording,
  pieces: Iterable<Uint8Array>,
  breaks = false,
): Promise<Read> {
  const provider = playedProvider(kind, { contentType: contentTypeOf(recording), pieces, breaks });
  const request = modelRequest({ model: recording.model });
  const { outcome, observed } = await callModel(provider, { request });
  const calls = Object.fromEntries(
    observed.calls.map(([index, name, length]) => [index, [name, length] as [string, number]]),
  );
  return {
    shown: { text: observed.texts.join(''), reasoning: observed.reasonings.join(''), calls },
    outcome,
    next: outcome.kind === 'reply' ? nextBody(provider, recording.model, outcome.reply) : null,
  };
}

function nextBody(provider: Provider, model: string, reply: ModelReply): string {
  const calls = reply.calls.map(({ id, ...call }, at) => ({
    id: id || `call_${at}`,
    type: 'function' as const,
    function: call,
  }));
  const { text, reasoning, providerData } = reply;
  return JSON.stringify(
    provider.body(
      modelRequest({
        model,
        messages: [
          { role: 'user', content: 'hello' },
          {
            role: 'assistant',
            content: text === '' ? null : text,
            ...(calls.length > 0 ? { tool_calls: calls } : {}),
            ...(reasoning === '' ? {} : { reasoning }),
            ...(providerData ? { providerData } : {}),
          },
          ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'done' })),
          { role: 'user', content: 'and now?' },
        ],
      }),
    ),
  );
}

function framings(recording: Recording, body: Buffer): Reframed[] {
  if (recording.file.endsWith('.sse')) return reframeSse(body);
  return recording.file.endsWith('.ndjson') ? reframeLines(body) : reframeJson(body);
}

/** Positions in a body: all of them, or a few. */
function places(length: number, few: number, dice: (sides: number) => number): number[] {
  if (long) return Array.from({ length: length - 1 }, (_, at) => at + 1);
  return Array.from({ length: few }, () => 1 + dice(length - 1));
}

const replies = (kind: ProviderKind): Recording[] => answersOf(all, kind).filter(({ status }) => status === 200);

/** They contain several answers in sequence: none ends where the file does. */
const notOne = [
  'chat/cerebras-cererebras-structured-output-tools-1.sse',
  'responses/openai-reasoning-encrypted-content-1.sse',
  'anthropic/anthropic-tool-search-deferred-bm25.sse',
  // A finish, and only then the error.
  'chat/openrouter-stream-error.sse',
  // The server withdrew its earlier text.
  'anthropic/anthropic-spliced-message-start.sse',
  // Its text turns out to be thinking at the end.
  'ollama/ollama-agentic-streaming-structured-output-with-tools.ndjson',
];

describe.skipIf(all.length === 0).each(providerKinds)('%s', (kind) => {
  test(
    cite('STREAM-1', 'a stream split in two anywhere is read like the whole'),
    async () => {
      const dice = createDice(seed);
      for (const recording of replies(kind)) {
        count.files++;
        const body = recording.read();
        const whole = await read(kind, recording, [body]);
        for (const at of places(body.length, cuts, dice)) {
          count.cuts++;
          expect(await read(kind, recording, cutAt(body, at)), `${recording.file} cut at ${at}`).toEqual(whole);
        }
      }
    },
    long ? 3_600_000 : 60_000,
  );

  test(cite('STREAM-1', 'a stream with another valid framing is read the same'), { tags: ['all'] }, async () => {
    for (const [file, recording] of replies(kind).entries()) {
      const body = recording.read();
      const whole = await read(kind, recording, [body]);
      for (const [at, { name, pieces }] of framings(recording, body).entries()) {
        if (!long && (pieces.length > 6_000 || (file + at + seed) % filesPerFraming > 0)) continue;
        count.framings++;
        expect(await read(kind, recording, pieces), `${recording.file}: ${name}`).toEqual(whole);
      }
    }
  });

  test(
    cite('STREAM-6', 'a stream that ends early is the whole reply, or a failure that keeps the beginning'),
    async () => {
      const dice = createDice(seed + 1);
      for (const recording of replies(kind)) {
        if (notOne.includes(recording.file)) continue;
        const body = recording.read();
        const whole = await read(kind, recording, [body]);
        for (const at of places(body.length, cuts, dice)) {
          count.truncations++;
          const cut = await read(kind, recording, [body.subarray(0, at)], at % 2 === 0);
          expect(lessThan(cut, whole), `${recording.file} ended at ${at} of ${body.length}`).toBe('');
        }
      }
    },
    long ? 3_600_000 : 60_000,
  );
});

/** The problem; empty if there is none. */
function lessThan(cut: Read, whole: Read): string {
  if (!whole.shown.text.startsWith(cut.shown.text)) return `showed ${cut.shown.text}`;
  if (!whole.shown.reasoning.startsWith(cut.shown.reasoning)) return `showed the thought ${cut.shown.reasoning}`;
  if (cut.outcome.kind === 'failed') {
    const { partial } = cut.outcome.failure;
    if (partial.text !== cut.shown.text) return `kept ${partial.text}`;
    return partial.reasoning === cut.shown.reasoning ? '' : `kept the thought ${partial.reasoning}`;
  }
  if (cut.outcome.kind !== 'reply' || whole.outcome.kind !== 'reply') return cut.outcome.kind;
  // Only the usage may be missing: it comes after the reply.
  const less = { ...cut.outcome.reply, usage: null };
  const more = { ...whole.outcome.reply, usage: null };
  return JSON.stringify(less) === JSON.stringify(more) ? '' : `a reply of ${JSON.stringify(less)}`;
}
