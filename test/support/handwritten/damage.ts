// Histories whose file is damaged, or was written by another app or version.

import { assistantMessage, call, messageIdAt, toolMessage, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';

const one = userMessage('The first question.');
const two = assistantMessage('A call.', [call('c1', 'read_file', '{"path":"a.md"}')]);
const three = toolMessage('c1', 'What the file says.');
const four = assistantMessage('The first answer.');
const five = userMessage('The second question: 中文.');
const six = assistantMessage('The second answer.');
const plain = [one, two, three, four, five, six];
const last = 'The second answer.';

function damaged(
  name: string,
  bytes: NonNullable<Handwritten['bytes']>,
  extra: Partial<Handwritten> = {},
): Handwritten {
  return { name, records: plain, bytes, ...extra };
}

/** Inserts a line after the line that contains `text`. */
const after = (text: string, line: string | Buffer) => (file: string) => {
  const at = file.indexOf('\n', file.indexOf(text)) + 1;
  return Buffer.concat([Buffer.from(file.slice(0, at)), Buffer.from(line), Buffer.from(file.slice(at))]);
};

const records = (file: string): Record<string, unknown>[] => JSON.parse(file) as Record<string, unknown>[];

export const damage: readonly Handwritten[] = [
  damaged('cut inside the last record', (file) => file.slice(0, file.length - 40), { lost: [last] }),
  damaged('cut inside a character', (file) => Buffer.from(file).subarray(0, Buffer.from(file).indexOf('文') + 1), {
    lost: ['The second question: 中文.', last],
  }),
  damaged('cut after a comma', (file) => file.slice(0, file.lastIndexOf(',{') + 1), { lost: [last] }),
  damaged('cut after a call', (file) => file.slice(0, file.indexOf(',', file.indexOf('A call.') + 200)), {
    lost: ['A call.', 'What the file says.', 'The first answer.', 'The second question: 中文.', last],
  }),
  damaged('cut after the bracket', (file) => file.slice(0, 1), {
    lost: plain.map((record) => record.content as string),
  }),
  damaged('an empty file', () => '', { lost: plain.map((record) => record.content as string) }),
  damaged('a file of blanks', () => '  \n \n', { lost: plain.map((record) => record.content as string) }),
  damaged('an empty list', () => '[\n]\n', { lost: plain.map((record) => record.content as string) }),
  damaged('no file', () => null, { lost: plain.map((record) => record.content as string) }),
  damaged('a line of garbage in the middle', after('What the file says.', ',{"v":1,"id":"01K§§§ garbage\n')),
  damaged(
    'bytes that are no text in the middle',
    after('The first answer.', Buffer.from([0xff, 0xfe, 0x80, 0x81, 0x0a])),
  ),
  damaged(
    'a run of NULs in the middle',
    after('The first answer.', Buffer.concat([Buffer.alloc(4096), Buffer.from('\n')])),
  ),
  damaged('a run of NULs at the end', (file) => Buffer.concat([Buffer.from(file), Buffer.alloc(4096)])),
  damaged(
    'a run of NULs in the place of the last record',
    (file) => {
      const at = file.lastIndexOf(',{');
      return Buffer.concat([Buffer.from(file.slice(0, at)), Buffer.alloc(Buffer.byteLength(file.slice(at)))]);
    },
    { lost: [last] },
  ),
  damaged('a byte order mark', (file) => `\ufeff${file}`),
  damaged('line ends of Windows', (file) => file.replaceAll('\n', '\r\n')),
  damaged('UTF-16', (file) => Buffer.from(`\ufeff${file}`, 'utf16le')),
  damaged('UTF-16 the other way round', (file) => Buffer.from(`\ufeff${file}`, 'utf16le').swap16()),
  damaged('formatted by another program', (file) => JSON.stringify(JSON.parse(file), null, 4)),
  damaged('all in one line', (file) => JSON.stringify(JSON.parse(file))),
  damaged('a comma at the end', (file) => file.replace(/\n\]\n$/, ',\n]\n')),
  damaged('without the closing bracket', (file) => file.replace(/\]\n$/, '')),
  damaged('without the opening bracket', (file) => file.replace(/^\[\n/, '')),
  damaged('lines without brackets and commas', (file) =>
    records(file)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  ),
  damaged('the file twice', (file) => file + file),
  damaged(
    'a null, a number, a text and a list among the records',
    after('What the file says.', ',null\n,17\n,"text"\n,[]\n,{}\n'),
  ),
  damaged(
    'a character of UTF-8 that is cut',
    (file) =>
      Buffer.from(file.replace('The first answer.', 'The first \u0000')).map((byte) =>
        byte === 0 ? 0xe4 : byte,
      ) as Buffer,
    {
      lost: ['The first answer.'],
    },
  ),
  damaged('a raw tab and line end in a text', (file) => file.replace('The first answer.', 'The first\tanswer.'), {
    lost: ['The first answer.'],
  }),
  damaged('escapes of lone surrogates', (file) => file.replace('The first answer.', 'The first \\ud83d'), {
    lost: ['The first answer.'],
  }),
  damaged('keys named __proto__', (file) =>
    file.replaceAll('"v":1', '"v":1,"__proto__":{"role":"user","content":"never"},"constructor":1'),
  ),
  {
    name: 'ids named __proto__',
    records: [
      { ...one, id: '__proto__' },
      { ...four, id: 'constructor' },
      { ...five, id: 'toString' },
    ],
    meta: '{"v":1,"marks":{"__proto__":{"hidden":true,"at":"2026-01-01T00:00:00.000Z"}}}',
    lost: ['The first question.'],
  },
  { name: 'the same record twice', records: [one, four, { ...four, id: messageIdAt(1) }, five] },
  { name: 'one id for two records', records: [one, { ...four, id: 'same' }, five, { ...six, id: 'same' }] },
  { name: 'one id for a call and its result', records: [one, { ...two, id: 'same' }, { ...three, id: 'same' }, four] },
  {
    name: 'parents in a circle',
    records: [
      { ...one, id: 'a', parentId: 'd' },
      { ...four, id: 'b', parentId: 'a' },
      { ...five, id: 'c', parentId: 'd' },
      { ...six, id: 'd', parentId: 'c' },
    ],
  },
  { name: 'a record that is its own parent', records: [one, four, { ...five, id: 'e', parentId: 'e' }, six] },
  { name: 'a parent that is not there', records: [one, four, { ...five, parentId: '01KNOTHERE' }, six] },
  damaged('records without parents', (file) =>
    JSON.stringify(records(file).map(({ parentId: _p, ...record }) => record)),
  ),
  damaged('records of the first version with the least of fields', (file) =>
    JSON.stringify(
      records(file).map(({ v: _v, parentId: _p, createdAt: _c, toolName: _t, outcome: _o, ...record }) => record),
    ),
  ),
  damaged('fields of a newer version', (file) =>
    JSON.stringify(
      records(file).map((record) => ({
        ...record,
        mood: { of: ['the', 'day'] },
        content2: 'never',
        includeInContext: true,
      })),
    ),
  ),
  damaged('a newer version of the records', (file) =>
    JSON.stringify(records(file).map((record) => ({ ...record, v: 99 }))),
  ),
  damaged(
    'an unknown role',
    after(
      'The first answer.',
      `,{"v":1,"id":"${messageIdAt(90)}","parentId":"${messageIdAt(3)}","role":"critic","createdAt":"","content":"Boo."}\n`,
    ),
  ),
  damaged('an unknown kind of record', (file) =>
    file.replace('"content":"The first answer."', '"partType":"poem","content":"The first answer."'),
  ),
  damaged('texts that are numbers', (file) => file.replace('"The second answer."', '42'), { lost: [last] }),
  damaged(
    'a role that is a list',
    (file) => file.replace('"role":"assistant","content":"The second', '"role":["assistant"],"content":"The second'),
    { lost: [last] },
  ),
  damaged('ids that are numbers', (file) => file.replace(`"id":"${messageIdAt(5)}"`, '"id":5'), { lost: [last] }),
  damaged(
    'arguments that are an object',
    (file) => file.replace(JSON.stringify('{"path":"a.md"}'), '{"path":"a.md"}'),
    { has: ['a.md'] },
  ),
  damaged('calls that are no list', (file) => file.replace(/"tool_calls":\[.*?\]/, '"tool_calls":"none"'), {
    lost: ['What the file says.'],
  }),
  damaged('a call without a function', (file) => file.replace(/"tool_calls":\[.*?\]/, '"tool_calls":[{"id":"c1"}]'), {
    lost: ['What the file says.'],
  }),
  damaged('a content of the model in parts', (file) =>
    file.replace('"The second answer."', '[{"type":"text","text":"The second answer."}]'),
  ),
  damaged('a result in parts', (file) =>
    file.replace('"What the file says."', '[{"type":"text","text":"What the file says."}]'),
  ),
  damaged('an outcome that nobody knows', (file) => file.replace('"outcome":"ok"', '"outcome":"wonderful"')),
];
