import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { resultCapBytes, spillThresholdBytes } from '../../electron/conversation/formats.ts';
import type { ResultPage } from '../../electron/ports/tool.ts';
import { searchText } from '../../electron/stores/results/resultSearch.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversationOnDisk as openConversation } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

async function appendResult({ store, conversationId }: OpenedConversation, content: string): Promise<ToolMessage> {
  const stored = await store.appendConversationMessage(conversationId, asNew(toolMessage('c1', content)));
  return okValue(stored) as ToolMessage;
}

const preview = (message: ToolMessage) => message.content.split('\n\n[Full output: ')[0] as string;

test(cite('STORE-6', '51,200 bytes stay in the message, 51,201 go to a file; UTF-8 bytes are counted'), async () => {
  const conversation = await openConversation();
  const cases = [
    ['a'.repeat(51_200), false],
    ['a'.repeat(51_201), true],
    ['é'.repeat(25_600), false],
    [`${'é'.repeat(25_600)}a`, true],
    ['会'.repeat(17_066), false],
    ['会'.repeat(17_067), true],
  ] as const;
  for (const [content, spilled] of cases) {
    const message = await appendResult(conversation, content);
    const bytes = Buffer.byteLength(content);
    expect(bytes > spillThresholdBytes).toBe(spilled);
    expect(message.details).toEqual({ bytes });
    expect(message.fullOutputPath !== undefined).toBe(spilled);
    if (!spilled) {
      expect(message.content).toBe(content);
      continue;
    }
    const alias = `@state/logs/tool-results/${conversation.conversationId}/${message.id}.json`;
    expect(message.fullOutputPath).toBe(alias);
    expect(message.content).toBe(`${content.slice(0, 500)}\n\n[Full output: ${alias}]`);
    expect(readFileSync(join(conversation.resultsFolder, `${message.id}.json`), 'utf8')).toBe(content);
  }
});

test(cite('STORE-6', 'the preview does not split a surrogate pair'), async () => {
  const conversation = await openConversation();
  const content = `${'a'.repeat(499)}😀${'b'.repeat(60_000)}`;
  const message = await appendResult(conversation, content);
  expect(preview(message)).toBe('a'.repeat(499));
  expect(message.content.isWellFormed()).toBe(true);
  const whole = await appendResult(conversation, `${'a'.repeat(498)}😀${'b'.repeat(60_000)}`);
  expect(preview(whole)).toBe(`${'a'.repeat(498)}😀`);
});

test(cite('STORE-6', "the user's and the model's texts are never spilled"), async () => {
  const { store, conversationId, resultsFolder } = await openConversation();
  const long = 'x'.repeat(300_000);
  for (const message of [userMessage(long), assistantMessage(long)]) {
    const stored = okValue(await store.appendConversationMessage(conversationId, asNew(message)));
    expect(stored.content).toBe(long);
    expect(stored).not.toHaveProperty('fullOutputPath');
  }
  expect(existsSync(resultsFolder)).toBe(false);
});

test(cite('STORE-6', 'the file is on disk, synced and renamed, before a byte of its message is written'), async () => {
  const disk = faultDisk();
  const conversation = await openConversation({ disk });
  await appendResult(conversation, 'small');
  disk.calls.length = 0;
  await appendResult(conversation, 'x'.repeat(60_000));
  const steps = disk.calls
    .filter((call) => ['write', 'sync', 'datasync', 'rename'].includes(call.name))
    .map((call) => {
      const inResults = call.path.startsWith(conversation.resultsFolder);
      return `${call.name} ${inResults ? 'result' : call.path.endsWith('messages.json') ? 'log' : 'folder'}`;
    });
  // Opening the log makes its content durable, at any time before.
  const opened = (step: string, at: number): boolean => step === 'sync log' && at < steps.indexOf('write log');
  expect(steps.filter((step, at) => step !== 'sync folder' && !opened(step, at))).toEqual([
    'write result',
    'sync result',
    'rename result',
    'sync result',
    'write log',
    'datasync log',
  ]);
});

