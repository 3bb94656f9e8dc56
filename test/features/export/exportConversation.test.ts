// Exporting a conversation as Markdown and JSON, in pieces: no content can break the format, and nothing is missing or
// duplicated.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesRecord } from '../../../electron/chat/undo/changesRecord.ts';
import { fullOutputPath } from '../../../electron/conversation/formats.ts';
import { exportConversation } from '../../../electron/features/export/exportConversation.ts';
import {
  balancedMarkdown,
  blockquote,
  codeBlock,
  codeSpan,
  escapeMarkdownLine,
} from '../../../electron/features/export/markdownBlocks.ts';
import { markdownOf } from '../../../electron/features/export/markdownRecord.ts';
import { exportFileName } from '../../../electron/lib/exportName.ts';
import type { AppliedChanges } from '../../../electron/ports/changes.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { ExportForm } from '../../../shared/features/conversations/methods.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { inTurns } from '../../support/inTurns.ts';
import { writeLongConversation } from '../../support/longConversation.ts';
import { headingsOf } from '../../support/markdownHeadings.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { openConversation, openStore } from '../../support/openStore.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { startUndoApp } from '../../support/undoTurns.ts';
import { volume } from '../../support/volume.ts';

async function exported(app: TestApp, conversationId: string, to: ExportForm): Promise<{ name: string; text: string }> {
  let [text, name] = ['', ''];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const piece: { name: string; text: string; cursor: string | null } = await app.call('conversation.export', {
      conversationId,
      to,
      cursor,
    });
    text += piece.text;
    name = piece.name;
    cursor = piece.cursor;
  }
  return { name, text };
}

test(cite('UI-6', 'JSON has the stored records and every full result, Markdown what people read'), {
  tags: ['all'],
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  // Larger than a chunk, with characters of every length and some that JSON escapes.
  const big = 'äöü\\"🙂\n\u2028\t'.repeat(60_000);
  writeFileSync(path.join(folder, 'big.txt'), big);
  writeFileSync(path.join(folder, 'other.txt'), 'other '.repeat(20_000));
  const turns = { 'Read: big/small?': ['cat big.txt', "echo '```'", 'cat other.txt'] };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'Read: big/small?');
  const json = await exported(app, id, 'json');
  const whole = JSON.parse(json.text);
  expect(json.name).toBe('Read big small.json');
  expect(whole).toMatchObject({
    format: 'throughline-conversation',
    v: 1,
    id,
    title: 'Read: big/small?',
    project: folder,
  });
  expect(whole.messages).toEqual(app.rows(id));
  const spilled = app.rows(id).filter((row) => row.role === 'tool' && row.fullOutputPath !== undefined);
  expect(Object.keys(whole.results)).toEqual(spilled.map((row) => row.id));
  expect(whole.results[spilled[0]?.id as string].startsWith(big)).toBe(true);
  expect(whole.results[spilled[1]?.id as string].startsWith('other '.repeat(20_000))).toBe(true);

  const { name, text } = await exported(app, id, 'markdown');
  expect(name).toBe('Read big small.md');
  expect(text.startsWith('# Read: big/small?\n\n## You · 20')).toBe(true);
  expect(text).toContain('> Read: big/small?\n');
  expect(text).toContain('**Call** `run_command`\n\n```json\n{"command":"cat big.txt"}\n```\n');
  expect(text).toContain('````\n```\n');
  expect(text).toMatch(/\*The first \d+ of \d+ bytes\. The full result is in\* `@state\/logs\/tool-results\//);
  expect(text.length).toBeLessThan(40_000);
  expect(text).not.toContain('Project folder:');
});

test("the user's text stays as typed, and mentions are listed, including those not included", () => {
  const [message] = conversationOf([
    userMessage('', {
      content: [
        { type: 'text', text: 'Look at ' },
        { type: 'mention', path: 'src/plants.ts', range: { start: 2, end: 4 }, hash: 'a' },
        { type: 'text', text: ', ' },
        { type: 'mention', path: 'dir/with spaces.md', hash: 'b' },
        { type: 'text', text: ' and ' },
        { type: 'mention', path: 'nope.txt', problem: 'there is no such file' },
        { type: 'text', text: '.' },
      ],
    }),
  ]);
  expect(
    markdownOf(message as Message, null)
      .split('\n')
      .slice(1),
  ).toEqual([
    '',
    '> Look at @src/plants.ts#L2-4, @"dir/with spaces.md" and @nope.txt.',
    '',
    '*Mentioned:*',
    '',
    '- `src/plants.ts#L2-4`',
    '- `dir/with spaces.md`',
    '- `nope.txt` (not attached: there is no such file)',
  ]);
});

