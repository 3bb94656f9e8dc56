import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

const records = conversationOf<Message>([
  userMessage('Read it: "quotes", {braces}, [brackets], \\ and ,{"id":"fake","role":"user"}'),
  assistantMessage('', [call('c1', 'read_file', '{"path":"a"}'), call('c2', 'read_file', '{"path":"b"}')], {
    providerData: { n: 1, nested: { list: [{ id: 'inner', role: 'user', content: 'not a record' }] } },
  }),
  toolMessage('c1', 'line 1\nline 2'),
  toolMessage('c2', '会話 😀'),
]);
const lines = records.map((record) => JSON.stringify(record));
const whole = messagesFile(records);

async function openWith(content: string | Buffer): Promise<OpenedConversation> {
  const conversation = await openConversation();
  writeFileSync(conversation.messagesPath, content);
  return conversation;
}

const readBranch = async ({ store, conversationId }: OpenedConversation) =>
  okValue(await store.readBranch(conversationId));

async function append({ store, conversationId }: OpenedConversation, text = 'and on'): Promise<Message> {
  return okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
}

const rows = ({ messagesPath }: OpenedConversation) => JSON.parse(readFileSync(messagesPath, 'utf8')) as unknown[];

const asides = ({ folder }: OpenedConversation) =>
  readdirSync(folder).filter((name) => /^messages\.json\.(original|torn|unreadable)-/.test(name));

