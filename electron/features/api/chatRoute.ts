// `/v1/chat/completions` and `/v1/models`: OpenAI's API for the user's own models. Each exchange is stored as a conversation.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { estimateMessageParts } from '../../chat/context/contextParts.ts';
import { estimateTextTokens, toolText } from '../../conversation/estimateTokens.ts';
import type { Route } from '../../lib/localServer.ts';
import type { ModelFailure, ModelOutcome, ModelReply, ModelRequest } from '../../ports/provider.ts';
import { type Admissions, missingScope } from './admission.ts';
import { type ChatRecorder, createChatRecorder, type Recording } from './chatRecorder.ts';
import { type ChatRequest, readChatRequest } from './chatRequest.ts';
import type { Caller } from './operationsOf.ts';
import { problem, problemOf, sendJson } from './problem.ts';
import { readJsonBody } from './requestBody.ts';
import type { ApiService } from './service.ts';

/** Requests with pictures are large. */
const maxBodyBytes = 64 * 1024 * 1024;

export function createChatRoute(
  api: ApiService,
  admissions: Admissions,
  onDefect: (operation: string, thrown: unknown) => void,
): Route {
  const recorder = createChatRecorder(api);

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const admitted = await admissions.admit(request);
    if (!admitted.ok) return refuse(response, admitted.problem.status, admitted.problem, admitted.headers);
    const { caller } = admitted;
    if (!caller.scopes.has('openai')) return refuse(response, 403, missingScope('openai'));
    if (path === '/v1/models' && request.method === 'GET') return sendJson(response, 200, await listModels(api));
    if (path !== '/v1/chat/completions' || request.method !== 'POST')
      return refuse(
        response,
        404,
        problem(404, 'NOT_FOUND', 'There are POST /v1/chat/completions and GET /v1/models.'),
      );
    const body = await readJsonBody(request, maxBodyBytes);
    if (!body.ok) return refuse(response, body.problem.status, body.problem);
    const read = readChatRequest(body.value);
    if (!read.ok) return refuse(response, 400, problem(400, 'PARAMS_INVALID', read.problem));
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const completed = await complete(api, recorder, caller, read.value, response, gone.signal);
    if (!completed.ok) refuseLate(response, completed.error);
  }

  return {
    prefix: '/v1/',
    answer: (request, response, path) =>
      answer(request, response, path).catch((thrown: unknown) => {
        onDefect(path, thrown);
        refuseLate(response, { code: 'INTERNAL', message: 'This is a bug in Throughline. It has been logged.' });
      }),
  };
}

async function complete(
  api: ApiService,
  recorder: ChatRecorder,
  caller: Caller,
  request: ChatRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { providers, spending, settings, hub } = api.chatDeps;
  const model = await resolveModel(api, request.model);
  if (!model.ok) return model;
  const provider = await providers.get(model.value.provider);
  if (!provider.ok) return provider;
  const begun = await recorder.begin(caller, request, model.value);
  if (!begun.ok) return begun;
  const { conversationId, projectId } = begun.value;
  const letGo = hub.hold(conversationId);
  try {
    const sent: ModelRequest = {
      model: model.value.model,
      system: request.system,
      messages: request.messages,
      tools: request.tools,
      options: request.options,
      cacheKey: conversationId,
      ...(provider.value.needsContextWindow
        ? { contextWindow: (await providers.contextWindow(model.value)).tokens }
        : {}),
    };
    const fits = await provider.value.check(sent);
    if (!fits.ok) return await failed(begun.value, fits.error, model.value);
    const payer = { conversationId, settings: { model: model.value, projectId, agent: null } };
    const may = await spending.check(payer, tokensOf(request));
    if (!may.ok) return await failed(begun.value, may.error, model.value);
    const stream = createStream(request, response, `${model.value.provider}/${model.value.model}`);
    const { idleTimeoutSeconds } = await settings();
    const outcome = await spending.request(payer, 'reply', async (paid): Promise<ModelOutcome> => {
      const answer = await provider.value.complete(sent, {
        signal,
        idleTimeoutMs: idleTimeoutSeconds * 1000,
        observer: { onText: stream.text, onReasoning() {}, onCall() {} },
      });
      if (answer.kind === 'reply') {
        const { usage } = answer.reply;
        const cost = await paid('reply', usage);
        return usage && cost ? { ...answer, reply: { ...answer.reply, usage: { ...usage, cost } } } : answer;
      }
      const { partial, usage = null } = answer.kind === 'failed' ? answer.failure : { partial: answer.partial };
      if (usage || partial.text + partial.reasoning !== '') await paid('stopped', usage);
      return answer;
    });
    if (outcome.kind === 'failed') return await failed(begun.value, errorOf(outcome.failure), model.value);
    if (outcome.kind === 'aborted') {
      await begun.value.end({
        role: 'assistant',
        content: outcome.partial.text,
        model: model.value.model,
        finishReason: 'stopped',
        error: { code: 'ENGINE_ABORTED', message: say`The client closed the connection.`.text },
      });
      return ok(undefined);
    }
    const reply = withCallIds(outcome.reply);
    const stored = await begun.value.end({
      role: 'assistant',
      content: reply.text === '' && reply.calls.length > 0 ? null : reply.text,
      ...(reply.calls.length > 0 ? { tool_calls: reply.calls.map(toolCallOf) } : {}),
      ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
      ...(reply.providerData ? { providerData: reply.providerData } : {}),
      model: reply.model ?? model.value.model,
      ...(reply.usage ? { usage: reply.usage } : {}),
      finishReason: finishOf(reply),
    });
    if (!stored.ok) return stored;
    stream.end(reply);
    return ok(undefined);
  } finally {
    letGo();
  }
}

