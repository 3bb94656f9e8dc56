// Recorded Responses exchanges: each reply is read and sent back to the model that wrote it; accepted requests are
// compared with ours key by key; rejected ones cannot be built.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { responsesApi } from '../../../electron/providers/responses/api.ts';
import { responsesDialect } from '../../../electron/providers/responses/dialects.ts';
import { responsesBody } from '../../../electron/providers/responses/requestBody.ts';
import type { ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { type AnswerServer, startAnswerServer } from '../../support/answerServer.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, corpusFolder, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { openAiResponsesViolations } from '../../support/validators/openAiResponses.ts';

type Row = Record<string, unknown>;

const hosts: Readonly<Record<string, string>> = {
  openrouter: 'openrouter.ai',
  xai: 'api.x.ai',
  deepseek: 'api.deepseek.com',
  azure: 'me.openai.azure.com',
  'bedrock-mantle': 'bedrock-mantle.us-east-1.api.aws',
};
const hostOf = (vendor: string): string => hosts[vendor] ?? 'api.openai.com';
/** Tools that must be offered before they can be called. */
const programs = ['apply_patch_call', 'shell_call', 'local_shell_call'];

describe.skipIf(corpusFolder === null)('recorded exchanges', () => {
  let server: AnswerServer;
  beforeAll(async () => {
    server = await startAnswerServer();
  });
  afterAll(() => server.close());

  test(cite('PROVIDER-7', 'every recorded reply is read, and sent back to its model complete and valid'), async () => {
    let [read, whole] = [0, 0];
    for (const recording of answersOf(recordings(), 'responses')) {
      const { file, vendor, status } = recording;
      if (status !== 200) continue;
      const { fetch } = createNoTimeoutFetch();
      const provider = createApiProvider(responsesApi, { id: 'p', baseUrl: server.url, key: null, fetch });
      server.next({ type: contentTypeOf(recording), body: recording.read() });
      const { outcome } = await callModel(provider, { request: modelRequest({ model: 'gpt-5.4' }) });
      if (outcome.kind !== 'reply') continue;
      read++;
      const { text, calls, providerData } = outcome.reply;
      const items = (providerData?.responses as { items: Row[] } | undefined)?.items ?? [];
      const reply: ApiMessage = {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(calls.length > 0
          ? {
              tool_calls: calls.map(({ id, name, arguments: given }) => ({
                id,
                type: 'function' as const,
                function: { name, arguments: given },
              })),
            }
          : {}),
        ...(providerData ? { providerData } : {}),
      };
      const results = calls.map(({ id }): ApiMessage => ({ role: 'tool', tool_call_id: id, content: 'found' }));
      const messages: ApiMessage[] = [
        { role: 'user', content: 'go' },
        reply,
        ...results,
        { role: 'user', content: 'on' },
      ];
      const request = modelRequest({
        model: 'gpt-5.4',
        messages: results.length > 0 ? messages.slice(0, -1) : messages,
      });
      const body = responsesBody(request, 'p', responsesDialect(hostOf(vendor)));
      const broken = openAiResponsesViolations(JSON.parse(JSON.stringify(body))).map(({ rule }) => rule);
      // OpenAI's rules do not apply to thinking that comes last or is unsealed.
      const foreign = ['RESPONSES-R10', 'RESPONSES-R13', 'RESPONSES-R15', 'RESPONSES-KEYS'];
      expect(
        broken.filter((rule) => !foreign.includes(rule) || hostOf(vendor) === 'api.openai.com'),
        file,
      ).toEqual([]);
      if (
        items.some(
          ({ type, caller }) => programs.includes(String(type)) || (caller as Row | undefined)?.type === 'program',
        )
      ) {
        continue;
      }
      whole++;
      const sent = JSON.stringify(body.input);
      for (const item of items) {
        if (typeof item.encrypted_content === 'string') expect(sent, file).toContain(item.encrypted_content);
        if (item.phase !== undefined) expect(sent, file).toContain(`"phase":"${String(item.phase)}"`);
        const kept = ['message', 'function_call', 'web_search_call', 'custom_tool_call'].includes(String(item.type));
        if (kept) expect(body.input.map((row) => (row as Row).type)).toContain(item.type);
      }
    }
    expect(read).toBeGreaterThan(20);
    expect(whole).toBeGreaterThan(18);
  });

  interface Pair {
    file: string;
    vendor: string;
    request: Row & { input?: unknown; tools?: Row[] };
  }
  const pairs = (kind: 'accepted' | 'rejected'): Pair[] => {
    const folder = path.join(corpusFolder as string, 'pairs/responses', kind);
    return readdirSync(folder).map((file) => {
      const { vendor, request } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Pair;
      return { file, vendor, request };
    });
  };

  test('accepted requests that we can express are sent with the same keys', () => {
    const compared: string[] = [];
    for (const { file, vendor, request } of pairs('accepted')) {
      const built = rebuilt(request, vendor);
      if (built === null) continue;
      compared.push(file);
      for (const [at, theirs] of ((request.input as Row[]) ?? []).filter(isConversation).entries()) {
        const ours = built.input.filter((row) => isConversation(row as Row))[at] as Row;
        expect(comparable(ours), `${file} ${at}`).toEqual(comparable(theirs));
      }
      const names = (rows: Row[] | undefined) =>
        rows?.filter(({ type }) => type === 'function').map(({ name }) => name) ?? [];
      expect(names(built.tools as Row[] | undefined), file).toEqual(names(request.tools));
      if (request.include !== undefined && vendor !== 'deepseek') expect(built.include, file).toEqual(request.include);
      const effort = (request.reasoning as Row | undefined)?.effort;
      if (typeof effort === 'string') expect(built.reasoning?.effort, file).toBe(effort);
    }
    console.log(`responses: ${compared.length} of ${pairs('accepted').length} accepted requests held key by key`);
    expect(compared.length).toBeGreaterThanOrEqual(9);
  });

  test('requests rejected for their order cannot be built', () => {
    const [interleaved] = pairs('rejected').filter(({ file }) =>
      file.startsWith('deepseek-responses-rejects-interleaved'),
    );
    const types = rebuilt(interleaved?.request ?? {}, 'deepseek')?.input.map((row) => (row as Row).type);
    expect(types).toEqual([
      'message',
      'message',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
      undefined,
    ]);
    // Thinking with an ID, followed by text that is not its own.
    const [modified] = pairs('rejected').filter(({ file }) =>
      file.startsWith('openai-responses-thinking-with-modified'),
    );
    const theirs = (modified?.request.input ?? []) as Row[];
    const body = responsesBody(
      modelRequest({
        model: 'gpt-5',
        messages: [
          { role: 'user', content: 'x' },
          {
            role: 'assistant',
            content: 'The meaning of life is 42',
            providerData: {
              responses: {
                provider: 'p',
                model: 'gpt-5',
                items: [theirs[1], { type: 'message', content: [{ text: 'other' }] }],
              },
            },
          },
          { role: 'user', content: 'Anything to add?' },
        ],
      }),
      'p',
      responsesDialect('api.openai.com'),
    );
    expect(body.input.map((row) => (row as Row).type)).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(body)).not.toContain('"id"');
  });
});

