import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextColumn } from '../../electron/lib/columns.ts';

test('any text is stored as given, and found under the last number it was indexed with', () => {
  const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\0', '\ud800', '\0"', 'a')), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(texts, fc.boolean(), fc.boolean(), (given, backwards, isKnown) => {
      const column = createTextColumn();
      for (const text of backwards ? given.toReversed() : given) column.push(text);
      if (backwards) column.reverse();
      if (isKnown) column.expect(given.length);
      const numbers = new Map<string, number>();
      for (const [number, text] of given.entries()) {
        expect(column.at(number)).toBe(text);
        expect(column.find(text)).toBe(numbers.get(text) ?? -1);
        expect(column.index(number)).toBe(numbers.get(text) ?? -1);
        numbers.set(text, number);
      }
      for (const [text, number] of numbers) expect(column.find(text)).toBe(number);
    }),
    { numRuns: 25 },
  );
});
