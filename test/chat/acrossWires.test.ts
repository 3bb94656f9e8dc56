// One conversation that switches to another API at every turn, through the whole program and real servers of each API:
// each turn has thinking, calls and images. Every request is valid for its provider, contains everything said so far,
// and includes thinking only from the same model, unchanged.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProviderKind, providerKinds } from '../../shared/features/models/providerKind.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { namedPng } from '../support/images.ts';
import { sealed } from '../support/wires/speech.ts';
import { startWireServer, type WireRequest, type WireServer } from '../support/wires/wireServer.ts';
import { baseUrlOf } from '../support/wireUnderTest.ts';

const modelOf: Record<ProviderKind, string> = {
  openai: 'deepseek-v4-pro',
  responses: 'gpt-5.4',
  anthropic: 'claude-opus-4-7',
  gemini: 'gemini-3-pro-preview',
  ollama: 'qwen3',
};

/** The texts of one turn, which occur nowhere else. */
interface Turn {
  at: number;
  kind: ProviderKind;
  asked: string;
  thoughts: [string, string];
  texts: [string, string];
  file: string;
  image: string;
}

interface Walked {
  app: TestApp;
  server: WireServer;
  id: string;
  turns: Turn[];
  providers: Record<ProviderKind, string>;
  /** One turn with calls; two requests. */
  turn(kind: ProviderKind): Promise<Turn>;
  use(kind: ProviderKind): Promise<void>;
}

/** Requests without tools ask for a summary. */
const isSummary = ({ body }: WireRequest): boolean => body.tools === undefined;

async function start(): Promise<Walked> {
  const turns: Turn[] = [];
  let step = 0;
  const server = await startWireServer((request) => {
    const now = turns.at(-1) as Turn;
    if (isSummary(request)) return { text: `summary-${turns.length} of what was said.` };
    step++;
    if (step % 2 === 0) return { thought: `${now.thoughts[1]} of it.`, text: `${now.texts[1]} it is.` };
    const calls = [now.file, now.image].map((file, index) => ({
      id: `call_${now.at}_${index}`,
      name: 'read_file',
      arguments: { path: file },
    }));
    return { thought: `${now.thoughts[0]} first.`, text: `${now.texts[0]} I look.`, calls };
  });
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const providers = {} as Record<ProviderKind, string>;
  for (const kind of providerKinds) {
    const baseUrl = baseUrlOf(kind, server.address);
    providers[kind] = (await app.call('provider.save', { id: null, name: kind, kind, baseUrl })).id;
  }
  const id = await app.start();
  const walked: Walked = {
    app,
    server,
    id,
    turns,
    providers,
    async use(kind) {
      const model = { provider: providers[kind], model: modelOf[kind] };
      await app.call('conversation.configure', { conversationId: id, model });
    },
    async turn(kind) {
      const at = turns.length + 1;
      const turn: Turn = {
        at,
        kind,
        asked: `asked-${at}-`,
        thoughts: [`thought-${at}a-`, `thought-${at}b-`],
        texts: [`said-${at}a-`, `said-${at}b-`],
        file: `notes-${at}.txt`,
        image: `picture-${at}.png`,
      };
      writeFileSync(path.join(app.folder, turn.file), `content-${at}- of the file\n`);
      writeFileSync(path.join(app.folder, turn.image), namedPng(`picture-${at}-`));
      turns.push(turn);
      step = 0;
      await walked.use(kind);
      const end = await app.turn(id, `${turn.asked} please.`);
      expect(end, JSON.stringify(app.rows(id).at(-1))).toBe('done');
      expect(step).toBe(2);
      return turn;
    },
  };
  return walked;
}

/** All texts up to the end of the turn, except thinking. */
function wordsOf({ at, asked, texts, file, image }: Turn): string[] {
  return [asked, texts[0], file, image, `content-${at}-`, namedPng(`picture-${at}-`).toString('base64'), texts[1]];
}

function expectWords(text: string, words: readonly string[]): void {
  for (const word of words) expect(text.includes(word), `${word} in ${text.slice(0, 200)}…`).toBe(true);
}

