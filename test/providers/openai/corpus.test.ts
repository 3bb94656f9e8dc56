// Recorded Chat Completions exchanges: each reply is read and sent back to its server; accepted requests are compared
// with ours, key by key. Rejected ones: wires/refused.test.ts.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { chatDialect } from '../../../electron/providers/chatCompletions/dialects.ts';
import { pdfFormOf } from '../../../electron/providers/chatCompletions/pdfForm.ts';
import { chatBody } from '../../../electron/providers/chatCompletions/requestBody.ts';
import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { type AnswerServer, startAnswerServer } from '../../support/answerServer.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, corpusFolder, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { mistralViolations } from '../../support/validators/mistral.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';

type Row = Record<string, unknown>;

const addresses: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  azure: 'https://me.openai.azure.com/openai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  deepseek: 'https://api.deepseek.com/v1',
  moonshotai: 'https://api.moonshot.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  xai: 'https://api.x.ai/v1',
  mistral: 'https://api.mistral.ai/v1',
  together: 'https://api.together.xyz/v1',
  'bedrock-mantle': 'https://bedrock-mantle.us-east-1.api.aws/openai/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
};
const addressOf = (vendor: string): string => addresses[vendor] ?? 'https://somewhere.example/v1';

function sent(request: ModelRequest, vendor: string): Row & { messages: Row[]; tools?: Row[] } {
  const baseUrl = addressOf(vendor);
  const { form } = pdfFormOf(new URL(baseUrl).hostname);
  return JSON.parse(JSON.stringify(chatBody(request, 'p', chatDialect(baseUrl), form)));
}

describe.skipIf(corpusFolder === null)('recorded exchanges', () => {
  let server: AnswerServer;
  beforeAll(async () => {
    server = await startAnswerServer();
  });
  afterAll(() => server.close());

  test(cite('PROVIDER-7', 'every recorded reply is read, and sent back valid, with what its server needs'), {
    tags: ['all'],
  }, async () => {
    let [replies, returned] = [0, 0];
    for (const recording of answersOf(recordings(), 'openai')) {
      const { file, vendor, status } = recording;
      server.next({ status, type: contentTypeOf(recording), body: recording.read() });
      const provider = openAiProvider(server.url, { id: 'p' });
      const { outcome } = await callModel(provider, { request: modelRequest({ model: 'm' }) });
      if (status !== 200) {
        expect(outcome.kind, file).toBe('failed');
        continue;
      }
      if (outcome.kind !== 'reply') continue;
      replies++;
      const { text, calls, reasoning, providerData } = outcome.reply;
      const named = calls.map(({ id, name, arguments: given }, at) => ({
        id: id || `call_${at}`,
        type: 'function' as const,
        function: { name, arguments: given },
      }));
      const reply: ApiMessage = {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(named.length > 0 ? { tool_calls: named } : {}),
        ...(reasoning === '' ? {} : { reasoning }),
        ...(providerData ? { providerData } : {}),
      };
      if (text === '' && named.length === 0) continue;
      const results = named.map(({ id }): ApiMessage => ({ role: 'tool', tool_call_id: id, content: 'found' }));
      const more: ApiMessage[] = results.length > 0 ? results : [{ role: 'user', content: 'on' }];
      const request = modelRequest({ model: 'm', messages: [{ role: 'user', content: 'go' }, reply, ...more] });
      const body = sent(request, vendor);
      const broken = vendor === 'mistral' ? mistralViolations(body) : openAiChatViolations(body);
      const foreign = broken.filter(
        ({ message }) => !/reasoning_content|reasoning_details|extra_content/.test(message),
      );
      expect(foreign, file).toEqual([]);
      const own = (providerData?.openai ?? {}) as Row;
      if (vendor === 'openrouter' && own.reasoning_details) {
        returned++;
        expect(body.messages[1]?.reasoning_details, file).toEqual(own.reasoning_details);
      }
      if (vendor === 'deepseek' && reasoning !== '' && named.length > 0) {
        returned++;
        expect(body.messages[1]?.reasoning_content, file).toBe(reasoning);
      }
    }
    console.log(`replies: ${replies}, with thinking returned: ${returned}`);
    expect(replies).toBeGreaterThan(35);
    expect(returned).toBeGreaterThan(4);
  });

  interface Pair {
    file: string;
    vendor: string;
    request: Row | null;
  }
  const pairs = (): Pair[] => {
    const folder = path.join(corpusFolder as string, 'pairs/chat/accepted');
    return readdirSync(folder).map((file) => {
      const { vendor, request } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Pair;
      return { file, vendor, request };
    });
  };

  test('accepted requests that we can express are sent with the same keys', () => {
    const compared: string[] = [];
    for (const { file, vendor, request } of pairs()) {
      const neutral = request && neutralOf(request);
      if (!request || !neutral) continue;
      compared.push(file);
      const body = sent(neutral, vendor);
      const theirs = (request.messages as Row[]).map(comparable);
      expect(body.messages.map(comparable), file).toEqual(theirs);
      expect((body.tools ?? []).map(toolName), file).toEqual(((request.tools as Row[]) ?? []).map(toolName));
      for (const key of ['reasoning_effort', 'reasoning', 'thinking', 'prompt_cache_key', 'temperature']) {
        if (request[key] !== undefined && key in wanted(request))
          expect(body[key], `${file} ${key}`).toEqual(request[key]);
      }
    }
    console.log(`openai: ${compared.length} of ${pairs().length} accepted requests held key by key`);
    expect(compared.length).toBeGreaterThanOrEqual(17);
  });
});

