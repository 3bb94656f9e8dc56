// Any conversation's export follows the target app's rules, and importing and exporting it again changes nothing. The
// rules are independent of the product.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writerOf } from '../../../electron/interop/formats.ts';
import type { ExportSource, History } from '../../../electron/interop/history.ts';
import { tracesRequest } from '../../../electron/interop/otlp/span.ts';
import { toSpans } from '../../../electron/interop/otlp/toSpans.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { writerPrograms } from '../../../shared/features/import/otherApps.ts';
import { dot, dotHash } from '../../interop/claudeCode/ownConversation.ts';
import { givenOf } from '../../interop/textFile.ts';
import { cite } from '../../support/cite.ts';
import { randomConversation } from '../../support/randomConversation.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { otlpBreaks } from '../../support/sessionRules/otlp.ts';
import { volume } from '../../support/volume.ts';
import { readBack, rules, treeOf } from './written.ts';

/** As the store returns it: each ID once. One image is there, others are not. */
function given(messages: readonly Message[], headId = messages.at(-1)?.id ?? null): ExportSource {
  return {
    ...{ id: 'an-export', title: 'Tides', folder: '/home/ada', model: 'm', headId, agents: [], version: '1.0.0' },
    messages: structuredClone(messages) as Message[],
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async (hash) => (hash === dotHash ? dot : null),
  };
}

/** Repeats the end of a conversation as another branch, which is not open. */
function withBranch(messages: readonly Message[], place: number): Message[] {
  const starts = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  const start = starts[place % Math.max(1, starts.length)] ?? messages.length;
  const names = new Map<string | null, string>(messages.slice(start).map(({ id }) => [id, `${id}-again`]));
  const again = messages.slice(start).map((message) => ({
    ...message,
    id: `${message.id}-again`,
    parentId: names.get(message.parentId) ?? message.parentId,
  }));
  return [...messages.slice(0, start), ...(again as Message[]), ...messages.slice(start)];
}

const conversation = fc
  .tuple(randomConversation(4), fc.nat(20))
  .map(([sent, place]) => withBranch(sent.at(-1)?.messages ?? [], place));

test.each(writerPrograms)(
  cite(
    ['INTEROP-2', 'INTEROP-3'],
    '%s: the export follows the rules, and is the same after importing and exporting it again',
  ),
  async (program) => {
    const writer = writerOf(program);
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const files = await writer.write(given(messages));
        expect(rules[program](files)).toEqual([]);
        for (const history of await readBack(program, files)) {
          const again = await writer.write(givenOf(history));
          expect(rules[program](again)).toEqual([]);
          const [once] = await readBack(program, again);
          if (history.messages.length > 0) expect(treeOf(once as History)).toEqual(treeOf(history));
        }
      }),
      { numRuns: volume({ short: 12, all: 40 }) },
    );
  },
);

test.each(writerPrograms)('%s: whatever a damaged log contains, the export follows the rules', async (program) => {
  await fc.assert(
    fc.asyncProperty(randomHistory(), async ({ messages }) => {
      fc.pre(new Set(messages.map(({ id }) => id)).size === messages.length);
      expect(rules[program](await writerOf(program).write(given(messages)))).toEqual([]);
    }),
    { numRuns: volume({ short: 16, all: 80 }) },
  );
});

test('otlp: whatever the log contains, the spans follow the protocol and the conventions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        conversation,
        randomHistory().map((one) => one.messages),
      ),
      async (messages) => {
        const spans = await toSpans(given(messages), { content: true, mask: (text) => text });
        expect(otlpBreaks(JSON.stringify(tracesRequest(spans, { version: '1.0.0' })))).toEqual([]);
      },
    ),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});

test('the rules and the counters import nothing from the product', () => {
  const support = path.join(import.meta.dirname, '../../support');
  for (const folder of ['sessionRules', 'sessionCounts', 'validators']) {
    for (const name of readdirSync(path.join(support, folder)).filter((one) => !one.endsWith('.test.ts'))) {
      const text = readFileSync(path.join(support, folder, name), 'utf8');
      const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
      expect(
        imported.filter((from) => !/^(?:\.\/|\.\.\/validators\/|ajv\/)/.test(from ?? '')),
        name,
      ).toEqual([]);
    }
  }
});
