// Arguments against a foreign schema: valid ones pass whatever the schema, and nothing takes long.

import { describe, expect, test } from 'vitest';
import { createArgumentCheck } from '../../electron/mcp/tools/argumentCheck.ts';
import { createMcpTool } from '../../electron/mcp/tools/mcpTool.ts';
import { cite } from '../support/cite.ts';

/** The server's description is unchanged. */
const settled = { now: '', before: async () => null, accept: async () => null };

const accepts = (schema: Record<string, unknown>, args: unknown): boolean => createArgumentCheck('t', schema)(args).ok;
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** Thirty definitions that each refer to the next one twice; `name` names them, `to` refers to one. */
function doubling(name: (at: number) => object, to: (at: number) => string): Record<string, unknown> {
  const $defs: Record<string, unknown> = { a30: { ...name(30), type: 'object' } };
  for (let at = 0; at < 30; at++) {
    $defs[`a${at}`] = { ...name(at), allOf: [{ $ref: to(at + 1) }, { $ref: to(at + 1) }] };
  }
  return { type: 'object', $defs, $ref: to(0) };
}

function nested(depth: number): object {
  let value = {};
  for (let n = 0; n < depth; n++) value = { a: value };
  return value;
}

const self = { properties: { a: { $ref: '#' } } };
const dear: { what: string; schema: Record<string, unknown>; args?: unknown }[] = [
  {
    what: 'anchors',
    schema: doubling(
      (at) => ({ $anchor: `b${at}` }),
      (at) => `#b${at}`,
    ),
  },
  {
    what: 'ids',
    schema: doubling(
      (at) => ({ $id: `http://x/a${at}` }),
      (at) => `http://x/a${at}`,
    ),
  },
  {
    what: 'pointers',
    schema: doubling(
      () => ({}),
      (at) => `#/$defs/a${at}`,
    ),
  },
  {
    what: 'dynamic anchors',
    schema: doubling(
      (at) => ({ $dynamicAnchor: `b${at}` }),
      (at) => `#b${at}`,
    ),
  },
  { what: 'a cycle taken twice', schema: { type: 'object', allOf: [self, self] }, args: nested(40) },
  { what: 'a cycle by anyOf', schema: { type: 'object', anyOf: [self, self] }, args: nested(40) },
  {
    what: 'a cycle behind a reference that does not stand alone',
    schema: { type: 'object', $defs: { d: self }, $ref: '#/$defs/d', properties: { a: { $ref: '#' } } },
    args: nested(40),
  },
  {
    what: 'two cycles that meet',
    schema: object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: self }, allOf: [{ properties: { a: self } }] }),
    args: nested(40),
  },
  { what: 'references without an end', schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } } },
  {
    what: 'contains and items',
    schema: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/l' } },
      $defs: { l: { items: { $ref: '#/$defs/l' }, contains: { $ref: '#/$defs/l' } } },
    },
    args: {
      a: Array.from({ length: 30 }).reduce((inner) => [inner, inner], 1) && [[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]],
    },
  },
  {
    what: 'very many values, each against many schemas',
    schema: object({
      a: { type: 'array', items: { allOf: Array.from({ length: 200 }, () => ({ minimum: 0 })) } },
    }),
    args: { a: Array.from({ length: 100_000 }, () => 1) },
  },
  { what: 'many properties', schema: object(Object.fromEntries([...Array(2000).keys()].map((n) => [`p${n}`, {}]))) },
  {
    what: 'items that are compared with each other',
    schema: object({ a: { type: 'array', uniqueItems: true } }),
    args: { a: Array.from({ length: 20_000 }, (_, n) => ({ n })) },
  },
];

describe('schemas that could run forever', () => {
  for (const { what, schema, args = {} } of dear) {
    test(cite('MCP-3', what), () => {
      const check = createArgumentCheck('t', schema);
      expect(check(args).ok).toBe(true);
    });
  }
});

const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } });
const rows: { what: string; schema: Record<string, unknown>; fit: unknown[]; unfit: unknown[] }[] = [
  {
    what: 'properties that are named as keywords',
    schema: object(
      { propertyNames: { type: 'array' }, patternProperties: { type: 'string' }, format: {}, pattern: {} },
      { required: ['propertyNames'], additionalProperties: false },
    ),
    fit: [{ propertyNames: ['a'], patternProperties: 'x', format: 1, pattern: 2 }],
    unfit: [{ propertyNames: 'a' }, {}],
  },
  {
    what: 'data that looks like keywords',
    schema: object({
      a: { const: { pattern: 'z', format: 'y' } },
      b: { enum: [{ propertyNames: 1 }] },
      c: { const: { $ref: '#nowhere' } },
    }),
    fit: [{ a: { pattern: 'z', format: 'y' } }, { b: { propertyNames: 1 } }, { c: { $ref: '#nowhere' } }],
    unfit: [{ a: {} }, { b: {} }],
  },
  {
    what: 'names that a pattern allows beside those that are listed',
    schema: object({ a: {} }, { patternProperties: { '^x-': {} }, additionalProperties: false }),
    fit: [{ a: 1, 'x-b': 2 }],
    unfit: [],
  },
  {
    what: 'what is told apart by a pattern alone',
    schema: object({ a: { oneOf: [{ pattern: '^a' }, { pattern: '^b' }] }, b: { not: { pattern: '^a' } } }),
    fit: [{ a: 'a' }, { b: 'b' }],
    unfit: [],
  },
  {
    what: 'one of several',
    schema: object({ a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }),
    fit: [{ a: 'x' }, { a: 1 }],
    unfit: [{ a: {} }],
  },
  {
    what: 'a tree',
    schema: tree,
    fit: [{ name: 'a', children: [{ name: 'b', children: [] }] }],
    unfit: [{ name: 'a', children: [{ name: 1 }] }],
  },
  {
    what: 'the older dialect',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...object({ a: { items: [{ type: 'string' }], additionalItems: false } }),
    },
    fit: [{ a: ['x'] }],
    unfit: [{ a: [1] }, { a: ['x', 'y'] }],
  },
  {
    what: 'definitions',
    schema: object({ a: { $ref: '#/$defs/n~1m' } }, { $defs: { 'n/m': { type: 'integer', minimum: 1 } } }),
    fit: [{ a: 1 }],
    unfit: [{ a: 0 }, { a: 'x' }],
  },
];

describe('valid arguments pass, and invalid ones are rejected', () => {
  for (const { what, schema, fit, unfit } of rows) {
    test(cite('TOOL-1', what), () => {
      for (const args of fit) expect(accepts(schema, args), JSON.stringify(args)).toBe(true);
      for (const args of unfit) expect(accepts(schema, args), JSON.stringify(args)).toBe(false);
    });
  }
});

test(cite('MCP-3', 'a tool with two hundred thousand values, or nested very deeply, is still described'), () => {
  let deep: object = {};
  for (let n = 0; n < 3000; n++) deep = { a: deep };
  for (const schema of [{ enum: [...Array(200_000).keys()] }, deep]) {
    const listed = { name: 'n', title: null, description: '', readOnly: false, needsTask: false };
    const tool = createMcpTool('s', { ...listed, inputSchema: object({ a: schema }) }, () => Promise.reject(), settled);
    expect(tool.parameters).toMatchObject({ type: 'object', properties: { a: expect.anything() } });
  }
});
