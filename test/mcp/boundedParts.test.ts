// The parts that read foreign data: sizes, forms, files, searches. Each has its own limits.

import { expect, test } from 'vitest';
import { questionFieldsOf } from '../../electron/lib/questionForm.ts';
import { findJsonFault } from '../../electron/mcp/config/jsonFaults.ts';
import { createEventSizeMeter } from '../../electron/mcp/connection/httpTransport.ts';
import { resultOutput } from '../../electron/mcp/connection/resultContent.ts';
import { deferredTools } from '../../electron/mcp/tools/deferredTools.ts';
import type { Tool, ToolContext } from '../../electron/ports/tool.ts';
import { withoutComments } from '../../shared/features/mcp/jsonComments.ts';
import { cite } from '../support/cite.ts';

test(
  cite('MCP-3', "an event's size is measured however its line breaks are split, and of whichever kind they are"),
  () => {
    for (const end of ['\n\n', '\r\n\r\n', '\r\r', '\r\n\n']) {
      const stream = Buffer.from(`data: ${'x'.repeat(92)}${end}`.repeat(1000));
      for (const piece of [1, 2, 3, 7, 99, 1000, 1_000_000]) {
        const size = createEventSizeMeter();
        let largest = 0;
        for (let at = 0; at < stream.length; at += piece) {
          largest = Math.max(largest, size(stream.subarray(at, at + piece)));
        }
        expect(largest, `${JSON.stringify(end)} in pieces of ${piece}`).toBeLessThan(110);
      }
    }
    const size = createEventSizeMeter();
    expect(size(Buffer.from(`data: ${'x\n'.repeat(500)}`))).toBeGreaterThan(1000);
  },
);

test(
  cite('MCP-4', 'a form is limited in its names, values and defaults; a default that fits no field is dropped'),
  () => {
    const form = (properties: object) =>
      questionFieldsOf({ type: 'object', properties } as Parameters<typeof questionFieldsOf>[0]);
    expect(form({ a: { type: 'string', default: 'x' } })).toMatchObject([{ name: 'a', default: 'x' }]);
    expect(form({ a: { type: 'string', default: { x: 1 } } })?.[0]).not.toHaveProperty('default');
    const large = {
      default: { a: { type: 'string', default: 'y'.repeat(20_000) } },
      defaults: { a: { type: 'array', items: { enum: ['a'] }, default: Array.from({ length: 2000 }, () => 'a') } },
      option: { a: { enum: ['z'.repeat(2000)] } },
      options: { a: { enum: Array.from({ length: 2000 }, (_, n) => `${n}`) } },
      title: { a: { oneOf: [{ const: 'z'.repeat(2000), title: 'z' }] } },
      name: { ['n'.repeat(300)]: { type: 'string' } },
      fields: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, { type: 'string' }])),
      whole: Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [`f${n}`, { type: 'string', default: 'y'.repeat(9000) }]),
      ),
    };
    for (const [what, properties] of Object.entries(large)) expect(form(properties), what).toBeNull();
  },
);

test(cite('MCP-3', 'structured content is only indented if that does not multiply it'), () => {
  let deep: unknown = Array(50_000).fill(0);
  for (let n = 0; n < 1000; n++) deep = [deep];
  const contentOf = (structuredContent: Record<string, unknown>): string =>
    String(resultOutput({ content: [], structuredContent }).content);
  expect(contentOf({ a: deep }).length).toBeLessThan(110_000);
  expect(contentOf({ a: { b: 1 } })).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
  for (let n = 0; n < 100_000; n++) deep = [deep];
  expect(contentOf({ a: deep })).toMatch(/nested too deeply/);
});

test(cite('MCP-3', 'a very long file is not scanned character by character'), () => {
  expect(`${findJsonFault(`${' '.repeat(2_000_000)}{`)?.reason}`).toContain('not valid JSON');
  const comments = '//\n'.repeat(1_000_000);
  expect(withoutComments(comments)).toBe(comments);
});

test(cite('MCP-2', 'a search with very many words over very many tools does not block everything else'), async () => {
  const tools = Array.from({ length: 30_000 }, (_, n) => ({
    name: `mcp__s__tool_with_a_rather_long_name_${n}`,
    description: 'lorem ipsum dolor '.repeat(56),
    parameters: { properties: {} },
    server: 's',
  })) as unknown as Tool[];
  const [find] = deferredTools(() => tools);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const found = await find?.run({ query: 'lo re mi '.repeat(110), limit: 8 }, {} as ToolContext);
  isDone = true;
  expect(turns).toBeGreaterThan(1);
  expect(found?.outcome).toBe('ok');
});