test.each(['open', 'write', 'sync', 'rename'])(
  cite('STORE-6', 'when %s of the file fails the message keeps the beginning and the reason, and the turn continues'),
  async (failing) => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    disk.onCall = ({ name, path }) =>
      name === failing && path.startsWith(conversation.resultsFolder)
        ? { error: diskError('ENOSPC'), half: true }
        : null;
    const content = `${'é'.repeat(24_999)}x${'é'.repeat(20_000)}`;
    const message = await appendResult(conversation, content);
    expect(message.details).toMatchObject({ bytes: 89_999, truncated: true });
    expect(message.details?.spillError).toContain('the disk is full');
    expect(message).not.toHaveProperty('fullOutputPath');
    expect(message.content.startsWith(`${'é'.repeat(24_999)}x\n\n[The result has 89999 bytes.`)).toBe(true);
    expect(Buffer.byteLength(message.content)).toBeLessThanOrEqual(spillThresholdBytes);
    expect(readdirSync(conversation.resultsFolder)).toEqual([]);
    expect((await appendResult(conversation, 'on')).parentId).toBe(message.id);
  },
);

test('above the cap head and tail are kept with a notice in between', { tags: ['all'] }, async () => {
  const conversation = await openConversation();
  const content = `HEAD${'é'.repeat(resultCapBytes / 2 + 1000)}TAIL`;
  const message = await appendResult(conversation, content);
  const kept = readFileSync(join(conversation.resultsFolder, `${message.id}.json`));
  expect(kept.length).toBeLessThanOrEqual(resultCapBytes);
  expect(kept.length).toBeGreaterThan(resultCapBytes - 200);
  expect(message.details).toEqual({ bytes: kept.length, truncated: true });
  const text = kept.toString('utf8');
  expect(text).not.toContain('\uFFFD');
  expect([text.slice(0, 5), text.slice(-5)]).toEqual(['HEADé', 'éTAIL']);
  const left = /\[… (\d+) bytes were left out/.exec(text);
  const notice = Buffer.byteLength(/\n\n\[…[^\]]*…\]\n\n/.exec(text)?.[0] ?? '');
  expect(Number(left?.[1])).toBe(Buffer.byteLength(content) - (kept.length - notice));
});

test(cite('STORE-6', 'pages of any size put together are the exact bytes, whether spilled or not'), {
  tags: ['all'],
}, async () => {
  const conversation = await openConversation();
  const { store, conversationId } = conversation;
  const spilled = `😀é会a\n`.repeat(8000);
  for (const content of [spilled, '😀é会a\n'.repeat(300), '', '\uFEFFbegins with a mark']) {
    const { id } = await appendResult(conversation, content);
    for (const limit of [1, 2, 7, 997, 1_000_000]) {
      if (limit < 100 && content === spilled) continue;
      let text = '';
      let offset: number | null = 0;
      while (offset !== null) {
        const page: ResultPage = okValue(await store.readToolResult(conversationId, id, offset, limit));
        expect(page.offset).toBe(offset);
        expect(page.totalBytes).toBe(Buffer.byteLength(content));
        expect(page.text.isWellFormed() && !page.text.includes('\uFFFD')).toBe(true);
        text += page.text;
        offset = page.nextOffset;
      }
      expect(text === content).toBe(true);
    }
  }
});

test('a page that would start inside a character starts before it; one after the end is empty', async () => {
  const conversation = await openConversation();
  const { store, conversationId } = conversation;
  const { id } = await appendResult(conversation, 'ab😀cd');
  const page = async (offset: number) => okValue(await store.readToolResult(conversationId, id, offset, 4));
  expect(await page(3)).toEqual({ text: '😀', offset: 2, nextOffset: 6, totalBytes: 8 });
  expect(await page(5)).toEqual({ text: '😀', offset: 2, nextOffset: 6, totalBytes: 8 });
  expect(await page(6)).toEqual({ text: 'cd', offset: 6, nextOffset: null, totalBytes: 8 });
  expect(await page(900)).toEqual({ text: '', offset: 8, nextOffset: null, totalBytes: 8 });
});

