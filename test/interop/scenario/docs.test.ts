// The user guide has every key of the format.

import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseScenario } from '../../../electron/interop/scenario/scenarioFile.ts';
import { scenarioSchema } from '../../../electron/interop/scenario/schema.ts';
import { readText } from '../../../scripts/house/tree.ts';
import { okValue } from '../../support/result.ts';

function keysOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysOf);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, enum: values = [] } = schema as { properties?: object; enum?: unknown[] };
  const names = [...Object.keys(properties), ...values.filter((value) => typeof value === 'string')] as string[];
  return [...names, ...Object.values(schema).flatMap(keysOf), ...Object.values(properties).flatMap(keysOf)];
}

test('its example is valid', () => {
  const [, example = ''] =
    /\n((?: {4}.*\n|\n)* {4}version: 1\n(?: {4}.*\n|\n)*)/.exec(readText('docs/formats/scenarios.md')) ?? [];
  expect(okValue(parseScenario(example.replaceAll(/^ {4}/gm, ''), 'example')).rules).toHaveLength(3);
});

test('docs/formats/scenarios.md names every key and kind', () => {
  const page = readText('docs/formats/scenarios.md');
  const keys = new Set(keysOf(z.toJSONSchema(scenarioSchema, { io: 'input' })));
  expect(keys.size).toBeGreaterThan(50);
  expect([...keys].filter((key) => !page.includes(`\`${key}\``) && !page.includes(`${key}:`))).toEqual([]);
});
