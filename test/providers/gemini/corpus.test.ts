// Google's recorded exchanges: every reply is read and sent back to its model unchanged; accepted requests that this
// program can express are compared with its own, key by key.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { geminiApi } from '../../../electron/providers/gemini/api.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { startAnsweringServer } from '../../support/answeringServer.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, corpusFolder, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { nextMessages } from '../../support/nextMessages.ts';
import { geminiViolations } from '../../support/validators/gemini.ts';

const all = recordings();
const answers = answersOf(all, 'gemini');

interface Part {
  [name: string]: unknown;
}

function provider(baseUrl = 'http://127.0.0.1:1/v1beta') {
  return createApiProvider(geminiApi, { id: 'google', baseUrl, key: 'k', fetch: createNoTimeoutFetch().fetch });
}

/** All parts of the first candidate as streamed, without empty unsigned texts. */
function partsOf(body: string, isStream: boolean): Part[] {
  const chunks = isStream
    ? body.split(/\r?\n\r?\n/).flatMap((event) => (event.startsWith('data: ') ? [JSON.parse(event.slice(6))] : []))
    : [JSON.parse(body)];
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []) as Part[];
  return parts.filter((part) => part.text !== '' || part.thoughtSignature !== undefined);
}

describe.skipIf(answers.length === 0)('the corpus', () => {
  test.each(answers.map((recording) => [recording.file, recording] as const))(
    cite('PROVIDER-7', '%s is read, and sent back unchanged'),
    async (_file, recording) => {
      const body = recording.read();
      const server = await startAnsweringServer(() => ({
        status: recording.status,
        type: contentTypeOf(recording),
        body,
      }));
      const request: ModelRequest = modelRequest({ model: recording.model });
      const wire = provider(`${server.url}/v1beta`);
      const { outcome } = await callModel(wire, { request });
      await server.close();
      const tags = new Set(recording.tags);
      const isWhole = [...tags].some((tag) => tag === 'finish:STOP' || tag === 'finish:MAX_TOKENS');
      expect(outcome.kind).toBe(recording.status === 200 && isWhole ? 'reply' : 'failed');
      if (outcome.kind !== 'reply') return;
      const { reply } = outcome;
      const parts = partsOf(body.toString('utf8'), tags.has('stream'));
      const text = (thought: boolean): string =>
        parts.map((part) => ((part.thought === true) === thought ? (part.text ?? '') : '')).join('');
      expect([reply.text, reply.reasoning]).toEqual([text(false), text(true)]);
      expect(reply.usage?.raw).toBeDefined();

      const sent = wire.body({ ...request, messages: nextMessages(reply) }) as { contents: { parts: Part[] }[] };
      const model = JSON.parse(JSON.stringify(sent));
      expect(geminiViolations(model, recording.model)).toEqual([]);
      const back = model.contents[1].parts as Part[];
      const signatures = (list: readonly Part[]): unknown[] => list.flatMap(({ thoughtSignature: it }) => it ?? []);
      // Version 3 requires one for a first call that came without.
      expect(signatures(back).filter((it) => it !== 'skip_thought_signature_validator')).toEqual(signatures(parts));
      if (tags.has('fc:partialArgs')) return;
      expect(withoutJoins(back)).toEqual(withoutJoins(parts));
    },
  );

  test('every kind of part occurred', () => {
    const tags = new Set(answers.flatMap((recording) => recording.tags));
    for (const tag of ['sig-on:functionCall', 'sig-on:text', 'sig-on:empty-text', 'fc:partialArgs', 'thought'])
      expect(tags).toContain(tag);
  });
});

/** Pieces of one unsigned text are one text. */
function withoutJoins(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    const plain = (of: Part | undefined): boolean =>
      of !== undefined && Object.keys(of).every((name) => name === 'text' || name === 'thought');
    if (last && plain(last) && plain(part) && last.thought === part.thought)
      out[out.length - 1] = { ...last, text: `${last.text}${part.text}` };
    else out.push({ ...part });
  }
  return out;
}

const pairs = () => {
  const folder = corpusFolder === null ? null : path.join(corpusFolder, 'pairs/gemini/accepted');
  return (folder === null ? [] : readdirSync(folder)).map(
    (name) => [name, JSON.parse(readFileSync(path.join(folder as string, name), 'utf8'))] as const,
  );
};

