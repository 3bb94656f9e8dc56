// Scripted replies for the fake model server: their steps, and their encoding as server-sent events or as one JSON
// answer.

import type { ServerResponse } from 'node:http';

interface FakeCall {
  id?: string | null;
  name?: string;
  /** A string is sent as is; anything else as a JSON value rather than a string (a fault that real servers have). */
  arguments?: unknown;
  /** The `index` sent; default: its position in the reply; null: omitted. */
  index?: number | null;
  /** Number of chunks for the arguments; default 1: the whole call in one chunk. */
  pieces?: number;
}

/**
 * One step of a reply. Unless a step overrides it, the reply ends with a matching finish_reason, the usage if
 * requested, and `[DONE]`.
 */
export type ReplyStep =
  /** Several strings: one chunk each. */
  | { text: string | readonly string[] }
  | { reasoning: string | readonly string[]; field?: 'reasoning_content' | 'reasoning' | 'both' }
  | { calls: readonly FakeCall[] }
  /** null: no finish_reason is sent. */
  | { finish: string | null }
  /** null: no usage is sent. */
  | { usage: Record<string, unknown> | null }
  /** Any event, as JSON. */
  | { chunk: unknown }
  /** Exactly these bytes, one write each, with nothing before or after; ends the response. */
  | { raw: readonly (string | Uint8Array)[]; contentType?: string; status?: number }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Additional headers of the stream. */
  | { headers: Record<string, string> }
  /** The connection is cut after `closeAfter` events. */
  | { closeAfter: number }
  /** Nothing more is sent; the connection stays open. */
  | { hang: true }
  /** Continues when the test resolves it. */
  | { until: Promise<unknown> }
  /** false: the stream ends without `[DONE]`. */
  | { done: boolean };

export type Reply = ReplyStep | readonly ReplyStep[] | ((body: RequestBody) => Reply | Promise<Reply>);

/** A request's body as the tests read it. */
export interface RequestBody {
  model: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  messages: WireMessage[];
  tools?: { type: string; function: { name: string; description?: string; parameters?: Record<string, unknown> } }[];
  [key: string]: unknown;
}

interface WireMessage {
  role: string;
  content?: string | null | { type: string; text?: string }[];
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
  [key: string]: unknown;
}

/** A step that sends this `delta`, whatever it contains. */
export function deltaStep(delta: unknown): ReplyStep {
  return { chunk: { object: 'chat.completion.chunk', model: 'fake-model', choices: [{ index: 0, delta }] } };
}

export async function resolveReply(reply: Reply, body: RequestBody): Promise<readonly ReplyStep[]> {
  const made = typeof reply === 'function' ? await resolveReply(await reply(body), body) : reply;
  return Array.isArray(made) ? (made as readonly ReplyStep[]) : [made as ReplyStep];
}

interface Plan {
  finish: string | null;
  usage: Record<string, unknown> | null;
  done: boolean;
  closeAfter: number;
}

function plan(steps: readonly ReplyStep[], body: RequestBody): Plan {
  const found: Plan = {
    finish: steps.some((step) => 'calls' in step) ? 'tool_calls' : 'stop',
    usage: body.stream_options?.include_usage || !body.stream ? countUsage(steps, body) : null,
    done: true,
    closeAfter: Number.POSITIVE_INFINITY,
  };
  for (const step of steps) {
    if ('finish' in step) found.finish = step.finish;
    if ('usage' in step) found.usage = step.usage;
    if ('done' in step) found.done = step.done;
    if ('closeAfter' in step) found.closeAfter = step.closeAfter;
  }
  return found;
}

/** Four characters per token, enough for tests: it grows with the request. */
function countUsage(steps: readonly ReplyStep[], body: RequestBody): Record<string, unknown> {
  const prompt = Math.ceil(JSON.stringify(body.messages ?? []).length / 4);
  const completion = Math.ceil(JSON.stringify(steps.filter((step) => 'text' in step || 'calls' in step)).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const head = (body: RequestBody) => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion.chunk',
  created: 1,
  model: body.model,
});

function callDeltas(call: FakeCall, place: number): unknown[] {
  const index = call.index === null ? {} : { index: call.index ?? place };
  const id = call.id === null ? {} : { id: call.id ?? `call_${place}` };
  const name = call.name === undefined ? {} : { name: call.name };
  const whole = call.arguments === undefined ? '{}' : call.arguments;
  const pieces = call.pieces ?? 1;
  if (typeof whole !== 'string' || pieces <= 1) {
    return [{ ...index, ...id, type: 'function', function: { ...name, arguments: whole } }];
  }
  const size = Math.max(1, Math.ceil(whole.length / pieces));
  const parts = Array.from({ length: pieces }, (_, n) => whole.slice(n * size, (n + 1) * size));
  return [
    { ...index, ...id, type: 'function', function: { ...name, arguments: '' } },
    ...parts.map((part) => ({ ...index, function: { arguments: part } })),
  ];
}

