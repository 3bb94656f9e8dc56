// The preview is what is sent, also if the app ended between two writes, the user types a key, or a file named by a
// message was deleted by hand.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { conversationFolder, userTexts } from '../support/storedConversation.ts';

const otherwise = { text: 'Good.' };
const key = 'sk-test-0123456789abcdef';

async function restart(app: TestApp): Promise<TestApp> {
  await app.close();
  return startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise });
}

async function preview(app: TestApp, conversationId: string, text: string): Promise<string> {
  return JSON.stringify((await app.call('conversation.request', { conversationId, text })).body);
}

test(cite('LOOP-8', 'a queued message stored before the app ended is shown, previewed and sent once'), async () => {
  const app = await startTestApp({ otherwise });
  const id = await app.start();
  await app.turn(id, 'what was queued');
  const stored = app.rows(id).find((row) => row.role === 'user');
  await app.close();
  const pending = path.join(conversationFolder(app.dataDir, id), 'pending.json');
  const queue = [
    { id: stored?.id, text: 'what was queued' },
    { id: 'later', text: 'what still waits' },
  ];
  writeFileSync(pending, JSON.stringify({ v: 1, draft: '', queue }));

  const again = await restart(app);
  const opened = await again.call('conversation.open', { conversationId: id });
  expect(opened.queue.map(({ text }) => text)).toEqual(['what still waits']);
  const shown = await preview(again, id, 'next');
  expect(shown.split('what was queued')).toHaveLength(2);
  const taken = await again.call('run.withdraw', { conversationId: id, queueId: stored?.id ?? '' });
  expect(taken.text).toBeNull();
  await again.turn(id, 'next');
  expect(again.model.requests.at(-1)?.text).toBe(shown);
  expect(userTexts(again.rows(id))).toEqual(['what was queued', 'what still waits', 'next']);
});

test(cite(['SEQ-1', 'STORE-16'], 'a key in the composer is hidden in the preview as in the request'), async () => {
  const app = await startTestApp({ otherwise });
  const id = await app.start();
  writeFileSync(path.join(app.folder, `${key}.txt`), `it is ${key}\n`);
  for (const text of [`my key is ${key}, is it?`, `look at @${key}.txt and @${key}/none.ts`]) {
    const shown = await preview(app, id, text);
    expect(shown).not.toContain(key);
    await app.turn(id, text);
    expect(app.model.requests.at(-1)?.text).toBe(shown);
  }
});

test(cite(
  'MENTION-2',
  'an attachment deleted by hand is not sent from memory: the request equals the one after a restart',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise });
  writeFileSync(path.join(app.folder, 'a.ts'), 'const secret = 1;\n');
  writeFileSync(path.join(app.folder, 'b.ts'), 'const other = 2;\n');
  const id = await app.start();
  await app.turn(id, 'see @a.ts and @b.ts');
  await app.turn(id, 'and now?');
  expect(app.model.requests.at(-1)?.text).toContain('const secret = 1;');
  const attachments = path.join(path.dirname(app.messagesFile(id)), '..', '..', 'state', 'attachments');
  for (const name of readdirSync(attachments)) {
    const file = path.join(attachments, name);
    if (readFileSync(file, 'utf8').includes('secret')) rmSync(file);
    else writeFileSync(file, 'forged\n');
  }
  await app.turn(id, 'gone?');
  const sent = app.model.requests.at(-1)?.text ?? '';
  for (const word of ['const secret', 'const other', 'forged']) expect(sent).not.toContain(word);
  const shown = await preview(app, id, 'more');
  expect(await preview(await restart(app), id, 'more')).toBe(shown);
});