/** Names as this program writes them: Google accepts two spellings. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      // A tool's arguments and results are its own.
      return [name, name === 'args' || name === 'response' || /schema$/i.test(name) ? entry : camel(entry)];
    }),
  );
}

interface Sent {
  contents: { role: string; parts: Part[] }[];
  systemInstruction?: { parts: Part[] };
  tools?: { functionDeclarations?: { name: string; description: string; parametersJsonSchema?: object }[] }[];
  generationConfig?: Record<string, unknown>;
}

/** The same in our format; null if this program cannot express it. */
function neutral(sent: Sent, model: string): ModelRequest | null {
  const messages: ApiMessage[] = [];
  for (const { role, parts } of sent.contents) {
    if (role === 'model') {
      const calls = parts.flatMap((part) => (part.functionCall ? [part.functionCall as Part] : []));
      const said = parts.flatMap((part) => (typeof part.text === 'string' && part.thought !== true ? part.text : []));
      messages.push({
        role: 'assistant',
        content: said.length === 0 ? null : said.join(''),
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map((call) => ({
                id: String(call.id),
                type: 'function' as const,
                function: { name: String(call.name), arguments: JSON.stringify(call.args ?? {}) },
              })),
            }),
        providerData: { gemini: { provider: 'google', model, parts } },
      });
      continue;
    }
    const responses = parts.flatMap((part) => (part.functionResponse ? [part.functionResponse as Part] : []));
    for (const { id, response, parts: inside = [] } of responses) {
      const text = (response as Part).error ?? (response as Part).output;
      if (typeof text !== 'string' || (inside as Part[]).length > 0) return null;
      messages.push({ role: 'tool', tool_call_id: String(id), content: text });
    }
    if (responses.length > 0) {
      if (responses.length !== parts.length) return null;
      continue;
    }
    const content = parts.map((part) =>
      part.inlineData
        ? {
            type: 'image' as const,
            hash: '',
            mediaType: String((part.inlineData as Part).mimeType),
            data: String((part.inlineData as Part).data),
          }
        : { type: 'text' as const, text: String(part.text) },
    );
    const isImage = (part: Part): boolean => /^image\//.test(String((part.inlineData as Part | undefined)?.mimeType));
    if (parts.some((part) => part.text === undefined && !isImage(part))) return null;
    messages.push({ role: 'user', content });
  }
  const { temperature, maxOutputTokens } = (sent.generationConfig ?? {}) as Record<string, number | undefined>;
  return {
    model,
    system: sent.systemInstruction?.parts.map((part) => String(part.text)).join('') ?? '',
    messages,
    tools: (sent.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name, description, parametersJsonSchema = {} }) => ({
        type: 'function' as const,
        function: { name, description, parameters: parametersJsonSchema as Record<string, unknown> },
      })),
    ),
    options: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    },
  };
}

describe.skipIf(corpusFolder === null)(cite('SEQ-7', 'what Google accepted is what we send'), () => {
  let expressed = 0;

  test.each(pairs())('%s', (_name, { request, path: address }) => {
    const model = /models\/([^:]+)/.exec(address)?.[1] ?? '';
    const sent = camel(request) as Sent;
    // `thought: false` is the default.
    const contents = (
      JSON.parse(JSON.stringify(sent.contents).replaceAll(',"thought":false', '')) as Sent['contents']
    ).map(({ role, parts }) => ({ role, parts }));
    const asked = neutral({ ...sent, contents }, model);
    if (asked === null) return;
    expressed++;
    const own = JSON.parse(JSON.stringify(provider().body(asked)));
    expect(own.contents).toEqual(contents);
    expect(own.systemInstruction?.parts.map(({ text }: Part) => text)).toEqual(
      sent.systemInstruction?.parts.map(({ text }) => text),
    );
    const declared = (of: Sent) => (of.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
    expect(declared(own)).toEqual(declared(sent));
    const { thinkingConfig: _thinking, ...config } = own.generationConfig ?? {};
    expect(sent.generationConfig ?? {}).toMatchObject(config);
    expect(geminiViolations(own, model)).toEqual([]);
  });

  test('enough of them could be expressed', () => {
    console.log(`gemini: ${expressed} of ${pairs().length} accepted requests held key by key`);
    expect(expressed).toBeGreaterThanOrEqual(5);
  });
});