function tokensOf({ system, tools, messages }: ChatRequest): number {
  const parts = messages.flatMap(estimateMessageParts).reduce((sum, { reckoned }) => sum + reckoned, 0);
  return parts + estimateTextTokens([system, ...tools.map(toolText)].join('\n'));
}

async function failed(recording: Recording, error: AppError, { model }: ModelRef): Promise<Result<never>> {
  const { code, message, said } = error;
  await recording.end({
    role: 'assistant',
    partType: 'error',
    content: null,
    model,
    error: { code: 'LLM_ERROR', cause: code, message, ...(said ? { said } : {}) },
  });
  return { ok: false, error };
}

function errorOf({ code, message, said }: ModelFailure): AppError {
  return { code, message, ...(said ? { said } : {}) };
}

/** `default`, `PROVIDER/MODEL`, or the name of a model of the default provider. */
async function resolveModel({ chatDeps: { providers } }: ApiService, name: string): Promise<Result<ModelRef>> {
  const standard = await providers.defaultModel();
  if (name === 'default') return standard;
  const slash = name.indexOf('/');
  const ids = (await providers.list()).map(({ id }) => id);
  const provider = name.slice(0, Math.max(0, slash));
  if (ids.includes(provider)) return ok({ provider, model: name.slice(slash + 1) });
  if (!standard.ok) return standard;
  return standard.value.model === name
    ? standard
    : fail('PROVIDER_NOT_FOUND', say`There is no model “${name}”. GET /v1/models lists them.`);
}

async function listModels({ chatDeps: { providers } }: ApiService) {
  const all = await Promise.all(
    (await providers.list()).map(async ({ id }) => {
      const models = await providers.models(id, AbortSignal.timeout(5000));
      return models.ok ? models.value.map((model) => ({ id: `${id}/${model.id}`, owned_by: id })) : [];
    }),
  );
  const named = [{ id: 'default', owned_by: 'throughline' }, ...all.flat()];
  return { object: 'list', data: named.map((one) => ({ ...one, object: 'model', created: 0 })) };
}

/** Some servers send none, and clients need one to answer a call. */
function withCallIds(reply: ModelReply): ModelReply {
  const calls = reply.calls.map((call) => ({
    ...call,
    id: call.id === '' ? `call_${randomUUID().replaceAll('-', '')}` : call.id,
  }));
  return { ...reply, calls };
}

function toolCallOf({ id, name, arguments: text }: ModelReply['calls'][number]) {
  return { id, type: 'function' as const, function: { name, arguments: text } };
}

function finishOf({ calls, finishReason }: ModelReply): string {
  if (calls.length > 0) return 'tool_calls';
  return finishReason === 'length' || finishReason === 'content_filter' ? finishReason : 'stop';
}

/** The response: chunks as they arrive, or one object at the end. */
function createStream(request: ChatRequest, response: ServerResponse, model: string) {
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
  let sentText = '';
  const send = (value: unknown): void => void response.write(`data: ${JSON.stringify(value)}\n\n`);
  const chunk = (delta: object, finish_reason: string | null = null): void =>
    send({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  const open = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    chunk({ role: 'assistant', content: '' });
  };
  return {
    text(piece: string): void {
      if (!request.stream) return;
      open();
      sentText += piece;
      chunk({ content: piece });
    },
    end(reply: ModelReply): void {
      const { text, calls, usage } = reply;
      const tool_calls = calls.map(toolCallOf);
      const counts = usageOf(usage);
      if (!request.stream) {
        const content = text === '' && calls.length > 0 ? null : text;
        const message = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls } : {}) };
        const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(reply) }];
        sendJson(response, 200, { ...head, object: 'chat.completion', choices, usage: counts });
        return;
      }
      open();
      if (text.length > sentText.length && text.startsWith(sentText)) chunk({ content: text.slice(sentText.length) });
      for (const [index, call] of tool_calls.entries()) chunk({ tool_calls: [{ index, ...call }] });
      chunk({}, finishOf(reply));
      if (request.includeUsage) send({ ...head, object: 'chat.completion.chunk', choices: [], usage: counts });
      response.end('data: [DONE]\n\n');
    },
  };
}

function usageOf(usage: ModelReply['usage']) {
  const [prompt_tokens, completion_tokens] = [usage?.inputTokens ?? 0, usage?.outputTokens ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function refuse(
  response: ServerResponse,
  status: number,
  { detail, code }: { detail: string; code: string },
  headers: Record<string, string> = {},
): void {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  sendJson(
    response,
    status,
    { error: { message: detail, type, param: null, code } },
    { ...headers, Connection: 'close' },
  );
}

const statusOfModelError: Readonly<Record<string, number>> = {
  LLM_RATE_LIMITED: 429,
  LLM_QUOTA_EXCEEDED: 429,
  SPEND_LIMIT_REACHED: 429,
  LLM_CONTEXT_TOO_LONG: 400,
  REQUEST_TOO_LARGE: 413,
  NO_MODEL: 404,
};

/** After the first chunk, an error is an event of the stream. */
function refuseLate(response: ServerResponse, error: AppError): void {
  const isModel = error.code.startsWith('LLM_');
  const status = statusOfModelError[error.code] ?? (isModel ? 502 : problemOf(error).status);
  if (!response.headersSent) {
    refuse(response, status, { detail: error.message, code: error.code });
    return;
  }
  response.end(
    `data: ${JSON.stringify({ error: { message: error.message, type: 'api_error', code: error.code } })}\n\n`,
  );
}
