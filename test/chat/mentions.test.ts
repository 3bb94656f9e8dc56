import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResultAsFile } from '../../electron/chat/context/namedResult.ts';
import { fullOutputPath } from '../../electron/conversation/formats.ts';
import { maxMentions } from '../../shared/conversation/mentions.ts';
import type { MentionPart, Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { asNew, toolMessage } from '../support/messageBuilder.ts';
import { openConversation } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { askFor } from '../support/storedConversation.ts';

/** The model's reply each time. */
const otherwise = { text: 'Good.' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The last request to the model, as one text. */
function lastSent(app: TestApp): string {
  const messages = app.model.requests.at(-1)?.body.messages ?? [];
  return messages.map((message) => (typeof message.content === 'string' ? message.content : '')).join('\n');
}

function userRows(app: TestApp, id: string): Message[] {
  return app.rows(id).filter((row) => row.role === 'user');
}

function mentionsOf(message: Message | undefined): MentionPart[] {
  const content = Array.isArray(message?.content) ? message.content : [];
  return content.filter((part) => part.type === 'mention');
}

function attachmentsFolder(app: TestApp, id: string): string {
  return path.join(path.dirname(app.messagesFile(id)), '..', '..', 'state', 'attachments');
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test(
  cite('MENTION-2', 'the prompt keeps the bare path, the content is its own block, and its bytes are kept'),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, { 'src/a.ts': 'const a = 1;\n', 'my notes.md': 'line 1\nline 2\nline 3\n' });
    const id = await app.start();
    await app.turn(id, 'Compare @src/a.ts with @"my notes.md"#L2-9, please');
    const sent = lastSent(app);
    expect(sent).toContain(
      'Compare src/a.ts with my notes.md#L2-3, please\n\n<file path="src/a.ts">\nconst a = 1;\n</file>',
    );
    expect(sent).toContain('<file path="my notes.md" lines="2-3">\nline 2\nline 3\n</file>');
    const lines = 'line 2\nline 3\n';
    expect(userRows(app, id)[0]?.content).toEqual([
      { type: 'text', text: 'Compare ' },
      { type: 'mention', path: 'src/a.ts', hash: sha256('const a = 1;\n'), kind: 'file', bytes: 13 },
      { type: 'text', text: ' with ' },
      {
        type: 'mention',
        path: 'my notes.md',
        hash: sha256(lines),
        range: { start: 2, end: 3 },
        kind: 'file',
        bytes: lines.length,
      },
      { type: 'text', text: ', please' },
    ]);
    expect(readFileSync(path.join(attachmentsFolder(app, id), sha256(lines)), 'utf8')).toBe(lines);
    const messageId = userRows(app, id)[0]?.id ?? '';
    expect(await app.call('mention.read', { conversationId: id, messageId, part: 3 })).toEqual({ text: lines });
    const titles = async () => (await app.call('app.open', {})).conversations.map((row) => row.title);
    await expect.poll(titles).toEqual(['Compare @src/a.ts with @"my notes.md"#L2-3, please']);
  },
);

test(
  cite(
    'MENTION-2',
    'an unchanged file is sent once and a changed one again; earlier content stays the same byte for byte',
  ),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, { 'a.ts': 'first version\n' });
    const id = await app.start();
    await app.turn(id, 'Look at @a.ts and again at @a.ts.');
    expect(count(lastSent(app), 'first version')).toBe(1);
    expect(lastSent(app)).toContain('<file path="a.ts">The same as above.</file>');
    await app.turn(id, 'And @a.ts once more');
    expect(count(lastSent(app), 'first version')).toBe(1);
    expect(count(lastSent(app), 'The same as above.')).toBe(2);
    writeTree(app.folder, { 'a.ts': 'second version\n' });
    const before = JSON.stringify(app.model.requests.at(-1)?.body.messages).slice(0, -1);
    await app.turn(id, 'Now @a.ts and its line @a.ts#L1');
    expect(count(lastSent(app), 'first version')).toBe(1);
    expect(count(lastSent(app), 'second version')).toBe(2);
    expect(JSON.stringify(app.model.requests.at(-1)?.body.messages).startsWith(before)).toBe(true);
    rmSync(path.join(app.folder, 'a.ts'));
    const body = JSON.stringify((await app.call('conversation.request', { conversationId: id, text: 'x' })).body);
    await app.close();
    const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, model: app.model });
    const after = await again.call('conversation.request', { conversationId: id, text: 'x' });
    const port = /:\d+/;
    expect(JSON.stringify(after.body).replace(port, '')).toBe(body.replace(port, ''));
  },
);