test('a search finds text in any case, across the chunks that are read, with line and excerpt', async () => {
  const conversation = await openConversation();
  const { store, conversationId } = conversation;
  const search = async (id: string, text: string, limit = 100) =>
    okValue(await store.searchToolResult(conversationId, id, text, limit));
  const border = 256 * 1024;
  for (const shift of [-6, -5, -3, -1, 0, 1]) {
    const before = `${'é\n'.repeat(1000)}${'x'.repeat(border - 3000 + shift)}`;
    const { id } = await appendResult(conversation, `${before}NeedLE (a.b*)\nmore ${'y'.repeat(border)} needle`);
    const found = await search(id, 'needle');
    expect(found.more).toBe(false);
    expect(found.matches.map((match) => [match.offset, match.line])).toEqual([
      [Buffer.byteLength(before), 1001],
      [Buffer.byteLength(before) + 19 + border + 1, 1002],
    ]);
    expect(found.matches[0]?.excerpt).toBe(`${'x'.repeat(80)}NeedLE (a.b*)`);
    expect((await search(id, '(A.B*)')).matches).toHaveLength(1);
  }
  const { id } = await appendResult(conversation, 'one two\nONE 😀 one\n');
  expect(await search(id, 'one', 2)).toEqual({
    matches: [
      { offset: 0, line: 1, excerpt: 'one two' },
      { offset: 8, line: 2, excerpt: 'ONE 😀 one' },
    ],
    more: true,
  });
  expect(await search(id, 'absent')).toEqual({ matches: [], more: false });
});

test('a result whose file is missing or elsewhere is a readable error, and the conversation opens', async () => {
  const conversation = await openConversation();
  const { store, conversationId, resultsFolder, messagesPath, dataDir } = conversation;
  const message = await appendResult(conversation, 'x'.repeat(60_000));
  rmSync(join(resultsFolder, `${message.id}.json`));
  const error = errorOf(await store.readToolResult(conversationId, message.id, 0, 10));
  expect(error.code).toBe('STORE_READ_FAILED');
  expect(error.message).toContain('no longer exists');
  expect(errorOf(await store.searchToolResult(conversationId, message.id, 'x', 10)).code).toBe('STORE_READ_FAILED');
  expect(okValue(await store.readBranch(conversationId)).messages).toEqual([message]);
  // A record cannot make the program read another file.
  writeFileSync(join(dataDir, 'settings.json'), 'secret');
  const hostile = { ...message, fullOutputPath: '@state/logs/tool-results/../../../../../settings.json' };
  writeFileSync(messagesPath, `[\n${JSON.stringify(hostile)}\n]\n`);
  const page = await store.readToolResult(conversationId, message.id, 0, 10_000);
  expect(page.ok && page.value.text.includes('secret')).toBe(false);
});

test('a results folder that cannot be created does not stop the conversation', async () => {
  const conversation = await openConversation();
  const parent = dirname(conversation.resultsFolder);
  mkdirSync(dirname(parent), { recursive: true });
  writeFileSync(parent, 'a file stands here');
  const message = await appendResult(conversation, 'x'.repeat(60_000));
  expect(message.details?.spillError).toBeTruthy();
  chmodSync(parent, 0o600);
});

test('a search in memory yields to others, and stops on request', async () => {
  const source = { size: 2_000_000_000, read: async () => Buffer.alloc(65_536, 'x') };
  let turns = 0;
  const stop = new AbortController();
  const timer = setInterval(() => {
    turns++;
    if (turns === 3) stop.abort();
  }, 1);
  expect(await searchText(source, 'absent', 10, stop.signal)).toEqual({ matches: [], more: true });
  clearInterval(timer);
  expect(turns).toBe(3);
});
