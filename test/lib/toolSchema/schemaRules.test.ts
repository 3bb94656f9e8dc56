// Tool schemas as servers write them, random and hostile ones: each provider accepts its converted form, and the model
// still learns about every parameter.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parameterName, renameParameters } from '../../../electron/lib/toolSchema/parameterNames.ts';
import { type SchemaRuleName, schemaFor, schemaRules } from '../../../electron/lib/toolSchema/schemaRules.ts';
import { shortenSchema } from '../../../electron/lib/toolSchema/shortened.ts';
import { toValidSchema } from '../../../electron/lib/toolSchema/validSchema.ts';
import { cite } from '../../support/cite.ts';
import { deepFreeze } from '../../support/deepFreeze.ts';
import { type SchemaProvider, toolSchemaViolations } from '../../support/validators/toolSchemas.ts';
import { volume } from '../../support/volume.ts';

type Row = Record<string, unknown>;

const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const rules = Object.keys(schemaRules) as SchemaRuleName[];
const providers: Record<SchemaRuleName, readonly SchemaProvider[]> = {
  standard: ['openai', 'anthropic'],
  google: ['google'],
  moonshot: ['moonshot'],
  local: ['local'],
};

/** As the app sends a server's tool. */
function sent(schema: unknown, rule: SchemaRuleName): Row {
  return schemaFor(renameParameters(toValidSchema(schema).schema).schema, rule);
}

function violations(schema: unknown) {
  return rules.flatMap((rule) =>
    providers[rule].flatMap((provider) =>
      toolSchemaViolations({ tools: [{ name: 't', input_schema: sent(schema, rule) }] }, provider).map((found) => ({
        ...found,
        provider,
      })),
    ),
  );
}

function parametersOf(schema: Row): string[] {
  return Object.keys(schema.properties as Row);
}

const object = (properties: Row, more: Row = {}): Row => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const ref = (path: string): Row => ({ $ref: `#/${path}` });
const deep = (levels: number): Row => (levels === 0 ? text : object({ in: deep(levels - 1) }));

const choices = (levels: number): Row =>
  levels === 0 ? text : object({ in: choices(levels - 1) }, { anyOf: [{ required: ['in'] }, { required: ['x'] }] });

