// Files in place of messages.json that the store would not write: reformatted by another app, damaged, truncated,
// hostile. As data, so that every way of reading is tested against the same list.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, messagesFile, toolMessage, userMessage } from './messageBuilder.ts';

/** The valid conversation from which every bad file is made. */
export const soundRecords = conversationOf<Message>([
  userMessage('Read it: "quotes", {braces}, [brackets], \\ and ,{"id":"fake","role":"user"}'),
  assistantMessage('', [call('c1', 'read_file', '{"path":"a"}'), call('c2', 'read_file', '{"path":"b"}')], {
    providerData: { n: 1, nested: { list: [{ id: 'inner', role: 'user', content: 'not a record' }] } },
  }),
  toolMessage('c1', 'line 1\nline 2'),
  toolMessage('c2', '会話 😀'),
]);
export const soundFile = messagesFile(soundRecords);
export const soundIds = soundRecords.map(({ id }) => id);
const lines = soundRecords.map((record) => JSON.stringify(record));
const [first, second, third, fourth] = soundRecords as [Message, Message, Message, Message];

export interface BadFile {
  name: string;
  content?: string | Buffer;
  /** For anything but a file: creates it at the path. */
  put?: (path: string) => void;
  /** IDs of the visible branch, oldest first. */
  shown: readonly string[];
  /** One for each notice on opening, in order. None: the file is fine. */
  notices: readonly RegExp[];
  /** The records on the branch, if they differ from the valid ones. */
  records?: readonly object[];
  /** The file is from a newer version and therefore read-only. */
  readOnly?: boolean;
}

const isWindows = process.platform === 'win32';

/** Writes it in place of a conversation's messages.json. */
export function putBadFile(bad: BadFile, path: string): void {
  if (bad.put) bad.put(path);
  else writeFileSync(path, bad.content ?? '');
}

const between = (middle: string): string => `[\n${lines[0]}\n,${lines[1]}\n${middle}\n,${lines[3]}\n]\n`;
const withoutThird = [first.id, second.id, fourth.id];

function layout(name: string, content: string | Buffer): BadFile {
  return { name, content, shown: soundIds, notices: [] };
}

/** Nothing is lost: other apps format JSON differently. */
const layouts: BadFile[] = [
  layout('indented by two', JSON.stringify(soundRecords, null, 2)),
  layout('indented by tabs', JSON.stringify(soundRecords, null, '\t')),
  layout('on one line', JSON.stringify(soundRecords)),
  layout('on one line, with spaces', `[ ${lines.join(' , ')} ]  `),
  layout('one a line, commas behind', `[\n${lines.join(',\n')}\n]`),
  layout('with a trailing comma', `[\n${lines.join(',\n')},\n]\n`),
  layout('without the closing bracket', `[\n${lines.join('\n,')}\n`),
  layout('without the last line feed', soundFile.slice(0, -1)),
  layout('without the opening bracket', soundFile.slice(2)),
  layout('one a line without brackets', `${lines.join('\n')}\n`),
  layout('with Windows line ends', soundFile.replaceAll('\n', '\r\n')),
  layout('with old Mac line ends', soundFile.replaceAll('\n', '\r')),
  layout('with a byte order mark', `\uFEFF${soundFile}`),
  layout('as UTF-16 with a mark', Buffer.from(`\uFEFF${soundFile}`, 'utf16le')),
  layout('as UTF-16 without a mark', Buffer.from(soundFile, 'utf16le')),
  layout('as big-endian UTF-16', Buffer.from(`\uFEFF${soundFile}`, 'utf16le').swap16()),
  layout('with empty lines', soundFile.replaceAll('\n', '\n\n')),
  layout('with blank lines at its end', `${soundFile}\n\n  \n`),
  layout(
    'indented, with Windows line ends and a mark',
    `\uFEFF${JSON.stringify(soundRecords, null, 4).replaceAll('\n', '\r\n')}`,
  ),
  layout(
    'with its fields sorted by an editor',
    JSON.stringify(
      soundRecords.map((record) => Object.fromEntries(Object.entries(record).sort())),
      null,
      2,
    ),
  ),
  layout('with every character escaped', JSON.stringify(soundRecords).replace(/[^\x20-\x7e]/g, escaped)),
  layout('as two lists, one after the other', `[\n${lines[0]}\n,${lines[1]}\n]\n[\n${lines[2]}\n,${lines[3]}\n]\n`),
  layout('as a list in a list', `[[${lines.join(',')}]]`),
];

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function damaged(name: string, bad: string, where: string): BadFile {
  return {
    name,
    content: between(bad),
    shown: withoutThird,
    notices: [new RegExp(`^${where} of messages.json could not be read`)],
  };
}

