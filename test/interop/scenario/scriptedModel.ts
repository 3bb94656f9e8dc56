// A model that answers from a scenario, called over its API: each reply and its calls' results are sent back to it.

import { onTestFinished } from 'vitest';
import { parseScenario } from '../../../electron/interop/scenario/scenarioFile.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import type { ModelOutcome, Provider } from '../../../electron/ports/provider.ts';
import { startDemoServer } from '../../../electron/providers/demo/demoServer.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { okValue } from '../../support/result.ts';

export interface ScriptedModel {
  messages: ApiMessage[];
  /** The outcome for this text; a reply becomes part of the conversation. */
  say(text: string): Promise<ModelOutcome>;
  /** The same for the results of the last reply's calls. */
  results(...contents: string[]): Promise<ModelOutcome>;
  /** The outcome of repeating the same request. */
  again(): Promise<ModelOutcome>;
  /** A separate conversation with the same server. */
  other(): ScriptedModel;
}

/** Call it inside a test, with which it ends, if not before. */
export async function scriptedModel(
  text: string,
  idleTimeoutMs = 60_000,
): Promise<ScriptedModel & { close(): Promise<void> }> {
  const scenario = okValue(parseScenario(text, 'scenario.yaml'));
  const options = { scenarios: [scenario] as const, clock: systemClock, token: 't', platform: 'linux' };
  const server = await startDemoServer(options);
  onTestFinished(() => server.close());
  const model = modelConversation(openAiProvider(server.url, { id: 'demo', key: null }), idleTimeoutMs);
  return { ...model, close: () => server.close() };
}

export function modelConversation(provider: Provider, idleTimeoutMs = 60_000): ScriptedModel {
  const conversation = (): ScriptedModel => {
    const messages: ApiMessage[] = [];
    const ask = async (): Promise<ModelOutcome> => {
      const { outcome } = await callModel(provider, {
        request: modelRequest({ messages: [...messages] }),
        idleTimeoutMs,
      });
      if (outcome.kind !== 'reply') return outcome;
      const { text: content, calls } = outcome.reply;
      const tool_calls = calls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call }));
      messages.push({ role: 'assistant', content, ...(calls.length > 0 ? { tool_calls } : {}) });
      return outcome;
    };
    return {
      messages,
      say(words) {
        messages.push({ role: 'user', content: words });
        return ask();
      },
      results(...contents) {
        const last = messages.at(-1);
        const calls = last?.role === 'assistant' ? (last.tool_calls ?? []) : [];
        for (const [at, { id }] of calls.entries()) {
          messages.push({ role: 'tool', tool_call_id: id, content: contents[at] ?? '' });
        }
        return ask();
      },
      again: ask,
      other: conversation,
    };
  };
  return conversation();
}

/** In short: text, calls as `name arguments`, or the failure's code. */
export function inShort(outcome: ModelOutcome): string {
  if (outcome.kind === 'failed') return outcome.failure.code;
  if (outcome.kind === 'aborted') return 'aborted';
  const { text, calls } = outcome.reply;
  return [text, ...calls.map((call) => `${call.name} ${call.arguments}`)].filter(Boolean).join(' | ');
}
