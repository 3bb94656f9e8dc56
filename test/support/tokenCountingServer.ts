// A model server with a context of its own size: it counts the tokens of every request in its own way, says them as usage,
// and refuses above its window in the words of OpenAI. A request without tools is taken for one of a summary.

import { type FakeModelServer, type Reply, type RequestBody, startFakeModelServer } from './fakeModelServer.ts';

export interface TokenCountingServer {
  model: FakeModelServer;
  /** Tokens of each request that was taken, and of each that was refused. */
  taken: number[];
  refused: number[];
  /** The requests for a summary that were taken. */
  summaries: RequestBody[];
  /** Told to the client only when it asks for the models. */
  window: number;
}

export interface TokenCountingOptions {
  window: number;
  /** What `GET /models` says; null: nothing. Default: the window. */
  told?: number | null;
  /** The words of a refusal; default OpenAI's. */
  refusal?: (tokens: number, window: number) => string;
  /** The reply to a request with tools. */
  reply(body: RequestBody): Reply | Promise<Reply>;
  /** The reply to a request without. */
  summary?(body: RequestBody): Reply | Promise<Reply>;
  /** Whether usage is told; default true. */
  usage?: boolean;
  /** What it reports of a request; default: what it counted. */
  report?(tokens: number): number;
}

export async function startTokenCountingServer(options: TokenCountingOptions): Promise<TokenCountingServer> {
  const { told = options.window } = options;
  const server: TokenCountingServer = {
    model: await startFakeModelServer({ otherwise: answer, ...(told === null ? {} : { window: told }) }),
    taken: [],
    refused: [],
    summaries: [],
    window: options.window,
  };

  async function answer(body: RequestBody): Promise<Reply> {
    const tokens = countTokens(body);
    if (tokens > server.window) {
      server.refused.push(tokens);
      const message =
        options.refusal?.(tokens, server.window) ??
        `This model's maximum context length is ${server.window} tokens. However, your messages resulted in ${tokens} tokens.`;
      return { status: 400, body: { error: { message, code: 'context_length_exceeded' } } };
    }
    server.taken.push(tokens);
    const isSummary = body.tools === undefined;
    if (isSummary) server.summaries.push(body);
    const reply = await (isSummary ? (options.summary ?? shortSummary)(body) : options.reply(body));
    const steps = Array.isArray(reply) ? reply : [reply];
    const reported = options.report?.(tokens) ?? tokens;
    const usage = { prompt_tokens: reported, completion_tokens: 50, total_tokens: reported + 50 };
    return [...steps, { usage: options.usage === false ? null : usage }];
  }
  return server;
}

const shortSummary = (): Reply => ({
  text: 'What was said before: the files were read, and their numbers were noted.',
});

/** One for each letter of a script without spaces, one for each three others; the frame of a message is five. */
function countTokens(body: RequestBody): number {
  const tools = body.tools === undefined ? '' : JSON.stringify(body.tools);
  const texts = body.messages.flatMap((message) => [
    typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? ''),
    ...(message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments),
  ]);
  return body.messages.length * 5 + [tools, ...texts].reduce((sum, text) => sum + tokensOf(text), 0);
}

function tokensOf(text: string): number {
  const dense = text.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / 3);
}
