// Models at the port, and tools, for walks through a conversation: each sends its scripted replies event by event in
// its provider's format, and that API's own reader parses them. They record every request. Their texts contain words
// that occur only once.

import type { ModelFailure, ModelOutcome, ModelRequest, Provider } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { providerApis } from '../../electron/providers/apis.ts';
import { ok } from '../../shared/core/errors.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { namedPng } from './images.ts';
import { speechEvents } from './wires/speech.ts';

export type ScriptedReply = (
  | { kind: 'text'; text: string }
  | { kind: 'calls'; text: string; calls: readonly { id: string; name: string; arguments: string }[] }
  /** The call fails after this text. */
  | { kind: 'fails'; text: string }
) & { thinks?: boolean };

/**
 * A walk's providers and their APIs. Their IDs are those of the forms in requestFormatNames.ts, so that each body is its own.
 */
const walkWires = {
  somewhere: 'openai',
  deepseek: 'openai',
  responses: 'responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
  ollama: 'ollama',
} as const satisfies Record<string, ProviderKind>;

export type WalkProviderId = keyof typeof walkWires;

export interface ScriptedModel {
  /** The first one. */
  provider: Provider;
  /** By ID; null if unknown. */
  at(id: string): Provider | null;
  /** Its next replies in order; after them, it sends a short text. */
  script: ScriptedReply[];
  /** Every sent request, as JSON. */
  sent: ModelRequest[];
  /** The provider that each was sent to. */
  to: string[];
}

export function createScriptedModel(id: string, nextWord: () => string): ScriptedModel {
  const script: ScriptedReply[] = [];
  const sent: ModelRequest[] = [];
  const to: string[] = [];
  const providerOf = (id: string, kind: ProviderKind): Provider => ({
    id,
    // Small, so that a walk reaches them.
    imageLimits: { bytes: 1_000_000, count: 5, characters: 100_000 },
    body: (request) => request,
    check: () => ok(undefined),
    listModels: async () => ok([]),
    async complete(request, { signal, observer }): Promise<ModelOutcome> {
      sent.push(structuredClone(request));
      to.push(id);
      const scripted = script.shift() ?? { kind: 'text', text: nextWord() };
      const reader = providerApis[kind]({ providerId: id, baseUrl: 'http://127.0.0.1' }).reply(request, observer);
      const { text, thinks } = scripted;
      const said = {
        ...(text === '' ? {} : { text }),
        ...(thinks ? { thought: 'Let me see.' } : {}),
        calls: scripted.kind === 'calls' ? scripted.calls : [],
      };
      const events = speechEvents(kind, said, { model: request.model, number: sent.length });
      // Before its end: the last of them.
      const told = scripted.kind === 'fails' ? events.slice(0, lastOf(kind)) : events;
      for (const event of told) {
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) break;
        reader.namedEvent(event);
        if (event !== '[DONE]') reader.add(event);
      }
      if (signal.aborted) return { kind: 'aborted', partial: reader.partial() };
      if (scripted.kind === 'fails') {
        const failure: ModelFailure = {
          code: 'LLM_NETWORK',
          message: 'the server went away',
          retryable: false,
          partial: reader.partial(),
        };
        return { kind: 'failed', failure };
      }
      return { kind: 'reply', reply: reader.reply() };
    },
  });
  const provider = providerOf(id, 'openai');
  const others = new Map(Object.entries(walkWires).map(([name, kind]) => [name, providerOf(name, kind)]));
  return { provider, script, sent, to, at: (name) => (name === id ? provider : (others.get(name) ?? null)) };
}

/** The number of final events that announce the end. */
function lastOf(kind: ProviderKind): number {
  return kind === 'openai' ? -3 : kind === 'anthropic' ? -2 : -1;
}

/**
 * `look` reads, `touch` changes something, `much` returns more than fits in a message, `draw` images; `fails` returns
 * an error.
 */
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
