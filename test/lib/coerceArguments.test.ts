import { expect, test } from 'vitest';
import { coerceArguments, coercionNote } from '../../electron/lib/coerceArguments.ts';
import { cite } from '../support/cite.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  required: ['must'],
  properties: {
    must: text,
    name: { type: 'string', minLength: 1 },
    count: { type: 'integer' },
    ratio: { type: ['number', 'null'] },
    flag: { type: 'boolean' },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    sort: { enum: ['asc', 'desc'] },
    tags: { type: 'array', items: text },
    ids: { type: 'array', items: { $ref: '#/$defs/id' } },
    where: { $ref: '#/$defs/where' },
    loose: {},
    limits: { type: 'object', additionalProperties: { type: 'integer' } },
    target: {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'depth'],
          properties: { kind: { const: 'agent' }, depth: { type: 'integer' } },
        },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'none' } } },
      ],
    },
    textOrNumber: { type: ['string', 'number'] },
  },
  $defs: {
    id: { type: 'integer' },
    where: { type: 'object', properties: { line: { type: 'integer' }, inner: { $ref: '#/$defs/where' } } },
  },
};

/** The given value, how it is read, and how that is reported. */
const rows: [unknown, unknown, string[]][] = [
  [{ count: '2' }, { count: 2 }, ['count: "2" as 2']],
  [{ count: ' 2.0 ' }, { count: 2 }, ['count: " 2.0 " as 2']],
  [{ count: '-7', ratio: '0.5' }, { count: -7, ratio: 0.5 }, ['count: "-7" as -7', 'ratio: "0.5" as 0.5']],
  [{ flag: 'True' }, { flag: true }, ['flag: "True" as true']],
  [{ either: '3' }, { either: 3 }, ['either: "3" as 3']],
  [{ either: 'false' }, { either: false }, ['either: "false" as false']],
  [{ ratio: 'null', count: 'null' }, { count: undefined }, ['ratio: "null" as left out', 'count: "null" as left out']],
  [
    { name: '', sort: '', count: null },
    {},
    ['name: "" as left out', 'sort: "" as left out', 'count: null as left out'],
  ],
  [{ tags: 'one' }, { tags: ['one'] }, ['tags: "one" as ["one"]']],
  [{ tags: '["a","b"]' }, { tags: ['a', 'b'] }, ['tags: "[\\"a\\",\\"b\\"]" as a list']],
  [{ ids: ['1', 2, '3.0'] }, { ids: [1, 2, 3] }, ['ids[0]: "1" as 1', 'ids[2]: "3.0" as 3']],
  [
    { where: '{"line":"4"}' },
    { where: { line: 4 } },
    ['where.line: "4" as 4', 'where: "{\\"line\\":\\"4\\"}" as an object'],
  ],
  [{ where: { inner: { line: '5' } } }, { where: { inner: { line: 5 } } }, ['where.inner.line: "5" as 5']],
  [{ limits: { cpu: '2', memory: 3 } }, { limits: { cpu: 2, memory: 3 } }, ['limits.cpu: "2" as 2']],
  [
    { target: '{"kind":"agent","depth":"1"}' },
    { target: { kind: 'agent', depth: 1 } },
    ['target.depth: "1" as 1', 'target: "{\\"kind\\":\\"agent\\",\\"depth\\":\\"1\\"}" as an object'],
  ],
  [null, {}, ['the arguments: null as an object']],
  ['null', {}, ['the arguments: "null" as an object']],
  [[], {}, ['the arguments: a list as an object']],
  ['{"must":"x"}', { must: 'x' }, ['the arguments: "{\\"must\\":\\"x\\"}" as an object']],
];

test.each(rows)(cite('TEXT-6', '%j is read as %j'), (given, args, notes) => {
  const before = structuredClone(given);
  expect(coerceArguments(schema, given)).toEqual({ args, notes });
  expect(given).toEqual(before);
});

test.each<[unknown]>([
  [{ count: 'two' }],
  [{ count: '2.5' }],
  [{ count: '0x10' }],
  [{ count: '99999999999999999999' }],
  [{ count: '', must: '' }],
  [{ flag: 'yes' }],
  [{ flag: 1 }],
  [{ must: 5 }],
  [{ must: '00713' }],
  [{ must: null }],
  [{ tags: 'a, b' }],
  [{ tags: "['one']" }],
  [{ tags: '["one"' }],
  [{ tags: 7 }],
  [{ ids: 'one' }],
  [{ loose: '5' }],
  [{ textOrNumber: '5' }],
  [{ unknown: '5' }],
  [['a.txt']],
  ['a.txt'],
  [7],
  ['"twice"'],
])(cite('TEXT-6', '%j is ambiguous, or needs no correction'), (given) => {
  const { args, notes } = coerceArguments(schema, given);
  const kept =
    typeof given === 'object' && given !== null && 'count' in given && given.count === '' ? { must: '' } : given;
  expect(args).toEqual(kept);
  expect(notes.length).toBe(kept === given ? 0 : 1);
});

test(cite('TEXT-6', 'the sentence for the model is short, however much was corrected'), () => {
  const given = { tags: 'x'.repeat(10_000), ids: Array(1000).fill('1') };
  const note = coercionNote(coerceArguments(schema, given).notes);
  expect(note.length).toBeLessThan(600);
  expect(note).toMatch(/; and 995 more\.\]$/);
});

const chain = Object.fromEntries(
  Array.from({ length: 200 }, (_, at) => [`d${at}`, { anyOf: Array(50).fill({ $ref: `#/$defs/d${at + 1}` }) }]),
);
const self = { type: 'object', properties: { a: { $ref: '#' } } };
const deep = Array.from({ length: 2000 }).reduce<object>((inner) => ({ a: inner }), {});

test.each<[string, Record<string, unknown>, unknown]>([
  ['references that double', { ...self, $defs: chain, properties: { a: { $ref: '#/$defs/d0' } } }, { a: '1' }],
  ['references without an end', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, { a: '1' }],
  ['arguments of great depth', self, deep],
  [
    'very many values',
    { properties: { a: { type: 'array', items: { type: 'integer' } } } },
    { a: Array(1e6).fill('1') },
  ],
  ['very many branches', { properties: { a: { anyOf: Array(300_000).fill({ type: 'string' }) } } }, { a: 1 }],
  ['a name of objects', self, JSON.parse('{"__proto__":{"a":1},"constructor":"1"}')],
  ['no schema at all', { properties: 7, required: 'x', anyOf: { a: 1 } } as never, { a: '1' }],
])('a hostile schema (%s) is handled quickly and never throws', (_what, hostile, given) => {
  // Unbounded work takes longer on these than a test may, or never ends.
  expect(() => coerceArguments(hostile, given)).not.toThrow();
});