/** A step's chunks, each a `data:` event. */
function chunksOf(step: ReplyStep, body: RequestBody, callsBefore: number): unknown[] {
  const delta = (value: unknown) => ({ ...head(body), choices: [{ index: 0, delta: value, finish_reason: null }] });
  if ('text' in step) return [step.text].flat().map((text) => delta({ content: text }));
  if ('reasoning' in step) {
    const field = step.field ?? 'reasoning_content';
    return [step.reasoning].flat().map((text) => {
      if (field === 'both') return delta({ reasoning_content: text, reasoning: text });
      return delta({ [field]: text });
    });
  }
  if ('calls' in step) {
    const deltas = step.calls.map((call, at) => callDeltas(call, callsBefore + at));
    return deltas.flat().map((call) => delta({ tool_calls: [call] }));
  }
  return 'chunk' in step ? [step.chunk] : [];
}

/** Writes a reply as requested. Resolves when it has ended or the client has disconnected. */
export async function writeReply(
  steps: readonly ReplyStep[],
  body: RequestBody,
  response: ServerResponse,
): Promise<void> {
  const whole = steps.find((step) => 'status' in step || 'raw' in step);
  if (whole && 'raw' in whole) return writeRaw(whole, response);
  if (whole && 'status' in whole) {
    await waitFor(steps, response);
    const text = typeof whole.body === 'string' ? whole.body : JSON.stringify(whole.body ?? {});
    response.writeHead(whole.status, { 'content-type': 'application/json', ...whole.headers });
    return void response.end(text);
  }
  if (!body.stream) return writeJson(steps, body, response);
  await writeStream(steps, body, response);
}

async function waitFor(steps: readonly ReplyStep[], response: ServerResponse): Promise<void> {
  for (const step of steps) if ('until' in step) await gone(step.until, response);
}

/** Waits for `promise`, or for the client to disconnect. */
async function gone(promise: Promise<unknown>, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const left = Promise.withResolvers<void>();
  const leave = (): void => left.resolve();
  response.once('close', leave);
  await Promise.race([promise, left.promise]);
  response.off('close', leave);
}

async function writeStream(steps: readonly ReplyStep[], body: RequestBody, response: ServerResponse): Promise<void> {
  const { finish, usage, done, closeAfter } = plan(steps, body);
  const more = steps.map((step) => ('headers' in step ? step.headers : {}));
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(200, Object.assign(headers, ...more));
  response.flushHeaders();
  let sent = 0;
  let calls = 0;
  const send = async (text: string): Promise<boolean> => {
    if (sent >= closeAfter || response.destroyed) {
      response.destroy();
      return false;
    }
    sent++;
    await new Promise<void>((resolve) => response.write(`data: ${text}\n\n`, () => resolve()));
    return true;
  };
  for (const step of steps) {
    if ('until' in step) await gone(step.until, response);
    if ('hang' in step) return gone(new Promise(() => {}), response);
    for (const chunk of chunksOf(step, body, calls)) if (!(await send(JSON.stringify(chunk)))) return;
    if ('calls' in step) calls += step.calls.length;
  }
  const ending: string[] = [];
  if (finish !== null) {
    ending.push(JSON.stringify({ ...head(body), choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  }
  if (usage) ending.push(JSON.stringify({ ...head(body), choices: [], usage }));
  if (done) ending.push('[DONE]');
  for (const text of ending) if (!(await send(text))) return;
  if (sent >= closeAfter) response.destroy();
  else response.end();
}

async function writeJson(steps: readonly ReplyStep[], body: RequestBody, response: ServerResponse): Promise<void> {
  await waitFor(steps, response);
  const { finish, usage } = plan(steps, body);
  const text = steps.flatMap((step) => ('text' in step ? [step.text].flat() : [])).join('');
  const calls = steps.flatMap((step) => ('calls' in step ? [...step.calls] : []));
  const message = {
    role: 'assistant',
    content: text || null,
    ...(calls.length > 0
      ? {
          tool_calls: calls.map((call, at) => ({
            id: call.id ?? `call_${at}`,
            type: 'function',
            function: { name: call.name ?? '', arguments: call.arguments ?? '{}' },
          })),
        }
      : {}),
  };
  const answer = {
    ...head(body),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

async function writeRaw(step: Extract<ReplyStep, { raw: unknown }>, response: ServerResponse): Promise<void> {
  response.writeHead(step.status ?? 200, { 'content-type': step.contentType ?? 'text/event-stream' });
  response.flushHeaders();
  for (const part of step.raw) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(part, () => resolve()));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  response.end();
}
