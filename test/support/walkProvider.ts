// A model at the port, and tools, for walks through a conversation: it says what it was told to in the words of a wire, event by
// event, and that wire's own reader makes a reply of it. It keeps every request that reached it. What it says carries words
// that are said once only.

import type { ModelFailure, ModelOutcome, ModelRequest, Provider } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { wires } from '../../electron/providers/wires.ts';
import { ok } from '../../shared/errors.ts';
import type { WireKind } from '../../shared/providerKind.ts';
import { namedPng } from './images.ts';
import { speechEvents } from './wires/speech.ts';

export type ScriptedReply = (
  | { kind: 'text'; text: string }
  | { kind: 'calls'; text: string; calls: readonly { id: string; name: string; arguments: string }[] }
  /** The call fails after these words. */
  | { kind: 'fails'; text: string }
) & { thought?: Thought };

/** Whose thinking comes with a reply: the provider by which its data is known, and with it the wire. */
export type Thought = 'anthropic' | 'gemini' | 'responses' | 'ollama' | 'deepseek';

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
      const scripted = script.shift() ?? { kind: 'text', text: nextWord() };
      const { kind, providerId } = wireOf(scripted.thought);
      const reader = wires[kind]({ providerId, baseUrl: 'http://127.0.0.1' }).reply(request, observer);
      const { text, thought } = scripted;
      const said = {
        ...(text === '' ? {} : { text }),
        ...(thought === undefined ? {} : { thought: 'Let me see.' }),
        calls: scripted.kind === 'calls' ? scripted.calls : [],
      };
      const events = speechEvents(kind, said, { model: request.model, number: sent.length });
      // Before its end: the last of them.
      const told = scripted.kind === 'fails' ? events.slice(0, lastOf(kind)) : events;
      for (const event of told) {
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) break;
        reader.named(event);
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
  };
  return { provider, script, sent };
}

function wireOf(thought: Thought | undefined): { kind: WireKind; providerId: string } {
  if (thought === undefined) return { kind: 'openai', providerId: 'plain' };
  return { kind: thought === 'deepseek' ? 'openai' : thought, providerId: thought };
}

/** How many events at the end say that it is over. */
function lastOf(kind: WireKind): number {
  return kind === 'openai' ? -3 : kind === 'anthropic' ? -2 : -1;
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