function isConversation({ type, role }: Row): boolean {
  return role !== 'system' && role !== 'developer' && type !== 'item_reference';
}

/** A row without what can be written in two ways, and what nobody stores. */
function comparable({ id: _id, status: _status, type, content, ...rest }: Row): Row {
  const parts = Array.isArray(content)
    ? content.map(({ logprobs: _logprobs, annotations, ...part }: Row) => ({
        ...part,
        ...(Array.isArray(annotations) && annotations.length > 0 ? { annotations } : {}),
      }))
    : content;
  const only = Array.isArray(parts) && parts.length === 1 ? parts[0] : undefined;
  const plain =
    only && Object.keys(only).length === 2 && typeof only.text === 'string' && !('annotations' in only)
      ? only.text
      : parts;
  if (rest.encrypted_content === null) delete rest.encrypted_content;
  return { type: type ?? 'message', ...rest, ...(content === undefined ? {} : { content: plain }) };
}

/** The same conversation from neutral messages; null if it contains what this program cannot express. */
function rebuilt(request: Row & { input?: unknown; tools?: Row[] }, vendor: string) {
  if (!Array.isArray(request.input)) return null;
  const rows = (request.input as Row[]).filter(isConversation);
  const model = String(request.model);
  const messages: ApiMessage[] = [];
  let reply: Extract<ApiMessage, { role: 'assistant' }> | null = null;
  const answering = (): Extract<ApiMessage, { role: 'assistant' }> => {
    if (reply) return reply;
    reply = { role: 'assistant', content: null, providerData: { responses: { provider: 'p', model, items: [] } } };
    messages.push(reply);
    return reply;
  };
  for (const row of rows) {
    if (row.type === 'function_call_output') {
      reply = null;
      messages.push({ role: 'tool', tool_call_id: String(row.call_id), content: String(row.output) });
      continue;
    }
    if (row.role === 'user') {
      reply = null;
      const text = textOf(row.content);
      if (text === null) return null;
      messages.push({ role: 'user', content: text });
      continue;
    }
    const known = ['reasoning', 'function_call', 'web_search_call', 'message', 'mcp_call', 'mcp_list_tools'];
    if (!known.includes(String(row.type ?? 'message'))) return null;
    const said = answering();
    const items = itemsOf(said);
    items.push({ type: 'message', ...row, ...(row.role === 'assistant' ? { content: asParts(row.content) } : {}) });
    if (row.role === 'assistant') said.content = [said.content, textOf(row.content)].filter(Boolean).join('\n\n');
    if (row.type === 'function_call') {
      const called = { name: String(row.name), arguments: String(row.arguments) };
      said.tool_calls = [...(said.tool_calls ?? []), { id: String(row.call_id), type: 'function', function: called }];
    }
  }
  const tools = (request.tools ?? [])
    .filter(({ type }) => type === 'function')
    .map(
      ({ name, description, parameters }): ApiTool => ({
        type: 'function',
        function: { name: String(name), description: String(description ?? ''), parameters: parameters as Row },
      }),
    );
  const effort = (request.reasoning as Row | undefined)?.effort;
  const options = typeof effort === 'string' ? { effort: effort as 'low' } : {};
  return responsesBody(modelRequest({ model, messages, tools, options }), 'p', responsesDialect(hostOf(vendor)));
}

function asParts(content: unknown): unknown {
  return typeof content === 'string' ? [{ type: 'output_text', text: content }] : content;
}

function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map(({ text }: Row) => text);
  return content.length === 1 && typeof texts[0] === 'string' ? texts[0] : null;
}

function itemsOf({ providerData }: { providerData?: Record<string, unknown> }): Row[] {
  const own = providerData?.responses as { items: Row[] } | undefined;
  return own?.items ?? [];
}