/** Damage affects only the damaged records. */
const middles: BadFile[] = [
  damaged('garbage in the middle', 'garbage that is no JSON', 'Line 4'),
  damaged('a run of zero bytes in the middle', '\0'.repeat(5000), 'Line 4'),
  damaged('half a record in the middle', `,${lines[2]?.slice(0, 40)}`, 'Line 4'),
  damaged('open braces in the middle', ',{"a":{"b":{', 'Line 4'),
  damaged('two bad lines in the middle', 'one\ntwo', 'Lines 4 to 5'),
  damaged('two records grown into each other', `,${lines[2]?.slice(0, 90)}${lines[2]?.slice(40)}`, 'Line 4'),
  damaged('an error page of a server in the middle', '<html><body>502 Bad Gateway</body></html>', 'Line 4'),
  damaged('a quote too many', `,${lines[2]?.replace('"content":"', '"content":""')}`, 'Line 4'),
  damaged('comments', '// by hand', 'Line 4'),
  {
    name: 'a damaged record on one long line',
    content: `[${lines[0]},${lines[1]?.slice(0, -30)},${lines[2]},${lines[3]}]`,
    shown: [first.id, third.id, fourth.id],
    notices: [/^Line 1 of messages.json could not be read/],
  },
  {
    name: 'the marks of a merge by git',
    content: `[\n${lines[0]}\n,${lines[1]}\n<<<<<<< HEAD\n,${lines[2]}\n=======\n,${lines[3]}\n>>>>>>> other\n]\n`,
    shown: soundIds,
    notices: [/^Line 4 of/, /^Line 6 of/, /^Line 8 of/],
  },
  {
    name: 'zero bytes at its beginning',
    content: `${'\0'.repeat(4096)}\n,${lines[2]}\n,${lines[3]}\n]\n`,
    shown: [third.id, fourth.id],
    notices: [/zero bytes/],
  },
  {
    name: 'a file of another program around it',
    content: Buffer.concat([
      Buffer.from('b0VIM 9.1\0\0\0\0\x10\0\0'),
      Buffer.from(`\n${lines.join('\n')}\n`),
      Buffer.alloc(512),
    ]),
    shown: soundIds,
    notices: [/^Line 1 of messages.json could not be read/, /^Line 6 of/],
  },
  {
    name: 'bytes that are not UTF-8',
    content: replaced(Buffer.from(soundFile), 'quotes', 0xff),
    shown: soundIds,
    notices: [/^Line 2 of messages.json: some of its bytes are not UTF-8 and are shown as \uFFFD\.$/],
    records: [
      { ...first, content: (first.content as string).replace('quotes', '\uFFFDuotes') },
      ...soundRecords.slice(1),
    ],
  },
];

function replaced(bytes: Buffer, at: string, byte: number): Buffer {
  bytes[bytes.indexOf(at)] = byte;
  return bytes;
}

const deep = `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`;
const tenMegabytes = JSON.stringify({ ...third, content: 'long '.repeat(2_000_000) });
const hostile = `{"__proto__":{"polluted":1},"id":"p","role":"tool","tool_call_id":"c1","content":"x","details":{"__proto__":{"polluted":1},"bytes":1}}`;