/** Asserts whose thinking the request contains, by what each provider accepts back. */
function expectThinking(request: WireRequest, turns: readonly Turn[], numbers: Map<string, number>): void {
  for (const turn of turns) {
    for (const thought of turn.thoughts) {
      const seal = sealed(modelOf[turn.kind], numbers.get(thought) ?? 0);
      if (turn.kind !== request.kind) {
        expect(request.text, `${thought} of ${turn.kind} in a request of ${request.kind}`).not.toContain(thought);
        expect(request.text).not.toContain(seal);
      } else if (request.kind === 'openai') {
        // Next to its calls.
        if (thought === turn.thoughts[0]) expect(request.text).toContain(`"reasoning_content":"${thought} first."`);
      } else if (request.kind === 'ollama') {
        if (thought === turn.thoughts[0]) expect(request.text).toContain(`"thinking":"${thought} first."`);
      } else expect(request.text, `the seal of ${thought} in a request of ${request.kind}`).toContain(seal);
    }
  }
}

describe('one conversation across every API', () => {
  test(cite(
    ['PROVIDER-1', 'PROVIDER-7', 'SEQ-7'],
    'it continues with each, sending everything said, and thinking only to the model that wrote it',
  ), { tags: ['all'] }, async () => {
    const walked = await start();
    const { server, turns } = walked;
    const round: ProviderKind[] = ['openai', 'anthropic', 'gemini', 'responses', 'ollama'];
    const numbers = new Map<string, number>();
    const first = new Map<ProviderKind, WireRequest>();
    for (const kind of [...round, ...round]) {
      const before = [...turns];
      const from = server.requests.length;
      const turn = await walked.turn(kind);
      const [one, two] = server.requests.slice(from) as [WireRequest, WireRequest];
      numbers.set(turn.thoughts[0], from + 1).set(turn.thoughts[1], from + 2);
      expect([one.kind, two.kind, one.model]).toEqual([kind, kind, modelOf[kind]]);
      expectWords(one.text, [...before.flatMap(wordsOf), turn.asked]);
      expectWords(two.text, [...before.flatMap(wordsOf), ...wordsOf(turn).slice(0, -1)]);
      expectThinking(one, before, numbers);
      if (!first.has(kind)) first.set(kind, two);
    }
    expect(server.requests).toHaveLength(20);
  });

  test(cite(['PROVIDER-7', 'COMPACT-5', 'SEQ-7'], 'hidden, pinned, regenerated and summarized: it stays valid'), {
    tags: ['all'],
  }, async () => {
    const walked = await start();
    const { app, id, server, turns } = walked;
    const round: ProviderKind[] = ['anthropic', 'gemini', 'responses', 'ollama', 'openai'];
    for (const kind of round) await walked.turn(kind);
    const said = (turn: number, which: 0 | 1) =>
      app
        .rows(id)
        .find(
          ({ role, content }) => role === 'assistant' && String(content).startsWith(turns[turn]?.texts[which] ?? '?'),
        );
    const [first, second, third] = [said(0, 1), said(1, 0), said(2, 1)];
    if (!first || !second || !third) throw new Error('a reply is missing');
    await app.call('context.mark', { conversationId: id, messageId: first.id, hidden: true });
    await app.call('context.mark', { conversationId: id, messageId: second.id, hidden: true });
    await app.call('context.mark', { conversationId: id, messageId: third.id, pinned: true });
    for (const kind of round) {
      await walked.turn(kind);
      const { text } = server.requests.at(-1) as WireRequest;
      expect(text).not.toContain(turns[0]?.texts[1]);
      expect(text).not.toContain(turns[1]?.texts[0]);
      expect(text).toContain(turns[2]?.texts[1]);
    }

    const question = app.rows(id).findLast(({ role }) => role === 'user');
    for (const kind of round) {
      await walked.use(kind);
      const from = app.events.length;
      const count = server.requests.length;
      await app.call('run.regenerate', { conversationId: id, messageId: question?.id ?? '' });
      await app.event('run.ended', () => true, from);
      expect(server.requests.slice(count).map((request) => request.kind)).toEqual([kind, kind]);
    }

    // First old results are cleared, then everything before is summarized.
    while (!server.requests.some(isSummary)) {
      expect(await app.call('context.compact', { conversationId: id })).toMatchObject({ result: 'done' });
    }
    for (const kind of round) {
      await walked.turn(kind);
      const { text } = server.requests.at(-1) as WireRequest;
      expect(text).toContain('summary-');
      expect(text).toContain(turns[2]?.texts[1]);
    }
  });
});