test('restored files are listed by name on their own line', () => {
  const applied = { files: [{ path: 'a*b.txt', kind: 'modified' }], skipped: [{ path: 'c.txt' }] };
  const record = changesRecord('undo', applied as unknown as AppliedChanges) as Message;
  expect(markdownOf(record, null)).toBe(
    [
      '*File changes undone:*',
      '',
      '> - a\\*b.txt: has its other content again',
      '>',
      '> Left as they are, because they had been changed since:',
      '>',
      '> - c.txt',
    ].join('\n'),
  );
});

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '```',
        '````',
        '~~~',
        '~~~~',
        '   ```',
        '- ```',
        '> ```',
        '<!--',
        '<script>',
        '<pre>',
        '<div>',
        '<![CDATA[',
        '1. ```js',
        '    ```',
        '\t~~~',
        '# heading',
        '===',
        '---',
        'words',
        '',
        ' ',
        '> quote',
        '- item',
        '``` a`b',
        '`',
        '\\',
        '[x]: /y',
        '|a|b|',
        '|-|-|',
        '\r',
        '$$',
        '    code',
      ),
      { maxLength: 12 },
    )
    .map((lines) => lines.join('\n')),
);

test('whatever a text, a call or a result contains, the content after it keeps its meaning', { tags: ['all'] }, () => {
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, (text, reasoning, args, result) => {
      const records = conversationOf([
        userMessage(text),
        assistantMessage(text, [call('c', text, args)], { reasoning }),
        toolMessage('c', result, { toolName: text }),
        userMessage('END'),
      ]);
      const markdown = `# ${escapeMarkdownLine(text)}\n\n${records.map((record) => markdownOf(record, null)).join('\n\n')}\n`;
      const headings = headingsOf(markdown);
      expect(headings.at(-1)).toBe('You · 2026-01-02 03:04 UTC');
      expect(headings.filter((heading) => heading.startsWith('You · '))).toHaveLength(2);
      expect(headings.some((heading) => heading.startsWith('Model · '))).toBe(true);
    }),
    { numRuns: volume({ short: 200, all: 1_000 }) },
  );
});

test('a reply with closed blocks stays as it is; one with an open block becomes a quote', () => {
  const sound = '# Title\n\n- a\n- b\n\n```ts\nlet a = `<b>`;\n```\n\nEnd.';
  expect(balancedMarkdown(sound)).toBe(sound);
  expect(balancedMarkdown('```\nopen')).toBe('> ```\n> open');
  expect(balancedMarkdown('<!-- open')).toBe('> <!-- open');
  expect(blockquote('a\n\nb')).toBe('> a\n>\n> b');
  expect(codeBlock('a\n````\nb', 'json')).toBe('`````json\na\n````\nb\n`````');
  expect(codeSpan('a`b\nc')).toBe('`a b c`');
});

test('a file is named after the title, with a valid name on every system', () => {
  expect(exportFileName('a/b\\c: *?"<>|\u0000 d', 'md')).toBe('a b c d.md');
  expect(exportFileName('..', 'json')).toBe('conversation.json');
  expect(exportFileName('con', 'json')).toBe('conversation.json');
  expect(exportFileName('', 'json')).toBe('conversation.json');
  expect(Buffer.byteLength(exportFileName('字'.repeat(300), 'md'))).toBeLessThan(140);
  expect(exportFileName('🙂'.repeat(300), 'md').isWellFormed()).toBe(true);
});

