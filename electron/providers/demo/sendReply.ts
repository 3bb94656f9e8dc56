// Writes a Chat Completions reply, streamed with pauses or whole, or a simulated failure.

import type { ServerResponse } from 'node:http';
import type { ScenarioFailure } from '../../interop/scenario/schema.ts';
import type { ChatRequest } from './conversation.ts';
import type { DemoReply } from './reply.ts';

export interface ReplyToSend extends Pick<DemoReply, 'calls' | 'usage' | 'finish'> {
  model: string;
  texts: string[];
  thoughts: string[];
  /** Pauses between chunks; returns early if the client disconnected. */
  wait: () => Promise<void>;
}

/** Longer arguments are split, as real models do. */
const argumentsPiece = 200;

export async function sendReply(response: ServerResponse, request: ChatRequest, reply: ReplyToSend): Promise<void> {
  const head = { id: 'chatcmpl-demo', created: 0, model: reply.model };
  const finish = reply.finish ?? (reply.calls.length > 0 ? 'tool_calls' : 'stop');
  const usage = usageOf(request, reply);
  if (request.stream === true) {
    const send = await streamPieces(response, reply, head);
    send([{ index: 0, delta: {}, finish_reason: finish }]);
    const options = request.stream_options as { include_usage?: unknown } | null | undefined;
    if (options?.include_usage === true) send([], { usage });
    response.end('data: [DONE]\n\n');
    return;
  }
  const calls = reply.calls.map((call) => wireCall(call, call.arguments));
  const message = {
    role: 'assistant',
    content: reply.texts.join('') || null,
    ...(reply.thoughts.length > 0 ? { reasoning_content: reply.thoughts.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  const choices = [{ index: 0, message, finish_reason: finish }];
  response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
}

async function streamPieces(response: ServerResponse, reply: ReplyToSend, head: object) {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  const send = (choices: unknown[], rest: object = {}): void => {
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...rest })}\n\n`);
  };
  const delta = (value: object): void => send([{ index: 0, delta: value, finish_reason: null }]);
  delta({ role: 'assistant' });
  const text = [
    ...reply.thoughts.map((reasoning_content) => ({ reasoning_content })),
    ...reply.texts.map((content) => ({ content })),
  ];
  for (const piece of text) {
    await reply.wait();
    if (response.destroyed) return send;
    delta(piece);
  }
  for (const [index, call] of reply.calls.entries()) {
    await reply.wait();
    delta({ tool_calls: [{ index, ...wireCall(call, '') }] });
    for (const part of splitText(call.arguments, argumentsPiece)) {
      delta({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  return send;
}

const refusals = {
  authentication: [401, 'invalid_api_key', 'Incorrect API key provided.'],
  rate_limit: [429, 'rate_limit_exceeded', 'Rate limit reached.'],
  credits: [429, 'insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.'],
  context_length: [400, 'context_length_exceeded', 'This is more than the maximum context length of this model.'],
  server: [500, null, 'The server had an error.'],
} as const;

/** For `cut` and `malformed`, sends the reply's text first. */
export async function sendFailure(
  response: ServerResponse,
  request: ChatRequest,
  reply: ReplyToSend,
  { kind, message, status, retry_after_ms: after, raw = '{not JSON' }: ScenarioFailure,
): Promise<void> {
  switch (kind) {
    case 'network':
      response.destroy();
      return;
    case 'timeout':
      // Wait for the client's timeout.
      return;
    case 'empty':
      return sendReply(response, request, { ...reply, texts: [], thoughts: [], calls: [] });
    case 'cut':
    case 'malformed':
      await streamPieces(response, { ...reply, calls: [] }, { id: 'chatcmpl-demo', created: 0, model: reply.model });
      if (kind === 'malformed') response.end(`data: ${raw}\n\n`);
      else response.write(': \n\n', () => response.destroy());
      return;
    default: {
      const [usual, code, defaultStatus] = refusals[kind];
      if (after !== undefined) response.setHeader('retry-after-ms', String(after));
      sendError(response, status ?? usual, message ?? defaultStatus, code);
    }
  }
}

export function sendError(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: code ?? 'invalid_request_error', param: null, code } }));
}

function wireCall(call: ReplyToSend['calls'][number], argumentsText: string) {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentsText } };
}

/** A script has no tokenizer; counts four characters as one token to give the window a plausible number. */
function usageOf(request: ChatRequest, { usage = {}, texts, calls }: ReplyToSend) {
  const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value ?? '').length / 4);
  const estimated = tokens(texts.join('')) + (calls.length > 0 ? tokens(calls) : 0);
  const input = usage.input_tokens ?? tokens(request.messages) + tokens(request.tools);
  const output = usage.output_tokens ?? estimated;
  const { cached_tokens, reasoning_tokens } = usage;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } }),
    ...(reasoning_tokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens } }),
  };
}

/** Splits text into pieces of about `size` characters, preferably after a space, never inside a character. */
export function splitText(text: string, size: number): string[] {
  const out: string[] = [];
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length >= size && (/\s/.test(character) || piece.length >= size * 2)) {
      out.push(piece);
      piece = '';
    }
  }
  return piece === '' ? out : [...out, piece];
}
