// The next request in every format over the contract: what the conversation's provider really gets, and the same in the
// others' formats.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RequestFormatName, requestFormatNames } from '../../../shared/features/conversations/methods.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { bodyViolations, wireModel } from '../../support/wireForms.ts';

async function formsOf(
  app: TestApp,
  conversationId: string,
  text: string,
): Promise<Record<RequestFormatName, unknown>> {
  const bodies: Partial<Record<RequestFormatName, unknown>> = {};
  for (const form of requestFormatNames) {
    bodies[form] = (await app.call('conversation.request', { conversationId, text, form })).body;
  }
  return bodies as Record<RequestFormatName, unknown>;
}

const check = ({ provider, ...forms }: Record<RequestFormatName, unknown>) =>
  bodyViolations({ ...forms, compatible: provider, deepseek: provider }, wireModel);

test(cite(
  ['SEQ-1', 'SEQ-7'],
  'the previewed request is what is sent, byte for byte, and is valid in every other format, even after a restart',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({
    replies: [
      {
        text: 'looking',
        calls: [
          { name: 'list_files', arguments: '{}' },
          { name: 'list_files', arguments: 'no json' },
        ],
      },
      { text: 'done' },
      { text: 'again' },
    ],
  });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
  await app.turn(id, 'look around');
  const shown = await formsOf(app, id, 'and now?');
  expect(check(shown)).toEqual([]);
  await app.close();

  const again = await startTestApp({
    dataDir: app.dataDir,
    folder: app.folder,
    replies: [{ text: 'again' }],
    env: {},
  });
  expect(await formsOf(again, id, 'and now?')).toEqual(shown);
  await again.call('conversation.open', { conversationId: id, tail: 50 });
  await again.turn(id, 'and now?');
  expect(again.model.requests[0]?.text).toBe(JSON.stringify(shown.provider));
});

test(cite(['SEQ-3', 'SEQ-7'], 'a log damaged by hand is shown valid in every format, and is not changed'), async () => {
  const app = await startTestApp({ replies: [{ text: 'hi' }] });
  const id = await app.start();
  await app.turn(id, 'hello');
  const file = app.messagesFile(id);
  const rows = app.rows(id);
  const last = rows.at(-1)?.id ?? null;
  const place = (at: number, parentId: string | null) => ({
    v: 1,
    id: `01K0000000000000000000000${at}`,
    parentId,
    createdAt: '',
  });
  const added = [
    { ...toolMessage('x y', 'before its call \ud800'), ...place(1, last) },
    {
      role: 'assistant',
      content: ' ',
      tool_calls: [call('x y', 'bad name!', '[1]'), call('', '', '{')],
      ...place(2, place(1, null).id),
    },
    { ...userMessage('\u0000'), ...place(3, place(2, null).id) },
    { ...userMessage('still here'), ...place(4, place(3, null).id) },
  ];
  const whole = readFileSync(file, 'utf8').replace(/\n?\]\s*$/, '\n');
  writeFileSync(file, whole);
  appendFileSync(file, `${added.map((row) => `,${JSON.stringify(row)}\n`).join('')}]\n`);
  const bytes = readFileSync(file, 'utf8');
  const shown = await formsOf(app, id, 'go on');
  expect(check(shown)).toEqual([]);
  for (const body of Object.values(shown)) {
    for (const word of ['hello', 'before its call', 'still here', 'go on'])
      expect(JSON.stringify(body)).toContain(word);
  }
  expect(readFileSync(file, 'utf8')).toBe(bytes);
});