/** What servers write, and the parameters that the model must learn about. */
const corpus: readonly { about: string; schema: unknown; has: readonly string[] }[] = [
  { about: 'plain', schema: object({ a: text }), has: ['a'] },
  { about: 'nothing', schema: {}, has: [] },
  { about: 'null', schema: null, has: [] },
  { about: 'a list', schema: [], has: [] },
  { about: 'no type', schema: { properties: { a: text } }, has: ['a'] },
  { about: 'properties that are none', schema: { type: 'object', properties: ['a'] }, has: [] },
  {
    about: 'anyOf at the top',
    schema: { type: 'object', anyOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] },
    has: ['a', 'b'],
  },
  {
    about: 'oneOf at the top, with a word that tells them apart',
    schema: {
      oneOf: [
        object({ kind: { const: 'x' }, a: text }, { required: ['kind'] }),
        object({ kind: { const: 'y' }, b: text }, { required: ['kind'] }),
      ],
    },
    has: ['kind', 'a', 'b'],
  },
  {
    about: 'allOf at the top, with a condition',
    schema: object(
      { mode: text },
      {
        allOf: [
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          { if: { properties: { mode: { const: 'x' } } }, then: { properties: { size: text }, required: ['size'] } },
        ],
      },
    ),
    has: ['mode', 'size'],
  },
  { about: 'not at the top', schema: object({ a: text, b: text }, { not: { required: ['a', 'b'] } }), has: ['a', 'b'] },
  { about: 'enum and const at the top', schema: object({ a: text }, { enum: [{}], const: {} }), has: ['a'] },
  {
    about: 'a reference at the top',
    schema: {
      $ref: '#/definitions/Input',
      definitions: {
        Input: object({ a: { $ref: '#/definitions/Part' } }, { required: ['a'] }),
        Part: object({ b: text }),
      },
    },
    has: ['a'],
  },
  {
    about: 'arrays without items',
    schema: object({
      a: { type: 'array' },
      o: object({ x: { anyOf: [{ type: 'array' }, { type: 'null' }] }, y: { type: ['array', 'null'] } }),
    }),
    has: ['a', 'o'],
  },
  {
    about: 'a tuple of draft 7',
    schema: object({ a: { type: 'array', items: [text, { type: 'number' }], additionalItems: false } }),
    has: ['a'],
  },
  {
    about: 'exclusive bounds of draft 4',
    schema: object({ a: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } }),
    has: ['a'],
  },
  { about: 'required of draft 3', schema: object({ a: { type: 'string', required: true }, b: text }), has: ['a', 'b'] },
  {
    about: 'the list of what is required among the properties',
    schema: object({ coin: text, required: ['coin'] }),
    has: ['coin'],
  },
  { about: 'a type that is no object', schema: { type: 'string', description: 'The title.' }, has: [] },
  { about: 'nullable of OpenAPI', schema: object({ a: { type: 'string', nullable: true, enum: ['x'] } }), has: ['a'] },
  {
    about: 'bounds that are texts',
    schema: object({ a: { type: 'string', format: 'date', minimum: '2024-01-01', maxLength: '9', multipleOf: 0 } }),
    has: ['a'],
  },
  {
    about: 'types that there are not',
    schema: object({
      a: { type: 'str' },
      b: { type: 'any' },
      c: { type: 'STRING' },
      d: { type: ['int', 'none'] },
      e: { type: [] },
    }),
    has: ['a', 'b', 'c', 'd', 'e'],
  },
  {
    about: 'true and false as schemas',
    schema: object({ a: true, b: false, c: { items: true, type: 'array' } }),
    has: ['a', 'c'],
  },
  {
    about: 'a pattern that is none, one with a lookahead, large counts',
    schema: object({
      a: { type: 'string', pattern: '(' },
      b: { type: 'string', pattern: '^(?=a)b$' },
      c: { type: 'string', maxLength: 65536 },
      d: { type: 'array', items: text, maxItems: 10000 },
    }),
    has: ['a', 'b', 'c', 'd'],
  },
  { about: 'only a description', schema: object({ a: { description: 'Anything.' } }), has: ['a'] },
  {
    about: 'itself',
    schema: {
      $defs: {
        Node: object({ next: { $ref: '#/$defs/Node' }, all: { type: 'array', items: { $ref: '#/$defs/Node' } } }),
      },
      ...object({ node: { $ref: '#/$defs/Node' }, self: { $ref: '#' } }),
    },
    has: ['node', 'self'],
  },
  {
    about: 'references that only lead to each other',
    schema: { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, ...object({ x: { $ref: '#/$defs/a' } }) },
    has: ['x'],
  },
  {
    about: 'references that lead nowhere',
    schema: object({
      a: { $ref: 'https://example.com/schema.json' },
      b: { $ref: '#/nowhere' },
      c: { $ref: 7 },
      d: { $ref: '#/%zz' },
    }),
    has: ['a', 'b', 'c', 'd'],
  },
  {
    about: 'a reference to a parameter and to a name',
    schema: object({ a: { $anchor: 'A', type: 'string' }, b: { $ref: '#/properties/a' }, c: { $ref: '#A' } }),
    has: ['a', 'b', 'c'],
  },
  {
    about: 'a choice beside a type',
    schema: object({
      a: { type: 'object', properties: { z: text }, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
    }),
    has: ['a'],
  },
  {
    about: 'values of another type',
    schema: object({ a: { type: 'string', enum: [1, 2] }, b: { enum: [] }, c: { type: 'integer', enum: [1, 1, 2] } }),
    has: ['a', 'b', 'c'],
  },
  {
    about: 'required of what is not described',
    schema: object({ a: text }, { required: ['a', 'b', 'b', 7] }),
    has: ['a', 'b'],
  },
  {
    about: 'what objects inherit',
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{}}}',
    ),
    has: ['__proto__', 'constructor', 'toString'],
  },
  {
    about: 'parameters named as keywords',
    schema: object({
      type: text,
      title: text,
      properties: object({ required: text }),
      $ref: text,
      items: { type: 'array' },
      enum: text,
      default: text,
    }),
    has: ['type', 'title', 'properties', 'items', 'enum', 'default'],
  },
  {
    about: 'half a character and NUL',
    schema: object({ a: { type: 'string', description: 'x\ud800\u0000', enum: ['\ud800'] } }),
    has: ['a'],
  },
  { about: 'hundreds of levels', schema: deep(300), has: ['in'] },
  { about: 'a choice at each of many levels', schema: choices(40), has: ['in'] },
  { about: 'a default of hundreds of levels', schema: object({ a: { default: deep(300) } }), has: ['a'] },
  {
    about: 'a web of references',
    schema: {
      ...object({ a: { $ref: '#/$defs/d0' } }),
      $defs: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `d${at}`,
          { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
    },
    has: ['a'],
  },
  {
    about: 'the same web at the top',
    schema: {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `d${at}`,
          { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }], ...object({ [`p${at}`]: text }) },
        ]),
      ),
    },
    has: ['p0', 'p1'],
  },
];