test('a cursor of another conversation, or of a branch no longer open, is rejected', {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'one');
  for (const cursor of ['x', 'records', 'results -1 first', 'records a b']) {
    const answer = await app.client.call('conversation.export', { conversationId: id, to: 'json', cursor });
    expect(answer).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  }
  const gone = await app.client.call('conversation.export', {
    conversationId: id,
    to: 'json',
    cursor: 'records nowhere',
  });
  expect(gone).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
});

test(cite('UI-5', 'a very long conversation is exported in small pieces, without blocking anything'), {
  tags: ['all'],
}, async () => {
  const dataDir = path.join(tempFolder(), 'data');
  const count = volume({ short: 10_000, all: 60_000 });
  const { conversationId } = writeLongConversation(dataDir, { messages: count, textLength: 500 });
  const { store } = openStore({ dataDir });
  let [cursor, pieces, records, largest]: [string | null, number, number, number] = [null, 0, 0, 0];
  let forResults = 0;
  do {
    if (cursor?.startsWith('results')) forResults++;
    const piece = okValue(await inTurns(1, () => exportConversation(store, conversationId, 'json', cursor)));
    largest = Math.max(largest, piece.text.length);
    records += piece.text.match(/^,?\{"v":1/gm)?.length ?? 0;
    cursor = piece.cursor;
    pieces++;
  } while (cursor !== null);
  expect(records).toBe(count);
  // None of them has its own file.
  expect(forResults).toBe(1);
  expect(pieces).toBeGreaterThan(count / 600);
  expect(largest).toBeLessThan(2_000_000);
});

test(cite('UI-6', 'an export that cannot continue fails instead of passing for complete'), async () => {
  const { store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
  const readLater: typeof store.readLater = async () => ok({ messages: [], hasEarlier: true, hasLater: true });
  for (const cursor of [null, 'results 0 first']) {
    const failure = errorOf(await exportConversation({ ...store, readLater }, conversationId, 'json', cursor));
    expect(failure).toMatchObject({ code: 'STORE_READ_FAILED', message: expect.stringContaining('cut short') });
  }
});

test(cite('UI-5', 'only a few records are read per full result'), async () => {
  const { store, conversationId, resultsFolder, messagesPath } = await openConversation();
  const calls = Array.from({ length: 60 }, (_one, at) => call(`c${at}`, 'read_file'));
  const results = calls.map(({ id }) => toolMessage(id, 'the beginning'));
  const records = conversationOf<Message>([userMessage('go'), assistantMessage('', calls), ...results]).map((record) =>
    record.role === 'tool' ? { ...record, fullOutputPath: fullOutputPath(conversationId, record.id) } : record,
  );
  writeFileSync(messagesPath, messagesFile(records));
  mkdirSync(resultsFolder, { recursive: true });
  for (const { id } of records.slice(2)) writeFileSync(path.join(resultsFolder, `${id}.json`), `all of ${id}`);
  let read = 0;
  const readLater: typeof store.readLater = async (...what) => {
    const page = await store.readLater(...what);
    if (page.ok) read += page.value.messages.length;
    return page;
  };
  let text = '';
  let cursor: string | null = null;
  do {
    const piece: { text: string; cursor: string | null } = okValue(
      await exportConversation({ ...store, readLater }, conversationId, 'json', cursor),
    );
    text += piece.text;
    cursor = piece.cursor;
  } while (cursor !== null);
  const all = records.slice(2).map(({ id }) => [id, `all of ${id}`]);
  expect(Object.entries(JSON.parse(text).results)).toEqual(all);
  expect(read).toBeLessThanOrEqual(records.length + 60 * 8);
});
