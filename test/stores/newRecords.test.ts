import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordBatch, singleRecord } from '../../electron/stores/log/newRecords.ts';
import { cite } from '../support/cite.ts';
import { conversationOf, userMessage } from '../support/messageBuilder.ts';

const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 });

test(cite('PERF-5', 'records collected as bytes are written, and reported, as each individually would be'), {
  tags: ['all'],
}, () => {
  const batch = createRecordBatch();
  fc.assert(
    fc.property(texts, fc.constantFrom('', ',', '\n', '\n,', '[\n'), fc.nat(19), (said, before, from) => {
      // Sometimes more than its initial capacity.
      const messages = conversationOf(
        said.map((text, index) => userMessage(index === 5 ? text.padEnd(7e5, 'é') : text)),
      );
      const lines = messages.map((message) => JSON.stringify(message));
      batch.clear();
      for (const line of lines) batch.add(line);
      expect(batch.count).toBe(lines.length);
      expect(batch.text()).toBe(lines.join('\n,'));
      const bytes = batch.bytes(before).toString('utf8');
      expect(bytes === `${before}${lines.join('\n,')}\n]\n`).toBe(true);
      const text = Buffer.from(batch.text());
      expect(batch.size).toBe(text.length);
      const told: unknown[] = [];
      batch.each(from, (message, start, end) => {
        expect(text.toString('utf8', start, end)).toBe(lines[from + told.length]);
        told.push(message);
      });
      expect(told).toEqual(messages.slice(from));
    }),
    { numRuns: 30 },
  );
});

test('one record is written like a batch of one', () => {
  const [message] = conversationOf([userMessage('héllo')]);
  if (!message) throw new Error('there is none');
  const line = JSON.stringify(message);
  const [one, batch] = [singleRecord(message, line), createRecordBatch()];
  batch.add(line);
  for (const before of ['', ',', '[\n']) expect(batch.bytes(before)).toEqual(one.bytes(before));
  for (const records of [one, batch]) {
    expect([records.count, records.text()]).toEqual([1, line]);
    records.each(0, (...told) => expect(told).toEqual([message, 0, Buffer.byteLength(line)]));
  }
});