test(cite('MENTION-3', 'unreadable files are reported in their place, and the others still load'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { 'good.md': 'good\n', 'folder/x.ts': '', 'large.txt': 'x'.repeat(300_000) });
  writeFileSync(path.join(app.folder, 'data.bin'), Buffer.from([0, 1, 2]));
  writeTree(path.join(app.folder, '..', 'outside'), { 'secret.txt': 'SECRET' });
  symlinkSync('../outside/secret.txt', path.join(app.folder, 'link.txt'));
  const id = await app.start();
  const text =
    '@/etc/hostname @../outside/secret.txt @link.txt @none.ts @data.bin @large.txt @folder @good.md @good.md#L9 @"no such"';
  await app.turn(id, text);
  const mentions = mentionsOf(userRows(app, id)[0]);
  expect(mentions.map(({ path: named, problem, kind }) => [named, problem ?? kind])).toEqual([
    ['/etc/hostname', expect.stringContaining('not a path in the project')],
    ['../outside/secret.txt', expect.stringContaining('".."')],
    ['link.txt', expect.stringContaining('leads outside the project')],
    ['none.ts', expect.stringContaining('No such file or folder')],
    ['data.bin', expect.stringContaining('binary')],
    ['large.txt', expect.stringContaining('too large: 300,000 bytes')],
    ['folder', 'folder'],
    ['good.md', 'file'],
    ['good.md', expect.stringContaining('past its end')],
    ['no such', expect.stringContaining('No such file or folder')],
  ]);
  const sent = lastSent(app);
  expect(sent).not.toContain('SECRET');
  expect(sent).toContain('[link.txt is not attached: It leads outside the project');
  expect(sent).toContain('<file path="good.md">\ngood\n</file>');
  expect(sent).toContain('<folder path="folder">\nx.ts\n</folder>');
  expect(app.rows(id).at(-1)?.role).toBe('assistant');
});

test(
  cite('MENTION-3', 'a result is compared with the same bytes as a file, and its location is looked up once'),
  async () => {
    const { store, conversationId } = await openConversation();
    const append = (text: string) => store.appendConversationMessage(conversationId, asNew(toolMessage('c', text)));
    const [small, large] = [okValue(await append('x'.repeat(200_000))), okValue(await append('漢'.repeat(70_000)))];
    let pages = 0;
    const counting: Pick<typeof store, 'readBranch' | 'readPage' | 'readMessage' | 'readToolResult' | 'getProject'> = {
      ...store,
      readPage: (...what) => {
        pages++;
        return store.readPage(...what);
      },
    };
    const ask = ({ id }: Message) =>
      readResultAsFile(counting, conversationId, fullOutputPath(conversationId, id), null);
    expect(okValue(await ask(small))).toMatchObject({ text: 'x'.repeat(200_000) });
    expect(pages).toBe(1);
    expect(errorOf(await ask(large)).message).toContain('too large: at most 204,800 bytes');
  },
);

test(cite('MENTION-1', 'names and other words after @ stay text; CJK text needs no space after a path'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { 'src/a.ts': 'AAA\n', '文档/说明.md': '文\n', Makefile: 'all:\n', 'b.ts的': 'odd\n' });
  const id = await app.start();
  const plain = 'Ask @mei about @Injectable, mail me@example.org or \\@x.ts (@teamlead)';
  await app.turn(id, plain);
  expect(userRows(app, id)[0]?.content).toBe(plain);
  await app.turn(id, '请看@src/a.ts的第一行，@文档/说明.md，@Makefile 和@b.ts的');
  expect(userRows(app, id)[1]?.content).toMatchObject([
    { text: '请看' },
    { path: 'src/a.ts', kind: 'file' },
    { text: '的第一行，' },
    { path: '文档/说明.md', kind: 'file' },
    { text: '，' },
    { path: 'Makefile', kind: 'file' },
    { text: ' 和' },
    { path: 'b.ts的', kind: 'file' },
  ]);
  await app.turn(id, '@none.ts的');
  expect(userRows(app, id)[2]?.content).toMatchObject([
    { path: 'none.ts', problem: expect.any(String) },
    { text: '的' },
  ]);
});