/** The request options that this program supports. */
function wanted(request: Row): NonNullable<ModelRequest['options']> & Row {
  const { reasoning_effort: named, reasoning, thinking, temperature } = request;
  const { effort: inside } = (reasoning ?? {}) as Row;
  const off = (thinking as Row | undefined)?.type === 'disabled' ? 'none' : undefined;
  const effort = (named ?? inside ?? off) as 'low' | undefined;
  return {
    ...(effort === undefined
      ? {}
      : { effort, ...(named ? { reasoning_effort: true } : {}), ...(off ? { thinking: true } : {}) }),
    ...(typeof temperature === 'number' ? { temperature } : {}),
  };
}

function toolName(tool: Row): unknown {
  return (tool.function as Row | undefined)?.name;
}

/** A row without what can be written in two ways. */
function comparable({ role, content, tool_calls: calls, prefix: _prefix, name: _name, ...rest }: Row): Row {
  const parts = Array.isArray(content) ? content.map(({ cache_control: _mark, ...part }: Row) => part) : content;
  const only = Array.isArray(parts) && parts.length === 1 && parts[0]?.type === 'text' ? parts[0].text : parts;
  const plain = only === '' || only === undefined || (Array.isArray(only) && only.length === 0) ? null : only;
  const { reasoning: _reasoning, ...more } = rest;
  // Required by a thinking model, and harmless otherwise.
  if (more.reasoning_content === '') delete more.reasoning_content;
  return {
    role,
    content: plain,
    ...more,
    ...(Array.isArray(calls) && calls.length > 0
      ? { tool_calls: calls.map(({ index: _index, ...call }: Row) => call) }
      : {}),
  };
}

/** The same request in our format; null if it contains what this program cannot express. */
function neutralOf(request: Row): ModelRequest | null {
  if (!Array.isArray(request.messages)) return null;
  const tools = Array.isArray(request.tools) ? (request.tools as Row[]) : [];
  if (tools.some((tool) => tool.function === undefined) || request.functions !== undefined) return null;
  const model = String(request.model);
  const messages: ApiMessage[] = [];
  let system = '';
  for (const row of request.messages as Row[]) {
    const made = row.role === 'system' ? null : neutralRow(row, model);
    if (row.role === 'system') system = textOf(row.content) ?? '';
    else if (made === null) return null;
    else messages.push(made);
  }
  return modelRequest({
    model,
    system,
    messages,
    options: wanted(request),
    ...(typeof request.prompt_cache_key === 'string' ? { cacheKey: request.prompt_cache_key } : {}),
    tools: tools.map((tool): ApiTool => {
      const { name, description, parameters } = tool.function as Row;
      return {
        type: 'function',
        function: { name: String(name), description: String(description ?? ''), parameters: (parameters ?? {}) as Row },
      };
    }),
  });
}

function neutralRow(row: Row, model: string): ApiMessage | null {
  const text = textOf(row.content);
  if (row.role === 'tool')
    return text === null ? null : { role: 'tool', tool_call_id: String(row.tool_call_id), content: text };
  if (row.role === 'user') {
    if (text !== null) return { role: 'user', content: text };
    const parts = (row.content as Row[]).map(partOf);
    return parts.every((part) => part !== null) ? { role: 'user', content: parts } : null;
  }
  const { reasoning_details, reasoning_content } = row;
  const thinking = Array.isArray(row.content) && (row.content as Row[]).some(({ type }) => type === 'thinking');
  const said = thinking
    ? (row.content as Row[]).map(({ type, text: words }) => (type === 'text' ? words : '')).join('')
    : text;
  const own = {
    provider: 'p',
    model,
    ...(reasoning_details ? { reasoning_details } : {}),
    ...(thinking ? { content: row.content } : {}),
    ...(reasoning_content ? { reasoning: 'reasoning_content' } : {}),
  };
  const calls = Array.isArray(row.tool_calls) ? (row.tool_calls as Row[]) : [];
  return {
    role: 'assistant',
    content: said === '' ? null : said,
    ...(typeof reasoning_content === 'string' ? { reasoning: reasoning_content } : {}),
    providerData: { openai: own },
    ...(calls.length > 0
      ? {
          tool_calls: calls.map((call) => ({
            id: String(call.id),
            type: 'function' as const,
            function: call.function as { name: string; arguments: string },
          })),
        }
      : {}),
  };
}

function textOf(content: unknown): string | null {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  const parts = content as Row[];
  if (parts.length === 0) return '';
  return parts.length === 1 && parts[0]?.type === 'text' && !('prompt_cache_breakpoint' in parts[0])
    ? String(parts[0].text)
    : null;
}

function partOf(part: Row): ApiContentPart | null {
  if (part.type === 'text' && !('prompt_cache_breakpoint' in part)) return { type: 'text', text: String(part.text) };
  const { url } = (part.image_url ?? {}) as { url?: string };
  const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/.exec(url ?? '') ?? [];
  return part.type === 'image_url' && mediaType && data && (part.image_url as Row).detail === undefined
    ? { type: 'image', hash: 'h', mediaType, data }
    : null;
}