describe("a tool's schema", () => {
  test.each(corpus)(
    cite('MCP-10', 'with $about is accepted by every provider, with all its parameters'),
    ({ schema, has }) => {
      const given = typeof schema === 'object' && schema !== null ? deepFreeze(structuredClone(schema)) : schema;
      expect(violations(given)).toEqual([]);
      for (const rule of rules) expect(parametersOf(sent(given, rule)), rule).toEqual(expect.arrayContaining([...has]));
    },
  );

  test(cite('MCP-10', 'that lists a required name without a property is sent without that name'), () => {
    expect(sent(object({ coin: text, required: ['coin'] }), 'standard')).toEqual(
      object({ coin: text }, { required: ['coin'] }),
    );
  });

  test(cite('MCP-10', 'without any of this is sent unchanged'), () => {
    const plain = object(
      {
        a: { type: 'string', description: 'A.', minLength: 1, enum: ['x', 'y'], default: 'x' },
        b: { type: 'array', items: { $ref: '#/$defs/B' } },
        c: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, const: null },
      },
      { required: ['a'], additionalProperties: false, $defs: { B: object({ z: { type: 'boolean' } }) } },
    );
    expect(sent(plain, 'standard')).toEqual(plain);
  });

  test(
    cite('MCP-10', "keeps its branches' requirements: what all require is required, the rest is described in text"),
    () => {
      const branches = [
        object({ a: text, c: text }, { required: ['a', 'c'] }),
        object({ b: text, c: text }, { required: ['b', 'c'] }),
      ];
      expect(
        sent({ type: 'object', description: 'Looks.', oneOf: branches, not: { required: ['a', 'b'] } }, 'standard'),
      ).toEqual({
        type: 'object',
        description: 'Looks.\nGive one of these sets of parameters: a, c | b, c.\nNot together: a, b.',
        properties: { a: text, c: text, b: text },
        required: ['c'],
      });
      const told = {
        oneOf: [object({ kind: { const: 'x' } }), object({ kind: { const: 'y', description: 'Which.' } })],
      };
      expect(sent(told, 'standard').properties).toEqual({
        kind: { type: 'string', description: 'Which.', enum: ['x', 'y'] },
      });
    },
  );

  test(cite('MCP-10', 'that refers to itself is expanded, for a server without references, until it repeats'), () => {
    const node = object({ name: text, next: { $ref: '#/$defs/Node' } }, { description: 'A node.' });
    const schema = {
      ...object({ node: { $ref: '#/$defs/Node', description: 'The first.' } }),
      $defs: { Node: node },
    };
    expect(sent(schema, 'google').properties).toEqual({
      node: {
        ...object({ name: text, next: { type: 'object', description: 'A node.' } }),
        description: 'The first.',
      },
    });
    expect(sent(schema, 'standard').$defs).toEqual({ Node: node });
  });
});

const names = [
  'filter[name]',
  '$filter',
  'first name',
  '名称',
  'x'.repeat(70),
  '-',
  '',
  'a/b',
  'é',
  'a:b',
  '\n',
  'ok',
  'a.b-c_d',
];