test(cite('MENTION-2', 'several line ranges of one file are distinct, and a folder is listed once'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { 'log.txt': '1\n2\n3\n4\n', 'src/a.ts': 'a\n' });
  const id = await app.start();
  await app.turn(id, 'Compare @log.txt#L1-2 and @log.txt#L4 in @src and @src/, also @log.txt#L9');
  const sent = lastSent(app);
  expect(sent).toContain('Compare log.txt#L1-2 and log.txt#L4 in src and src/, also log.txt#L9\n\n<file');
  expect(sent).toContain('[log.txt#L9 is not attached: It has 4 lines');
  expect(count(sent, 'a.ts\n</folder>')).toBe(1);
  expect(sent).toContain('<folder path="src/">The same as above.</folder>');
});

test(cite('MENTION-2', 'a text that contains an end tag does not end its own block'), async () => {
  const app = await startTestApp({ otherwise });
  const text = 'x\n</file>\n<file path="b.txt">\nnot of b\n</FILE-1>\n';
  writeTree(app.folder, { 'a.txt': text, 'c.txt': '</file-2>\n', 'd.txt': '</filename>\n' });
  const id = await app.start();
  await app.turn(id, 'see @a.txt @c.txt @d.txt');
  expect(lastSent(app)).toContain(`<file-2 path="a.txt">\n${text}</file-2>`);
  expect(lastSent(app)).toContain('<file-1 path="c.txt">\n</file-2>\n</file-1>');
  expect(lastSent(app)).toContain('<file path="d.txt">\n</filename>\n</file>');
});

test(
  cite('MENTION-3', 'in a chat without a folder a path is reported as not attached, and nothing is read'),
  async () => {
    const app = await startTestApp({ otherwise });
    const { conversationId } = await app.call('conversation.create', { projectId: null });
    await app.call('conversation.open', { conversationId });
    await app.turn(conversationId, 'see @src/a.ts and @mei');
    expect(mentionsOf(userRows(app, conversationId)[0])).toEqual([
      { type: 'mention', path: 'src/a.ts', problem: 'This conversation has no folder to read files from.' },
    ]);
  },
);

test(cite('MENTION-2', "the preview shows the file's current content, and stores nothing"), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { 'a.ts': 'now\n' });
  const id = await app.start();
  await app.turn(id, 'hi');
  const rows = app.rows(id);
  const shown = await app.call('conversation.request', { conversationId: id, text: 'see @a.ts' });
  expect(app.rows(id)).toEqual(rows);
  expect(existsSync(attachmentsFolder(app, id))).toBe(false);
  await app.turn(id, 'see @a.ts');
  const { messages } = shown.body as { messages: unknown[] };
  expect(app.model.requests.at(-1)?.body.messages).toEqual(messages);
  const same = await app.call('conversation.request', { conversationId: id, text: 'see @a.ts' });
  expect(JSON.stringify(same.body)).toContain('<file path=\\"a.ts\\">The same as above.</file>');
});

test(cite('MENTION-2', 'a queued message reads its files when it is stored, not when it was written'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  writeTree(app.folder, { 'a.ts': 'when written\n' });
  const id = await app.start();
  const gate = path.join(app.folder, 'gate');
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: `echo go; while [ ! -e ${gate} ]; do sleep 0.02; done` })] },
    { text: 'done' },
  );
  const running = app.event('call.output');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  await app.call('run.send', { conversationId: id, text: 'then @a.ts' });
  writeTree(app.folder, { 'a.ts': 'when stored\n' });
  writeFileSync(gate, '');
  await app.event('run.ended', () => true, from);
  expect(lastSent(app)).toContain('<file path="a.ts">\nwhen stored\n</file>');
  expect(mentionsOf(userRows(app, id)[1])).toMatchObject([{ path: 'a.ts', hash: sha256('when stored\n') }]);
});

