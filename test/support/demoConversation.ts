// A conversation with the demo model over its real server, with the real tools on a real folder: a small chat loop that
// also validates every request against the providers' rules.

import { onTestFinished } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { ModelRequest, Provider } from '../../electron/ports/provider.ts';
import { createDemo } from '../../electron/providers/demo/createDemo.ts';
import type { ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { replyOf } from './modelCall.ts';
import { openAiProvider } from './openAiProvider.ts';
import { openAiRuleBreaks } from './openAiRules.ts';
import { okValue } from './result.ts';
import { createToolCaller } from './toolCaller.ts';

interface Said {
  /** The text of each reply of the turn; the last one ends it. */
  texts: string[];
  last: string;
  /** The calls of each reply. */
  rounds: { name: string; arguments: Record<string, unknown>; content: string }[][];
}

export interface DemoConversation {
  provider: Provider;
  messages: ApiMessage[];
  request(): ModelRequest;
  say(text: string): Promise<Said>;
}

export interface DemoConversationOptions {
  folder: string | null;
  /** Tools that the user denies. */
  refuse?: string[];
  /** Default: pauses take no time. */
  clock?: Clock;
  platform?: string;
}

/** Larger results are stored in their own file, as in the store. */
const spillBytes = 51_200;
const maxReplies = 10;

export async function demoConversation(options: DemoConversationOptions): Promise<DemoConversation> {
  const { folder, refuse = [], clock = { ...systemClock, wait: () => Promise.resolve() } } = options;
  const demo = createDemo({ clock, token: 'token', platform: options.platform ?? process.platform });
  onTestFinished(() => demo.close());
  const provider = openAiProvider(okValue(await demo.baseUrl()), { id: 'demo', key: null });
  const caller = createToolCaller(folder);
  const tools = caller.tools
    .filter((tool) => folder !== null || !tool.needsFolder)
    .map(({ name, description, parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters },
    }));
  const messages: ApiMessage[] = [];
  const kept = new Map<string, Buffer>();

  const request = (): ModelRequest => ({ model: 'demo-script', system: 'You help.', messages: [...messages], tools });
  const readResult: Parameters<typeof caller.call>[2] = {
    readResult: async (reference, offset, limit) => {
      const whole = kept.get(reference);
      if (!whole) return fail('MESSAGE_NOT_FOUND', 'There is no such result.');
      const end = Math.min(whole.length, offset + limit);
      const nextOffset = end < whole.length ? end : null;
      const text = whole.subarray(offset, end).toString();
      return ok({ text, offset, nextOffset, totalBytes: whole.length, toolName: 'run_command' });
    },
  };
  const run = async (name: string, args: Record<string, unknown>): Promise<string> => {
    if (refuse.includes(name))
      return `Error: the user refused this call of ${name}; it was not run. Their reason: not now`;
    const { text } = await caller.call(name, args, readResult);
    if (Buffer.byteLength(text) <= spillBytes) return text;
    const reference = `@state/logs/tool-results/c/${kept.size}.json`;
    kept.set(reference, Buffer.from(text));
    return `${text.slice(0, 500)}\n\n[Full output: ${reference}]`;
  };

  return {
    provider,
    messages,
    request,
    async say(text) {
      messages.push({ role: 'user', content: text });
      const said: Said = { texts: [], last: '', rounds: [] };
      for (let reply = 0; reply < maxReplies; reply++) {
        const broken = openAiRuleBreaks(JSON.parse(JSON.stringify(provider.body(request()))));
        if (broken.length > 0) throw new Error(broken.map((each) => each.message).join('\n'));
        const { text: content, calls } = await replyOf(provider, { request: request() });
        said.texts.push(content);
        said.last = content;
        if (calls.length === 0) {
          messages.push({ role: 'assistant', content });
          return said;
        }
        const toolCalls = calls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call }));
        messages.push({ role: 'assistant', content, tool_calls: toolCalls });
        const round: Said['rounds'][number] = [];
        for (const call of calls) {
          const args = JSON.parse(call.arguments) as Record<string, unknown>;
          const result = await run(call.name, args);
          round.push({ name: call.name, arguments: args, content: result });
          messages.push({ role: 'tool', tool_call_id: call.id, content: result });
        }
        said.rounds.push(round);
      }
      throw new Error('the demo does not come to an end');
    },
  };
}
