// A model at the port, and tools, for walks through a conversation: it says what it was told to, piece by piece, and keeps
// every request that reached it. What it says carries words that are said once only.

import type { ModelFailure, ModelOutcome, ModelRequest, Provider } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { ok } from '../../shared/errors.ts';
import { namedPng } from './images.ts';

export type ScriptedReply = (
  | { kind: 'text'; text: string }
  | { kind: 'calls'; text: string; calls: readonly { id: string; name: string; arguments: string }[] }
  /** The call fails after these words. */
  | { kind: 'fails'; text: string }
) & { thought?: Thought };

/** What a provider wants back unchanged, as each of them gives it. */
export type Thought = 'anthropic' | 'gemini' | 'responses' | 'deepseek';

export interface ScriptedModel {
  provider: Provider;
  /** What it says next, the first one first; afterwards it says a few words. */
  script: ScriptedReply[];
  /** Every request that was sent, as JSON. */
  sent: ModelRequest[];
}

export function createScriptedModel(id: string, nextWord: () => string): ScriptedModel {
  const script: ScriptedReply[] = [];
  const sent: ModelRequest[] = [];
  const provider: Provider = {
    id,
    // Few, so that a walk reaches them.
    imageLimits: { bytes: 1_000_000, count: 5, characters: 100_000 },
    body: (request) => request,
    check: () => ok(undefined),
    listModels: async () => ok([]),
    async complete(request, { signal, observer }): Promise<ModelOutcome> {
      sent.push(structuredClone(request));
      const reply = script.shift() ?? { kind: 'text', text: nextWord() };
      let said = '';
      for (const piece of [reply.text.slice(0, 12), reply.text.slice(12, 20), reply.text.slice(20)]) {
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return { kind: 'aborted', partial: { text: said, reasoning: '' } };
        if (piece === '') continue;
        said += piece;
        observer.onText(piece);
      }
      if (signal.aborted) return { kind: 'aborted', partial: { text: said, reasoning: '' } };
      if (reply.kind === 'fails') {
        const failure: ModelFailure = {
          code: 'LLM_NETWORK',
          message: 'the server went away',
          retryable: false,
          partial: { text: said, reasoning: '' },
        };
        return { kind: 'failed', failure };
      }
      const calls = reply.kind === 'calls' ? [...reply.calls] : [];
      calls.forEach((call, index) => {
        observer.onCall(index, call.name, call.arguments.length);
      });
      return {
        kind: 'reply',
        reply: {
          text: said,
          calls,
          finishReason: 'stop',
          usage: null,
          model: null,
          ...thoughtOf(reply.thought, { model: request.model, text: said, calls }),
        },
      };
    },
  };
  return { provider, script, sent };
}

interface Said {
  model: string;
  text: string;
  calls: readonly { id: string; name: string; arguments: string }[];
}

function thoughtOf(of: Thought | undefined, said: Said): { reasoning: string; providerData?: Record<string, unknown> } {
  if (of === undefined) return { reasoning: '' };
  const reasoning = 'Let me see.';
  if (of === 'anthropic') return { reasoning, providerData: { anthropic: anthropicBlocks(said) } };
  if (of === 'gemini') return { reasoning, providerData: { gemini: geminiParts(said) } };
  if (of === 'responses') return { reasoning, providerData: { responses: responsesItems(said) } };
  return { reasoning, providerData: { openai: { provider: of, reasoning: 'reasoning_content' } } };
}

/** As Gemini writes them: a thought, the words, and the calls, of which the first is signed. */
function geminiParts({ model, text, calls }: Said): Record<string, unknown> {
  const signature = { thoughtSignature: 'c2lnbmVk' };
  const parts = [
    { text: 'Let me see.', thought: true },
    ...(text === '' ? [] : [{ text, ...(calls.length === 0 ? signature : {}) }]),
    ...calls.map(({ id, name, arguments: given }, index) => ({
      functionCall: { ...(id === '' ? {} : { id }), name, args: inputOf(given) },
      ...(index === 0 ? signature : {}),
    })),
  ];
  return { provider: 'gemini', model, parts };
}

/** All of what it said, as Anthropic gives it, thinking first. */
function anthropicBlocks({ model, text, calls }: Said): Record<string, unknown> {
  const content = [
    { type: 'thinking', thinking: 'Let me see.', signature: 'c2lnbmVk' },
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: inputOf(call.arguments) })),
  ];
  return { provider: 'anthropic', model, content };
}

/** As Responses give them: sealed thinking, the words, and the calls. */
function responsesItems({ model, text, calls }: Said): Record<string, unknown> {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' },
    ...(text === ''
      ? []
      : [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }]),
    ...calls.map(({ id, name, arguments: given }, at) => ({
      type: 'function_call',
      id: `fc_${at}`,
      call_id: id,
      name,
      arguments: given,
      status: 'completed',
    })),
  ];
  return { provider: 'responses', model, items };
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** `look` reads, `touch` changes something, `much` gives more than fits in a message, `draw` images; `fails` gives an error. */
export function walkTools(nextWord: (callArguments: unknown) => string): Tool[] {
  const tool = (name: string, kind: Tool['kind'], run: Tool['run']): Tool => ({
    name,
    kind,
    description: `The tool ${name}.`,
    parameters: { type: 'object', properties: {} },
    needsFolder: false,
    exclusive: kind === 'execute',
    check: (args) => ok(args),
    preview: async () => ok({ type: 'text', text: '' }),
    run,
  });
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return [
    tool('look', 'read', async (args) => ({ outcome: 'ok', content: `Seen: ${nextWord(args)}` })),
    tool('touch', 'execute', async (args, { signal }) => {
      await pause();
      const content = `Touched: ${nextWord(args)}`;
      return { outcome: signal.aborted ? 'cancelled' : 'ok', content };
    }),
    tool('much', 'read', async (args) => ({ outcome: 'ok', content: `${nextWord(args)} ${'much '.repeat(12_000)}` })),
    tool('draw', 'read', async (args) => {
      const images = ['one', 'two'].map((name) => ({ bytes: namedPng(name), mediaType: 'image/png', name }));
      return { outcome: 'ok', content: `Drawn: ${nextWord(args)}`, images };
    }),
    tool('fails', 'read', async (args) => ({ outcome: 'error', content: `Error: ${nextWord(args)}` })),
  ];
}