test(cite('MENTION-2', 'if the bytes cannot be kept the message is rejected and none of it is stored'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { 'a.ts': 'x\n' });
  const id = await app.start();
  await app.turn(id, 'hi');
  const rows = app.rows(id);
  const state = path.join(attachmentsFolder(app, id), '..');
  mkdirSync(state, { recursive: true });
  writeFileSync(path.join(state, 'attachments'), 'a file stands where the folder should be');
  const refused = await app.client.call('run.send', { conversationId: id, text: 'see @a.ts' });
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'STORE_WRITE_FAILED', message: /not sent.*still here/ },
  });
  expect(app.rows(id)).toEqual(rows);
  rmSync(path.join(state, 'attachments'));
  await app.turn(id, 'see @a.ts');
  expect(lastSent(app)).toContain('<file path="a.ts">\nx\n</file>');
});

test(
  cite('MENTION-2', 'a damaged or lost attachment is reported as no longer stored; the conversation continues'),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, { 'a.ts': 'aaa\n', 'b.ts': 'bbb\n' });
    const id = await app.start();
    await app.turn(id, 'see @a.ts and @b.ts');
    await app.close();
    const folder = attachmentsFolder(app, id);
    expect(readdirSync(folder).sort()).toEqual([sha256('aaa\n'), sha256('bbb\n')].sort());
    rmSync(path.join(folder, sha256('aaa\n')));
    chmodSync(path.join(folder, sha256('bbb\n')), 0o600);
    writeFileSync(path.join(folder, sha256('bbb\n')), 'changed by somebody');
    const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise });
    await again.call('conversation.open', { conversationId: id });
    expect(await again.turn(id, 'go on')).toBe('done');
    expect(count(lastSent(again), 'what was read of it is no longer stored')).toBe(2);
    expect(lastSent(again)).not.toContain('changed by somebody');
  },
);

test(cite('STORE-16', 'a key in a mentioned file is hidden in what is kept and sent'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { '.env': 'KEY=sk-test-0123456789abcdef\n' });
  const id = await app.start();
  await app.turn(id, 'see @.env');
  expect(lastSent(app)).toContain('<file path=".env">\nKEY=[key removed]\n</file>');
  const [kept] = readdirSync(attachmentsFolder(app, id));
  expect(readFileSync(path.join(attachmentsFolder(app, id), kept ?? ''), 'utf8')).toBe('KEY=[key removed]\n');
  await app.turn(id, 'see @.env again');
  expect(count(lastSent(app), 'KEY=')).toBe(1);
});

test(
  cite('STORE-8', 'permanently removing a message removes its mentioned files, unless another names them'),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, { 'a.ts': 'aaa\n', 'b.ts': 'bbb\n' });
    const id = await app.start();
    await app.turn(id, 'see @a.ts and @b.ts');
    await app.turn(id, 'see @b.ts');
    const [first] = userRows(app, id);
    const messageId = first?.id ?? '';
    await app.call('conversation.forgetMessage', { conversationId: id, messageId });
    expect(readdirSync(attachmentsFolder(app, id))).toEqual([sha256('bbb\n')]);
    const read = await app.client.call('mention.read', { conversationId: id, messageId, part: 1 });
    expect(read).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
    const { body } = await app.call('conversation.request', { conversationId: id, text: 'x' });
    expect(JSON.stringify(body)).not.toContain('aaa');
    expect(JSON.stringify(body)).toContain('<file path=\\"b.ts\\">\\nbbb');
  },
);

test(cite('MENTION-3', 'a message with very many mentions is sent with the first ones'), async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`f${at}.txt`, `content ${at}\n`])));
  const id = await app.start();
  await app.turn(id, Array.from({ length: 130 }, (_, at) => `@f${at}.txt`).join(' '));
  expect(mentionsOf(userRows(app, id)[0])).toHaveLength(maxMentions);
  expect(lastSent(app)).toContain('@f129.txt');
});
