// Writes a reply in the form of Chat Completions: as events with pauses between them, or whole.

import type { ServerResponse } from 'node:http';
import type { ChatRequest } from './turn.ts';

export interface ReplyToSend {
  model: string;
  texts: string[];
  calls: { id: string; name: string; arguments: string }[];
  /** The pause between two chunks; over at once when the client has gone. */
  wait: () => Promise<void>;
}

/** Arguments longer than this come in pieces, as they do from a model. */
const argumentsPiece = 200;

export async function sendReply(response: ServerResponse, request: ChatRequest, reply: ReplyToSend): Promise<void> {
  const head = { id: 'chatcmpl-demo', created: 0, model: reply.model };
  const finish = reply.calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = estimateUsage(request, reply);
  if (request.stream !== true) {
    const calls = reply.calls.map((call) => wireCall(call, call.arguments));
    const message = {
      role: 'assistant',
      content: reply.texts.join('') || null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason: finish }];
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  const send = (choices: unknown[], rest: object = {}): void => {
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...rest })}\n\n`);
  };
  const delta = (value: object): void => send([{ index: 0, delta: value, finish_reason: null }]);
  delta({ role: 'assistant' });
  for (const content of reply.texts) {
    await reply.wait();
    if (response.destroyed) return;
    delta({ content });
  }
  for (const [index, call] of reply.calls.entries()) {
    await reply.wait();
    delta({ tool_calls: [{ index, ...wireCall(call, '') }] });
    for (const part of pieces(call.arguments, argumentsPiece)) {
      delta({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  const options = request.stream_options as { include_usage?: unknown } | null | undefined;
  if (options?.include_usage === true) send([], { usage });
  response.end('data: [DONE]\n\n');
}

function wireCall(call: ReplyToSend['calls'][number], argumentsText: string) {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentsText } };
}

/** A script has no tokens; four characters count as one, so that the window has something true to its size to show. */
function estimateUsage(request: ChatRequest, reply: ReplyToSend) {
  const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value ?? '').length / 4);
  const prompt = tokens(request.messages) + tokens(request.tools);
  const completion = tokens(reply.texts.join('')) + (reply.calls.length > 0 ? tokens(reply.calls) : 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** Cuts a text into pieces of about so many characters, after a space where there is one, never inside a character. */
export function pieces(text: string, size: number): string[] {
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