describe("a parameter's name", () => {
  test(cite('MCP-10', 'is accepted by every provider, unique, and the same each time'), () => {
    const known = names.map(parameterName);
    for (const name of known) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(new Set(known).size).toBe(names.length);
    expect(names.map(parameterName)).toEqual(known);
    expect(known.slice(-2)).toEqual(['ok', 'a.b-c_d']);
    // Stored calls use these names: they may never change.
    expect(known.slice(0, 4)).toEqual(['filter_name_259d80', 'filter_0c097d', 'first_name_1b836d', 'p_d44e9b']);
  });

  test(cite('MCP-10', "is converted back to the server's own in a call, at each depth, and data is unchanged"), () => {
    const inner = object(
      { $filter: text, ok: text },
      { required: ['$filter'], dependentRequired: { $filter: ['first name'] } },
    );
    const schema = object(
      {
        'filter[name]': text,
        list: { type: 'array', items: inner },
        'first name': { ...text, description: 'First.', enum: ['$filter'] },
      },
      { required: ['filter[name]', 'list'] },
    );
    const { schema: named, original } = renameParameters(toValidSchema(schema).schema);
    const [filter, dollar, first] = ['filter[name]', '$filter', 'first name'].map(parameterName) as [
      string,
      string,
      string,
    ];
    expect(named.required).toEqual([filter, 'list']);
    expect((named.properties as Row)[first]).toEqual({
      ...text,
      description: '"first name": First.',
      enum: ['$filter'],
    });
    const args = { [filter]: 'a', list: [{ [dollar]: filter, ok: [1, null] }], [first]: '$filter', other: { x: 1 } };
    expect(original(args)).toEqual({
      'filter[name]': 'a',
      list: [{ $filter: filter, ok: [1, null] }],
      'first name': '$filter',
      other: { x: 1 },
    });
    // A model that knows the original name may use it.
    expect(original({ 'filter[name]': 'a' })).toEqual({ 'filter[name]': 'a' });
    const endless = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as Row;
    expect(Object.keys(original(endless) as Row)).toEqual(['a']);
    const plain = renameParameters(object({ a: text }));
    expect(plain.original(args)).toBe(args);
  });
});

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const named = (count: number, make: (at: number) => unknown): Row =>
  Object.fromEntries(times(count, (at) => [`p${at}`, make(at)]));

test.each<[string, () => Row]>([
  [
    'a long reference in very many places',
    () => ({ d: { a: { $ref: `#/${'x/'.repeat(300_000)}` } }, ...object(named(2900, () => ({ $ref: '#/d/a' }))) }),
  ],
  [
    'references to places that have one name',
    () => ({ d: named(2900, (at) => ({ x: { title: `${at}` } })), ...object(named(2900, (at) => ref(`d/p${at}/x`))) }),
  ],
  [
    'very many branches with very many parameters',
    () => ({
      $defs: { D: object(named(1500, (at) => ({ minLength: at }))) },
      anyOf: times(2000, () => ref('$defs/D')),
    }),
  ],
])(cite('MCP-10', '%s do not block the app'), (_about, make) => {
  // A hang fails by the test's own time limit.
  expect(
    JSON.stringify(shortenSchema(renameParameters(toValidSchema(make()).schema).schema, 32 * 1024)).length,
  ).toBeLessThan(32 * 1024);
});

test.each<[string, Row]>([
  [
    'a definition in very many places',
    { $defs: { E: { enum: times(49, (at) => `${at}`.padEnd(250)) } }, ...object(named(500, () => ref('$defs/E'))) },
  ],
  [
    'a choice next to very many parameters',
    object({
      a: object(
        named(300, () => text),
        { anyOf: times(700, (at) => ({ required: [`p${at % 300}`] })) },
      ),
    }),
  ],
])(cite('MCP-10', '%s does not make a request many times larger than the schema'), (_about, schema) => {
  const size = JSON.stringify(schema).length;
  for (const rule of rules) expect(JSON.stringify(sent(schema, rule)).length, rule).toBeLessThan(8 * size);
});