test.each([
  ['indented by two', JSON.stringify(records, null, 2)],
  ['indented by tabs', JSON.stringify(records, null, '\t')],
  ['on one line', JSON.stringify(records)],
  ['one a line, commas behind', `[\n${lines.join(',\n')}\n]`],
  ['with a trailing comma', `[\n${lines.join(',\n')},\n]\n`],
  ['without the closing bracket', `[\n${lines.join('\n,')}\n`],
  ['one a line without brackets', `${lines.join('\n')}\n`],
  ['with Windows line ends', whole.replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\uFEFF${whole}`],
  ['as UTF-16 with a mark', Buffer.from(`\uFEFF${whole}`, 'utf16le')],
  ['as UTF-16 without a mark', Buffer.from(whole, 'utf16le')],
  ['with empty lines', whole.replaceAll('\n', '\n\n')],
  ['indented, with Windows line ends and a mark', `\uFEFF${JSON.stringify(records, null, 4).replaceAll('\n', '\r\n')}`],
])(cite('STORE-3', 'a file %s opens whole, and is in our layout after the next message'), async (_name, content) => {
  const conversation = await openWith(content);
  const original = readFileSync(conversation.messagesPath);
  const opened = await readBranch(conversation);
  expect(opened.messages).toEqual(records);
  expect(opened.notices).toEqual([]);
  expect(readFileSync(conversation.messagesPath).equals(original)).toBe(true);
  const added = await append(conversation);
  expect(added.parentId).toBe(records.at(-1)?.id);
  expect(rows(conversation)).toEqual([...records, added]);
  expect(readFileSync(conversation.messagesPath, 'utf8').split('\n')).toHaveLength(records.length + 4);
  for (const name of asides(conversation)) {
    expect(readFileSync(join(conversation.folder, name)).equals(original)).toBe(true);
  }
  const next = await append(conversation);
  expect(rows(conversation)).toEqual([...records, added, next]);
  expect(asides(conversation).length).toBeLessThanOrEqual(1);
});

test.each([
  ['garbage', 'garbage that is no JSON', 'Line 4'],
  ['a run of zero bytes', '\0'.repeat(5000), 'Line 4'],
  ['half a record', `,${lines[2]?.slice(0, 40)}`, 'Line 4'],
  ['open braces', ',{"a":{"b":{', 'Line 4'],
  ['two bad lines', 'one\ntwo', 'Lines 4 to 5'],
])(
  cite('STORE-3', 'damage in the middle (%s) costs that line and no other, and is named'),
  async (_name, bad, where) => {
    const content = `[\n${lines[0]}\n,${lines[1]}\n${bad}\n,${lines[3]}\n]\n`;
    const conversation = await openWith(content);
    const opened = await readBranch(conversation);
    expect(opened.messages.map((message) => message.id)).toEqual([records[0]?.id, records[1]?.id, records[3]?.id]);
    expect(opened.notices).toHaveLength(1);
    expect(opened.notices[0]).toMatch(new RegExp(`^${where} of messages.json could not be read`));
    const added = await append(conversation);
    expect(rows(conversation)).toEqual([records[0], records[1], records[3], added]);
    const [aside] = asides(conversation);
    expect(readFileSync(join(conversation.folder, aside as string), 'utf8')).toBe(content);
    expect((await readBranch(conversation)).notices).toEqual([]);
  },
);

test(cite('STORE-3', 'a damaged record on one long line costs only itself'), async () => {
  const conversation = await openWith(`[${lines[0]},${lines[1]?.slice(0, -30)},${lines[2]},${lines[3]}]`);
  const opened = await readBranch(conversation);
  expect(opened.messages.map((message) => message.id)).toEqual([records[0]?.id, records[2]?.id, records[3]?.id]);
  expect(opened.notices).toHaveLength(1);
});

test(cite('STORE-3', 'entries that are no messages are named, not shown, and stay in the file'), async () => {
  const deep = `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`;
  const strange = [
    'null',
    '17',
    '"text"',
    '[1]',
    '{}',
    '{"id":"x1","role":"pirate","content":"arr"}',
    '{"id":"x2","role":"user","content":17}',
    '{"id":"x3","role":"tool","content":null}',
    `{"id":"x4","role":"user","content":"deep","extra":${deep}}`,
  ];
  const content = `[\n${[lines[0], ...strange, lines[1]].join('\n,')}\n]\n`;
  const conversation = await openWith(content);
  const opened = await readBranch(conversation);
  expect(opened.messages.map((message) => message.id)).toEqual([records[0]?.id, records[1]?.id]);
  expect(opened.notices).toHaveLength(strange.length);
  expect(opened.notices[0]).toBe('Line 3 of messages.json is not a message and is not shown: it is null.');
  expect(opened.notices.at(-1)).toContain('nested deeper than 500 levels');
  await append(conversation);
  // It was a sound array already: appended in place.
  expect(readFileSync(conversation.messagesPath, 'utf8').startsWith(content.slice(0, -2))).toBe(true);
  expect(asides(conversation)).toEqual([]);
});

test(
  cite('STORE-3', 'a record may be nested as deep as can be written again; a bomb does not end the program'),
  async () => {
    const bomb = `${'{"a":'.repeat(2_000_000)}`;
    const conversation = await openWith(`[\n${lines[0]}\n,${bomb}\n,${lines[1]}\n]\n`);
    const opened = await readBranch(conversation);
    expect(opened.messages.map((message) => message.id)).toEqual([records[0]?.id, records[1]?.id]);
    const closed = await openWith(`[\n${lines[0]}\n,${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}\n]\n`);
    expect((await readBranch(closed)).messages).toHaveLength(1);
  },
);

test(cite('STORE-3', '`__proto__` keys are inert'), async () => {
  const hostile = `{"__proto__":{"polluted":1},"id":"p","role":"tool","tool_call_id":"c1","content":"x","details":{"__proto__":{"polluted":1},"bytes":1}}`;
  const conversation = await openWith(`[\n${hostile}\n]\n`);
  const [message] = (await readBranch(conversation)).messages as [Message & { polluted?: unknown; details: object }];
  expect(message.polluted).toBeUndefined();
  expect(Object.getPrototypeOf(Object.assign({}, message.details))).toBe(Object.prototype);
  expect(message.details).toEqual({ bytes: 1 });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await append(conversation);
  expect(readFileSync(conversation.messagesPath, 'utf8')).toContain(hostile);
});

test(cite('STORE-3', 'duplicate ids: the same record once, another one under a name of its own'), async () => {
  const [first, second] = [records[0] as Message, records[1] as Message];
  const other = { ...first, content: 'something else', parentId: second.id };
  const child = { ...(records[2] as Message), parentId: first.id };
  const conversation = await openWith(messagesFile([first, second, first, other, child]));
  const opened = await readBranch(conversation);
  expect(opened.messages).toEqual([
    first,
    second,
    { ...other, id: `${first.id}-2` },
    { ...child, parentId: `${first.id}-2` },
  ]);
  expect(opened.notices).toEqual([
    'Line 4 of messages.json repeats an earlier message and is not shown twice.',
    `Line 5 of messages.json has the id of an earlier message but says something else; it is kept as ${first.id}-2.`,
  ]);
});

test(cite('STORE-3', 'missing parents and cycles lose nothing'), async () => {
  const cyclic = [
    { ...(records[0] as Message), parentId: records[2]?.id as string },
    { ...(records[1] as Message), parentId: 'nobody' },
    { ...(records[2] as Message), parentId: records[2]?.id as string },
  ];
  const conversation = await openWith(messagesFile(cyclic));
  expect((await readBranch(conversation)).messages.map((message) => message.id)).toEqual(cyclic.map(({ id }) => id));
  expect((await append(conversation)).parentId).toBe(records[2]?.id);
});

test(cite('STORE-3', 'an empty file, a folder or a FIFO in its place opens, says so, and is kept'), async () => {
  const empty = await openWith('');
  expect((await readBranch(empty)).notices[0]).toContain('empty (0 bytes)');
  await append(empty);
  expect(rows(empty)).toHaveLength(1);

  const folder = await openConversation();
  mkdirSync(folder.messagesPath);
  writeFileSync(join(folder.messagesPath, 'kept'), 'kept');
  expect(await readBranch(folder)).toMatchObject({ messages: [], notices: [expect.stringContaining('a folder')] });
  await append(folder);
  expect(rows(folder)).toHaveLength(1);
  expect(readFileSync(join(folder.folder, asides(folder)[0] as string, 'kept'), 'utf8')).toBe('kept');

  if (process.platform === 'win32') return;
  const fifo = await openConversation();
  execFileSync('mkfifo', [fifo.messagesPath]);
  expect((await readBranch(fifo)).notices).toHaveLength(1);
  await append(fifo);
  expect(rows(fifo)).toHaveLength(1);
  expect(asides(fifo)).toHaveLength(1);
});

test('bytes that are not UTF-8 are said, and the record is kept', async () => {
  const bytes = Buffer.from(whole, 'utf8');
  bytes[bytes.indexOf('quotes')] = 0xff;
  const opened = await readBranch(await openWith(bytes));
  expect(opened.messages).toHaveLength(4);
  expect(opened.notices).toEqual(['Line 2 of messages.json: some of its bytes are not UTF-8 and are shown as \uFFFD.']);
});

test(
  cite('STORE-3', 'a file that another program replaces while it is open is read again before the next message'),
  async () => {
    const conversation = await openConversation();
    await append(conversation, 'mine');
    const replacement = join(conversation.folder, 'incoming');
    writeFileSync(replacement, JSON.stringify(records, null, 2));
    renameSync(replacement, conversation.messagesPath);
    const added = await append(conversation, 'after the sync');
    expect(added.parentId).toBe(records.at(-1)?.id);
    expect(rows(conversation)).toEqual([...records, added]);
  },
);

test(
  cite('STORE-13', 'unknown fields survive, old records get defaults, and a newer format is only read'),
  async () => {
    const old = { id: 'old', role: 'user', content: 'from before', future: { kept: [1, 2] } };
    const conversation = await openWith(`[\n${JSON.stringify(old)}\n]\n`);
    expect((await readBranch(conversation)).messages).toEqual([
      { ...old, v: 1, parentId: null, createdAt: '1970-01-01T00:00:00.000Z' },
    ]);
    await append(conversation);
    expect(rows(conversation)[0]).toEqual(old);

    const newer = await openWith(messagesFile([records[0] as Message, { ...(records[1] as Message), v: 2 }]));
    const opened = await readBranch(newer);
    expect(opened.messages).toHaveLength(2);
    expect(opened.readOnly).toContain('newer version');
    const refused = [userMessage('x'), toolMessage('c1', 'é'.repeat(30_000))].map((message) =>
      newer.store.appendConversationMessage(newer.conversationId, asNew(message)),
    );
    for (const result of await Promise.all(refused)) expect(errorOf(result).code).toBe('STORE_READ_ONLY');
    expect(readdirSync(newer.folder)).toEqual(['messages.json']);
    expect(existsSync(newer.resultsFolder)).toBe(false);
  },
);

test(cite('STORE-14', 'order comes from the log, whatever the times say'), async () => {
  const times = ['2030-01-01T00:00:00.000Z', 'not a time', '1970-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  const jumping = records.map((record, index) => ({ ...record, createdAt: times[index] as string }));
  const conversation = await openWith(messagesFile(jumping));
  expect((await readBranch(conversation)).messages).toEqual(jumping);
});

test('a large file is read without holding up the program', async () => {
  const many = conversationOf(Array.from({ length: 20_000 }, (_, n) => userMessage(`${n} ${'x'.repeat(1500)}`)));
  for (const content of [messagesFile(many), JSON.stringify(many, null, 1)]) {
    const conversation = await openWith(content);
    // The work of this thread between two turns of its event loop, in milliseconds; the machine may do other things.
    const worked = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1000;
    let longest = 0;
    let last = worked();
    const timer = setInterval(() => {
      longest = Math.max(longest, worked() - last);
      last = worked();
    }, 1);
    expect((await readBranch(conversation)).messages).toHaveLength(many.length);
    clearInterval(timer);
    expect(longest).toBeLessThan(50);
  }
});