function noMessage(name: string, entry: string, notice: RegExp | null): BadFile {
  const content = `[\n${lines[0]}\n,${entry}\n,${lines[1]}\n]\n`;
  return { name, content, shown: [first.id, second.id], notices: notice ? [notice] : [] };
}

/** Valid JSON, but not a conversation. */
const strangers: BadFile[] = [
  noMessage('a null entry', 'null', /^Line 3 of messages.json is not a message and is not shown: it is null\.$/),
  noMessage('a number as an entry', '17', /it is a number/),
  noMessage('a text as an entry', '"text"', /it is a string/),
  noMessage('a list as an entry', '[1]', /^Line 3 .*: it is a /),
  noMessage('an empty entry', '{}', /^Line 3 /),
  noMessage('an unknown role', '{"id":"x1","role":"pirate","content":"arr"}', /^Line 3 /),
  noMessage('content of a wrong type', '{"id":"x2","role":"user","content":17}', /content/),
  noMessage('a result without content', '{"id":"x3","role":"tool","content":null}', /content/),
  noMessage('a record without an id', '{"role":"user","content":"who"}', /id/),
  noMessage('an empty id', '{"id":"","role":"user","content":"who"}', /id/),
  noMessage('an id of 300 characters', `{"id":"${'x'.repeat(300)}","role":"user","content":"who"}`, /id/),
  noMessage('a parent of a wrong type', '{"id":"x5","parentId":7,"role":"user","content":"who"}', /parentId/),
  noMessage(
    'a record nested too deep',
    `{"id":"x4","role":"user","content":"deep","extra":${deep}}`,
    /deeper than 500 levels/,
  ),
  noMessage('a bomb of two million open braces', '{"a":'.repeat(2_000_000), /could not be read/),
  noMessage('a bomb of two million lists', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`, null),
  {
    name: 'an object in the place of the list',
    content: `{"messages":[${lines.join(',')}]}`,
    shown: [],
    notices: [/is not a message/],
  },
  { name: 'an empty list', content: '[]', shown: [], notices: [] },
  { name: 'a list that was never closed', content: '[\n', shown: [], notices: [] },
  { name: 'only white space', content: ' \n\t\n', shown: [], notices: [] },
  { name: 'the word null', content: 'null', shown: [], notices: [/null/] },
  { name: 'an empty file', content: '', shown: [], notices: [/empty \(0 bytes\)/] },
  { name: 'only zero bytes', content: Buffer.alloc(8192), shown: [], notices: [/zero bytes/] },
  {
    name: 'random bytes',
    content: Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * n * 31 + n * 7) % 251)),
    shown: [],
    notices: [/could not be read/],
  },
  {
    name: 'a record of ten megabytes',
    content: `[\n${lines[0]}\n,${lines[1]}\n,${tenMegabytes}\n,${lines[3]}\n]\n`,
    shown: soundIds,
    notices: [],
    records: [first, second, JSON.parse(tenMegabytes) as object, fourth],
  },
  {
    name: 'half surrogates and numbers beyond counting',
    content: `[\n{"v":1,"id":"odd","parentId":null,"createdAt":"","role":"user","content":"\\ud800 \\udfff","n":1e400,"m":123456789012345678901234567890}\n]\n`,
    shown: ['odd'],
    notices: [],
    records: [
      {
        v: 1,
        id: 'odd',
        parentId: null,
        createdAt: '',
        role: 'user',
        content: '\ud800 \udfff',
        n: Number.POSITIVE_INFINITY,
        m: 1.2345678901234568e29,
      },
    ],
  },
  {
    name: 'keys that would change the prototype',
    content: `[\n${hostile}\n]\n`,
    shown: ['p'],
    notices: [],
    records: [
      {
        v: 1,
        id: 'p',
        role: 'tool',
        toolName: '',
        outcome: 'ok',
        createdAt: '1970-01-01T00:00:00.000Z',
        tool_call_id: 'c1',
        content: 'x',
        parentId: null,
        details: { bytes: 1 },
      },
    ],
  },
  {
    name: 'a record of a newer version at its end',
    content: messagesFile([first, { ...second, v: 2 }]),
    shown: [first.id, second.id],
    notices: [],
    records: [first, { ...second, v: 2 }],
    readOnly: true,
  },
];

const sayingElse: Message = { ...first, content: 'something else', parentId: second.id } as Message;
const cyclic = [
  { ...first, parentId: third.id },
  { ...second, parentId: 'nobody' },
  { ...third, parentId: third.id },
];

/** The records do not form a tree. */
const trees: BadFile[] = [
  {
    // The last record is the head, here the root: earlier records are in the file, but on no open branch.
    name: 'in reverse order',
    content: messagesFile(soundRecords.toReversed()),
    shown: [first.id],
    notices: [/is treated as following the one above it/],
  },
  {
    name: 'ids that come twice',
    content: messagesFile([first, second, first, sayingElse, { ...third, parentId: first.id }]),
    shown: [first.id, second.id, `${first.id}-2`, third.id],
    records: [first, second, { ...sayingElse, id: `${first.id}-2` }, { ...third, parentId: `${first.id}-2` }],
    notices: [
      /^Line 4 of messages.json repeats an earlier message and is not shown twice\.$/,
      /^Line 5 of messages\.json has the ID of an earlier message but different content. It is kept as .*-2\.$/,
    ],
  },
  {
    name: 'the whole file twice',
    content: soundFile + soundFile,
    shown: soundIds,
    notices: lines.map(() => /repeats an earlier message/),
  },
  {
    name: 'parents that are missing, later or themselves',
    content: messagesFile(cyclic),
    shown: cyclic.map(({ id }) => id),
    records: cyclic,
    notices: [/is treated as following the one above it/],
  },
  {
    name: 'parents in a circle',
    content: messagesFile([
      first,
      { ...second, parentId: fourth.id },
      { ...third, parentId: second.id },
      { ...fourth, parentId: third.id },
    ]),
    shown: soundIds,
    records: [
      first,
      { ...second, parentId: fourth.id },
      { ...third, parentId: second.id },
      { ...fourth, parentId: third.id },
    ],
    notices: [/is treated as following the one above it/],
  },
];

const aFolder: BadFile = {
  name: 'a folder',
  put(path) {
    mkdirSync(path);
    writeFileSync(join(path, 'kept'), 'kept');
  },
  shown: [],
  notices: [/^messages\.json is a folder/],
};

const aPipe: BadFile = {
  name: 'a pipe',
  put: (path) => void execFileSync('mkfifo', [path]),
  shown: [],
  notices: [/^messages\.json is something that is not a file/],
};

/** A crash's leftovers: the last record truncated at any byte, also within a character. */
export function cutFiles(): BadFile[] {
  const whole = Buffer.from(soundFile, 'utf8');
  const lastLine = whole.lastIndexOf('\n,{') + 1;
  const lineBefore = whole.lastIndexOf('\n,{', lastLine - 2) + 1;
  const ends = [whole.indexOf('}\n,', lineBefore) + 1, whole.lastIndexOf('}') + 1];
  return Array.from({ length: whole.length - lineBefore }, (_, n): BadFile => {
    const length = lineBefore + n;
    const sound = length >= (ends[1] as number) ? 4 : length >= (ends[0] as number) ? 3 : 2;
    const begun = sound === 2 ? lineBefore : sound === 3 ? lastLine : whole.length;
    const torn = sound < 4 && length > begun;
    return {
      name: `cut at byte ${length}`,
      content: whole.subarray(0, length),
      shown: soundIds.slice(0, sound),
      notices: torn ? [/ends with an incomplete message \(\d+ bytes\) that was never confirmed as saved/] : [],
    };
  });
}

/** All except the truncated ones. */
export const badFiles: readonly BadFile[] = [
  ...layouts,
  ...middles,
  ...strangers,
  ...trees,
  aFolder,
  ...(isWindows ? [] : [aPipe]),
];