test(cite('MCP-10', 'a schema of megabytes is sent in a shorter form that still has its parameters'), {
  tags: ['all'],
}, () => {
  const wide = object(
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(10_000) }]),
    ),
    { required: ['p7'] },
  );
  const long = shortenSchema(toValidSchema(wide).schema, 32 * 1024);
  expect(parametersOf(long)).toHaveLength(200);
  expect(long.required).toEqual(['p7']);
  const very = object(
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`parameter${at}`, object({ a: text })])),
    { required: ['parameter4999'] },
  );
  for (const most of [32 * 1024, 2000, 50]) {
    const made = shortenSchema(toValidSchema(very).schema, most);
    expect(JSON.stringify(made).length).toBeLessThanOrEqual(Math.max(most, 70));
    expect(violations(made)).toEqual([]);
  }
  expect(parametersOf(shortenSchema(toValidSchema(very).schema, 32 * 1024))).toContain('parameter4999');
  const web = toValidSchema({
    ...object({ a: { $ref: '#/$defs/A' } }),
    $defs: {
      A: {
        ...object({ b: text }),
        description: 'y'.repeat(50_000),
        enum: Array.from({ length: 9000 }, (_, at) => `${at}`),
      },
    },
  });
  expect(violations(shortenSchema(web.schema, 1000))).toEqual([]);
});

/** Anything in place of a schema: its keywords with values of each kind. */
const { schema: randomSchema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(true, false, null, 7, 'string'),
    fc.dictionary(
      fc.constantFrom(
        ...[
          'type',
          'enum',
          'const',
          'default',
          'required',
          'minimum',
          'exclusiveMinimum',
          'maxLength',
          'pattern',
          'format',
          'nullable',
        ],
        ...[
          '$ref',
          '$anchor',
          'description',
          'title',
          'uniqueItems',
          'multipleOf',
          'examples',
          'x-own',
          'dependentRequired',
          'id',
        ],
      ),
      fc.oneof(
        fc.constantFrom(
          'object',
          'array',
          ['array', 'null'],
          'string',
          'any',
          '#',
          '#/$defs/a',
          '#/properties/b',
          '#/definitions/名',
          'x',
          '^a(?=b)$',
        ),
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(true, false, 0, -1, 1.5, 1e9),
      ),
      { maxKeys: 4 },
    ),
    fc
      .tuple(
        fc.dictionary(
          fc.constantFrom('anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'),
          fc.array(tie('schema'), { maxLength: 3 }),
          { maxKeys: 2 },
        ),
        fc.dictionary(
          fc.constantFrom(
            'properties',
            'patternProperties',
            '$defs',
            'definitions',
            'dependentSchemas',
            'dependencies',
          ),
          fc.dictionary(fc.constantFrom('a', 'b', '名', '$filter', '__proto__', 'x'.repeat(70)), tie('schema'), {
            maxKeys: 3,
          }),
          { maxKeys: 2 },
        ),
        fc.dictionary(
          fc.constantFrom('items', 'not', 'if', 'then', 'else', 'additionalProperties', 'contains', 'propertyNames'),
          tie('schema'),
          { maxKeys: 2 },
        ),
        fc.constantFrom(
          {},
          { type: 'object' },
          { type: 'array' },
          { required: ['a', '名', 'c'] },
          { $ref: '#/$defs/a' },
        ),
      )
      .map((parts) => Object.assign({}, ...parts) as Row),
  ),
}));

test(
  cite(
    ['MCP-10', 'SEQ-6'],
    'any schema becomes one that each provider accepts, the same each time, and unchanged when converted again',
  ),
  () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        expect(violations(schema)).toEqual([]);
        const { schema: sound } = toValidSchema(schema);
        expect(JSON.stringify(toValidSchema(sound).schema)).toBe(JSON.stringify(sound));
        expect(JSON.stringify(toValidSchema(schema).schema)).toBe(JSON.stringify(sound));
      }),
      { numRuns: volume({ short: 40, all: 150, long: 50_000 }), seed, interruptAfterTimeLimit: 20_000 },
    );
  },
);
