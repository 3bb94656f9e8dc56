// The numbers of the context have one scale and one meaning: the promised saving, the reported one, and the meter's
// drop; the learned window; and the messages where nothing helps.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contextLabels, createContextNames } from '../../electron/chat/context/contextLabels.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createContextWindowCache } from '../../electron/stores/contextWindowCache.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import type { AssistantMessage, SystemMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { isSuperseded } from '../../shared/conversation/superseded.ts';
import type { ContextReport } from '../../shared/features/context/methods.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { nextRequest, reader, sentence, startOn, summaries } from '../support/compactingConversation.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { writeConversation } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';

const talk = () => ({ text: sentence.repeat(6) });
const read = (app: TestApp, conversationId: string): Promise<ContextReport> =>
  app.call('context.read', { conversationId });
const near = (value: number, wanted: number, share = 0.03): void =>
  expect(Math.abs(value - wanted), `${value} is not near ${wanted}`).toBeLessThanOrEqual(wanted * share + 8);

describe('one scale', () => {
  test(
    cite(
      'COMPACT-8',
      "hiding's promised saving, the reported saving and the meter's drop agree; other parts stay the same",
    ),
    async () => {
      const server = await startTokenCountingServer({ window: 200_000, reply: reader() });
      // Digits and symbols: here the estimate by letters is far off, unlike in prose.
      const app = await startOn(server, '{"id":10482,"at":"2026-01-01T10:22:31Z","ok":true},\n'.repeat(400));
      const id = await app.start();
      for (const text of ['Read it.', sentence.repeat(60), 'And once more.']) await app.turn(id, text);
      const before = await read(app, id);
      const item = before.items.find(({ kind }) => kind === 'results');
      if (!item) throw new Error('no result');
      await app.call('context.mark', { conversationId: id, messageId: item.messageId, hidden: true });
      const after = await read(app, id);
      near(before.used - after.used, item.saves);
      near(after.items.find(({ messageId }) => messageId === item.messageId)?.saves ?? 0, item.saves);
      for (const kind of ['system', 'tools', 'user', 'assistant'] as const) {
        const of = (report: ContextReport) => report.parts.find((part) => part.kind === kind)?.tokens;
        expect(of(after)).toBe(of(before));
      }
      await app.close();
      await server.model.close();
    },
  );

  test(cite('COMPACT-8', 'a compaction reports the numbers that the meter shows before and after it'), async () => {
    const server = await startTokenCountingServer({ window: 200_000, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 0; turn < 12; turn++) await app.turn(id, `${turn}. ${sentence.repeat(8)}`);
    const before = await read(app, id);
    const outcome = await app.call('context.compact', { conversationId: id });
    expect(outcome.result).toBe('done');
    const after = await read(app, id);
    near(outcome.tokensBefore, before.used, 0.01);
    near(outcome.tokensAfter, after.used, 0.01);
    expect(after.compactions.at(-1)).toMatchObject({
      tokensBefore: outcome.tokensBefore,
      tokensAfter: outcome.tokensAfter,
    });
    await app.close();
    await server.model.close();
  });

  test(cite('COMPACT-8', 'text that repair adds at the end is neither listed nor counted'), async () => {
    const app = await startTestApp();
    const id = await writeConversation(app, {
      messages: conversationOf([userMessage('one'), assistantMessage('two')]),
    });
    const { items, used, parts } = await read(app, id);
    expect(items.map(({ messageId }) => messageId)).toEqual([messageIdAt(0), messageIdAt(1)]);
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(used);
  });

  test('a failed model call has a label', () => {
    const failed = {
      ...assistantMessage(''),
      content: null,
      partType: 'error',
      error: { code: 'LLM_ERROR', message: 'No.' },
    };
    const [message] = conversationOf([failed as AssistantMessage]);
    expect(message && contextLabels([message])(message.id, 'assistant')).toBe('Failed: No.');
  });
});

describe('the label of a result', () => {
  const named = (tool: string, extra: Partial<ToolMessage>) => {
    const asked = assistantMessage('', [call('c', tool, '{"path":"a.txt","command":"npm test"}')]);
    const records = conversationOf([asked, toolMessage('c', 'x', { toolName: tool, ...extra })]);
    const names = createContextNames(records);
    const words = names.words(messageIdAt(1), 'results');
    return [names.label(messageIdAt(1), 'results'), words?.type === 'calls' ? [words.done, words.ended] : words];
  };

  test(cite('COMPACT-8', 'says that something was done only if it was, otherwise how the call ended'), () => {
    expect(named('write_file', {})).toEqual(['Wrote a.txt', [true, undefined]]);
    for (const outcome of ['error', 'denied', 'cancelled', 'interrupted'] as const) {
      expect(named('write_file', { outcome })).toEqual(['Write a.txt', [false, outcome]]);
    }
    const never = { outcome: 'interrupted', details: { interrupted: 'not_started' } } as const;
    expect(named('write_file', never)).toEqual(['Write a.txt', [false, 'not_started']]);
  });

  test('says that a failed command ran, unless it was rejected before', () => {
    expect(named('run_command', { outcome: 'error' })).toEqual(['Ran npm test', [true, 'error']]);
    const refused = { outcome: 'error', details: { notRun: 'switched_off' } } as const;
    expect(named('run_command', refused)).toEqual(['Run npm test', [false, 'error']]);
  });
});

describe('contexts that cannot fit', () => {
  test(
    cite('COMPACT-4', 'no summary is paid for where it would not help; an error names the largest record'),
    async () => {
      const server = await startTokenCountingServer({ window: 9_000, reply: talk });
      const app = await startOn(server, 'x');
      const id = await app.start();
      for (let turn = 0; turn < 3; turn++) expect(await app.turn(id, `${turn}. ${sentence}`)).toBe('done');
      expect(await app.turn(id, `A long one. ${sentence.repeat(1_200)}`)).toBe('error');
      expect(server.summaries).toEqual([]);
      expect(server.refused.length).toBeLessThanOrEqual(1);
      const rows = app.rows(id);
      const asked = rows.findLast(({ role }) => role === 'user')?.id;
      expect(rows.at(-1)).toMatchObject({
        partType: 'error',
        content: null,
        error: { code: 'CONTEXT_STILL_TOO_LARGE', item: { messageId: asked } },
      });
      expect(JSON.stringify(rows.at(-1))).toContain('The largest part is “A long one.');
      expect(await nextRequest(app, id)).not.toContain('CONTEXT_STILL_TOO_LARGE');
      expect(await nextRequest(app, id)).not.toContain('The largest part is');
      // With it hidden, the conversation continues.
      await app.call('context.mark', { conversationId: id, messageId: asked ?? '', hidden: true });
      expect(await app.turn(id, 'A short one.')).toBe('done');
      await app.close();
      await server.model.close();
    },
  );

  test(cite('COMPACT-6', "even if only the rejection reveals the window's size, and only once"), async () => {
    const server = await startTokenCountingServer({ window: 9_000, told: null, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 0; turn < 3; turn++) await app.turn(id, `${turn}. ${sentence}`);
    expect(await app.turn(id, `A long one. ${sentence.repeat(1_200)}`)).toBe('error');
    expect(server.refused).toHaveLength(1);
    expect(server.summaries).toEqual([]);
    expect(app.rows(id).at(-1)).toMatchObject({ partType: 'error', error: { code: 'CONTEXT_STILL_TOO_LARGE' } });
    await app.close();
    // The size named in the rejection survives a restart too.
    const again = await startTestApp({ model: server.model, dataDir: app.dataDir, folder: app.folder });
    expect((await read(again, id)).window).toEqual({ tokens: 9_000, source: 'learnt' });
    expect(JSON.parse(readFileSync(path.join(app.dataDir, 'learnt.json'), 'utf8'))).toMatchObject({
      v: 1,
      windows: { 'environment/fake-model': { tokens: 9_000, from: 'refusal' } },
    });
    await again.close();
    await server.model.close();
  });
});

describe('the learned window', () => {
  test(cite('COMPACT-1', 'a reply to a request beyond the assumed window corrects it permanently'), async () => {
    const server = await startTokenCountingServer({ window: 500_000, told: null, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    expect((await read(app, id)).window).toMatchObject({ source: 'default' });
    expect(await app.turn(id, sentence.repeat(2_500))).toBe('done');
    const report = await read(app, id);
    expect(report.window.source).toBe('accepted');
    expect(report.used / report.window.tokens).toBeLessThan(1.1);
    await app.close();
    const again = await startTestApp({ model: server.model, dataDir: app.dataDir, folder: app.folder });
    expect((await read(again, id)).window).toEqual(report.window);
    await again.close();
    await server.model.close();
  });

  test(cite('COMPACT-1', "a sum over several requests, as with a provider's search, corrects nothing"), async () => {
    const usage = { prompt_tokens: 90_000, completion_tokens: 5, num_search_queries: 3 };
    const model = await startFakeModelServer({ otherwise: [{ text: 'Found.' }, { usage }] });
    const app = await startTestApp({ model });
    const id = await app.start();
    const { window } = await read(app, id);
    expect(window.tokens).toBeLessThan(usage.prompt_tokens);
    expect(await app.turn(id, 'Look it up.')).toBe('done');
    expect((await read(app, id)).window).toEqual(window);
    await app.close();
    await model.close();
  });

  test('a damaged learnt.json does no harm: it is set aside at the next change', async () => {
    const dataDir = path.join(tempFolder(), 'data');
    const said: string[] = [];
    const options = {
      disk: nodeDisk,
      clock: systemClock,
      log: (_level: string, message: string) => void said.push(message),
    };
    const windows = createContextWindowCache(dataDir, options);
    expect(await windows.read()).toEqual({});
    await windows.keep('p/one', { tokens: 4_096, from: 'refusal', at: '2026-01-01T00:00:00.000Z' });
    const file = path.join(dataDir, 'learnt.json');
    expect(existsSync(file)).toBe(true);
    writeFileSync(file, '{"v":1,"windows":{"p/one":');
    expect(await windows.read()).toEqual({});
    await windows.keep('p/two', { tokens: 8_192, from: 'reply', at: '2026-01-02T00:00:00.000Z' });
    expect(await createContextWindowCache(dataDir, options).read()).toMatchObject({ 'p/two': { tokens: 8_192 } });
    expect(said).toEqual([]);
  });
});

describe('a summary replaced by a later one', () => {
  function summary(text: string, firstKeptId: string): SystemMessage {
    const compaction = { firstKeptId, clearedIds: [], tokensBefore: 100, tokensAfter: 10 };
    return {
      v: 1,
      id: '',
      parentId: null,
      createdAt: '',
      role: 'system',
      partType: 'summary',
      content: text,
      compaction,
    };
  }
  const turn = (name: string) => [userMessage(`ask ${name}`), assistantMessage(`told ${name}`)];

  test(
    cite('COMPACT-5', 'cannot be undone on its own, and says why; after the later one is undone, it can be'),
    async () => {
      const app = await startTestApp();
      const messages = conversationOf([
        ...turn('one'),
        ...turn('two'),
        summary('It was about one.', messageIdAt(2)),
        ...turn('three'),
        summary('It was about two numbers.', messageIdAt(2)),
      ]);
      const id = await writeConversation(app, { messages });
      const [earlier, later] = [messageIdAt(4), messageIdAt(7)];
      expect((await read(app, id)).compactions).toMatchObject([
        { messageId: earlier, superseded: true },
        { messageId: later, superseded: false },
      ]);
      const mark = (messageId: string, hidden: boolean | null) =>
        app.client.call('context.mark', { conversationId: id, messageId, hidden });
      const refused = await mark(earlier, true);
      expect(refused).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
      expect(JSON.stringify(refused)).toContain('A later summary replaced this one');
      expect((await mark(later, true)).ok).toBe(true);
      expect((await read(app, id)).compactions).toMatchObject([{ superseded: false }, { undone: true }]);
      expect((await mark(earlier, true)).ok).toBe(true);
      expect(await nextRequest(app, id)).toContain('ask one');
      // Nor can it be redone under a later one.
      expect((await mark(later, null)).ok).toBe(true);
      expect((await mark(earlier, null)).ok).toBe(false);
    },
  );

  test('a clearing is superseded by a later summary, too, and supersedes nothing itself', () => {
    const messages = conversationOf([
      ...turn('one'),
      summary('', messageIdAt(0)),
      summary('It was about one.', messageIdAt(2)),
      summary('', messageIdAt(2)),
    ]);
    const [cleared, summarised, last] = [messageIdAt(2), messageIdAt(3), messageIdAt(4)];
    expect([cleared, summarised, last].map((id) => isSuperseded(id, messages))).toEqual([true, false, false]);
    expect(isSuperseded(cleared, messages, { [summarised]: { hidden: true, at: '' } })).toBe(false);
    expect(summaries(messages)).toHaveLength(1);
  });
});
