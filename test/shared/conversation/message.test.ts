// The fast check of a record compared with its schema.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCanonicalMessage, parseMessage } from '../../../electron/conversation/readMessage.ts';
import { volume } from '../../support/volume.ts';

const word = fc.oneof(fc.string(), fc.constantFrom('', 'x', 'ok', 'user', 'assistant', 'tool', 'system', 'function'));
const anything = fc.oneof(word, fc.constant(null), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}));
const call = fc.record(
  {
    id: fc.oneof(word, anything),
    type: fc.oneof(fc.constant('function'), anything),
    function: fc.oneof(fc.record({ name: fc.oneof(word, anything), arguments: fc.oneof(word, anything) }), anything),
  },
  { requiredKeys: [] },
);
const record = fc.record(
  {
    v: fc.oneof(fc.constant(1), anything),
    id: word,
    parentId: fc.oneof(word, fc.constant(null), anything),
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'tool', 'system'), anything),
    createdAt: fc.oneof(word, anything),
    partType: fc.oneof(word, anything),
    includeInContext: fc.oneof(fc.boolean(), anything),
    content: fc.oneof(word, word, anything),
    tool_calls: fc.oneof(fc.array(call), anything),
    tool_call_id: fc.oneof(word, anything),
    toolName: fc.oneof(word, anything),
    outcome: fc.oneof(fc.constantFrom('ok', 'error', 'denied'), anything),
    later: anything,
  },
  { requiredKeys: ['id', 'role', 'content'] },
);

test('a record that passes the fast check passes the schema too, and is returned unchanged', () => {
  let taken = 0;
  fc.assert(
    fc.property(record, (value) => {
      if (!isCanonicalMessage(value)) return;
      taken++;
      const given = structuredClone(value);
      // An incomplete one goes to the schema: an additional unknown field changes nothing else.
      const bySchema = parseMessage({ ...value, createdAt: undefined });
      expect(bySchema).toMatchObject({ ok: true });
      expect(parseMessage(value)).toEqual({ ok: true, message: given });
      if (bySchema.ok) expect({ ...bySchema.message, createdAt: given.createdAt }).toEqual(given);
    }),
    { numRuns: volume({ short: 4_000, all: 20_000 }) },
  );
  expect(taken).toBeGreaterThan(volume({ short: 20, all: 200 }));
});

test('null, a list and a text are not records', () => {
  for (const value of [null, [], 'text', 17, undefined]) expect(isCanonicalMessage(value)).toBe(false);
});
