// A model server with its own context size: it counts the tokens of every request in its own way, reports them as
// usage, and rejects larger requests with OpenAI's message. A request without tools counts as one for a summary.

import { type FakeModelServer, type Reply, type RequestBody, startFakeModelServer } from './fakeModelServer.ts';

export interface TokenCountingServer {
  model: FakeModelServer;
  /** Tokens of each accepted request, and of each rejected one. */
  taken: number[];
  refused: number[];
  /** The accepted requests for a summary. */
  summaries: RequestBody[];
  /** Reported to the client only when it lists the models. */
  window: number;
}

export interface TokenCountingOptions {
  window: number;
  /** The size that `GET /models` reports; null: none. Default: the window. */
  told?: number | null;
  /** The message of a rejection; default OpenAI's. */
  refusal?: (tokens: number, window: number) => string;
  /** The reply to a request with tools. */
  reply(body: RequestBody): Reply | Promise<Reply>;
  /** The reply to a request without tools. */
  summary?(body: RequestBody): Reply | Promise<Reply>;
  /** Whether usage is reported; default true. */
  usage?: boolean;
  /** The usage it reports for a request; default: what it counted. */
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

/** One per letter of a script without spaces, one per three others; each message adds five. */
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
