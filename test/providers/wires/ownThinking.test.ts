// Random histories of replies by many models, as their APIs' readers produce them: a model's reply is sent back to it
// unchanged, and to nobody else. THROUGHLINE_SEED selects them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelReply } from '../../../electron/ports/provider.ts';
import { providerApis } from '../../../electron/providers/apis.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { modelRequest } from '../../support/modelCall.ts';
import { volume } from '../../support/volume.ts';
import { type Speech, sealed, speechEvents } from '../../support/wires/speech.ts';
import { violationsOf } from '../../support/wires/wireServer.ts';

const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const numRuns = volume({ short: 200, all: 400, long: 20_000 });

interface By {
  kind: ProviderKind;
  provider: string;
  model: string;
}

const by = fc.record({
  kind: fc.constantFrom(...providerKinds),
  provider: fc.constantFrom('mine', 'yours'),
  model: fc.constantFrom('gemini-3-pro', 'claude-opus-4-7', 'gpt-5.4'),
});
const speech = fc.record({
  thought: fc.option(fc.constantFrom('Let me see.', '', 'Zwei Gedanken: ü🙂'), { nil: undefined }),
  text: fc.option(fc.constantFrom('Some words.', '  leading space', '🙂'), { nil: undefined }),
  calls: fc.array(fc.constantFrom('look', 'touch'), { maxLength: 3 }),
});
const history = fc.array(fc.tuple(by, speech), { minLength: 1, maxLength: 6 });
/** Half of the requests go to an earlier model, by position; the others to any. */
const asked = fc.record({ place: fc.option(fc.nat({ max: 5 })), other: by });

interface Said {
  by: By;
  number: number;
  reply: ModelReply;
  thought: string | undefined;
}

function readReply({ kind, provider, model }: By, said: Speech, number: number): ModelReply {
  const silent = { onText() {}, onReasoning() {}, onCall() {} };
  const reader = providerApis[kind]({ providerId: provider, baseUrl: 'http://127.0.0.1' }).reply(
    modelRequest({ model }),
    silent,
  );
  for (const event of speechEvents(kind, said, { model, number })) if (event !== '[DONE]') reader.add(event);
  return reader.reply();
}

function messagesOf(all: readonly Said[]): ApiMessage[] {
  return all.flatMap(({ number, reply }): ApiMessage[] => {
    const calls = reply.calls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call }));
    return [
      { role: 'user', content: `Question ${number}` },
      {
        role: 'assistant',
        content: reply.text === '' ? null : reply.text,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
        ...(reply.providerData ? { providerData: reply.providerData } : {}),
      },
      ...calls.map(({ id }): ApiMessage => ({ role: 'tool', tool_call_id: id, content: `Result of ${id}` })),
    ];
  });
}

test(
  cite(['PROVIDER-7', 'SEQ-7'], "a model's reply is sent back to it unchanged, and none of its seals to another"),
  () => {
    const count = { histories: 0, bodies: 0, others: 0 };
    const own: Record<ProviderKind, number> = { openai: 0, responses: 0, anthropic: 0, gemini: 0, ollama: 0 };
    fc.assert(
      fc.property(history, asked, (told, { place, other }) => {
        count.histories++;
        const to = (place === null ? undefined : told[place]?.[0]) ?? other;
        const all = told.flatMap(([who, said], at): Said[] => {
          const number = at + 1;
          const calls = said.calls.map((name, index) => ({
            id: `call_${number}_${index}`,
            name,
            arguments: { at, index },
          }));
          const { text } = said;
          const thought = said.thought ? `${said.thought} (${number})` : said.thought;
          const spoken = {
            ...(thought === undefined ? {} : { thought }),
            ...(text === undefined ? {} : { text }),
            calls,
          };
          const reply = readReply(who, spoken, number);
          const isEmpty = reply.text === '' && reply.calls.length === 0;
          return isEmpty ? [] : [{ by: who, number, reply, thought }];
        });
        if (all.length === 0) return;
        const tools = ['look', 'touch'].map((name) => ({
          type: 'function' as const,
          function: { name, description: name, parameters: { type: 'object', properties: {} } },
        }));
        const messages: ApiMessage[] = [...messagesOf(all), { role: 'user', content: 'And now?' }];
        const wire = providerApis[to.kind]({ providerId: to.provider, baseUrl: 'http://127.0.0.1' });
        const body = wire.body(modelRequest({ model: to.model, system: 'Be brief.', messages, tools }));
        const text = JSON.stringify(body);
        count.bodies++;
        expect(violationsOf({ kind: to.kind, model: to.model, body: JSON.parse(text) })).toEqual([]);
        for (const { by: who, number, reply, thought } of all) {
          const isOwn = who.kind === to.kind && who.provider === to.provider && who.model === to.model;
          const seal = sealed(who.model, number);
          if (isOwn) {
            own[to.kind]++;
            expectAsItCame(to.kind, text, reply, thought);
            if (thought !== undefined && hasSeal(to.kind)) expect(text).toContain(seal);
          } else {
            count.others++;
            const whose = `of ${JSON.stringify(who)} to ${JSON.stringify(to)}`;
            expect(text.includes(seal), `a seal ${whose}`).toBe(false);
            // Chat Completions servers accept each other's thinking in its field: it is not bound to one model.
            const isShared = to.kind === 'openai' && who.kind === 'openai' && who.provider === to.provider;
            if (thought && !isShared) expect(text.includes(thought), `a thought ${whose}`).toBe(false);
          }
          for (const { name, arguments: given } of reply.calls)
            expect(text).toContain(name === '' ? '' : asSent(to.kind, given));
        }
      }),
      { numRuns, seed },
    );
    console.log(`${JSON.stringify({ ...count, own })} (seed ${seed})`);
    expect(Math.min(count.others, ...Object.values(own))).toBeGreaterThan(volume({ short: 0, all: 10 }));
  },
);

/** Arguments as in the body: as text, or as a value. */
function asSent(kind: ProviderKind, given: string): string {
  return kind === 'openai' || kind === 'responses' ? JSON.stringify(given) : given;
}

/** For APIs whose thinking is sealed or signed. */
function hasSeal(kind: ProviderKind): boolean {
  return kind === 'anthropic' || kind === 'gemini' || kind === 'responses';
}

function expectAsItCame(kind: ProviderKind, text: string, reply: ModelReply, thought: string | undefined): void {
  const kept = (reply.providerData?.[kind] ?? {}) as { content?: unknown[]; parts?: unknown[] };
  switch (kind) {
    case 'anthropic': {
      const blocks = kept.content?.map((block) => JSON.stringify(block)).join(',') ?? '';
      expect(text.replaceAll(',"cache_control":{"type":"ephemeral"}', '')).toContain(blocks);
      return;
    }
    case 'gemini':
      expect(text).toContain(JSON.stringify(kept.parts).slice(1, -1));
      return;
    case 'responses':
      if (thought) expect(text).toContain(`"summary":${JSON.stringify([{ type: 'summary_text', text: thought }])}`);
      return;
    case 'openai':
      // Required only next to calls.
      if (thought && reply.calls.length > 0) expect(text).toContain(`"reasoning_content":${JSON.stringify(thought)}`);
      return;
    case 'ollama':
      if (thought) expect(text).toContain(`"thinking":${JSON.stringify(thought)}`);
  }
}
