// Deleting, permanently removing and disk usage from the command line, alone and alongside an open app.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { removedText } from '../../../shared/conversation/removed.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { throughline } from '../../support/commandLine.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { conversationFolder } from '../../support/storedConversation.ts';

const secret = 'hunter2-9f8e7d6c5b4a';
const soon = { interval: 20 };
const at = (app: TestApp) => ['--project', app.folder, '--data', app.dataDir];

function messageWith(app: TestApp, id: string, text: string): Message {
  const found = app.rows(id).find((row) => row.content === text);
  if (!found) throw new Error(`no message says ${text}`);
  return found;
}

test(
  cite('STORE-10', 'delete names what is removed, does nothing without an answer, and nothing for an ambiguous prefix'),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'hello' } });
    const id = await app.start();
    await app.turn(id, 'What is the weather?');
    for (const prefix of ['', '%', '_', '*', '%%%%', '____', '****', '.', '..', id.slice(0, 3)]) {
      const answer = await commandHere(['delete', prefix, '--yes', ...at(app)]);
      expect({ prefix, ...answer }).toMatchObject({ code: 1, stdout: '' });
    }
    const asked = await commandHere(['delete', id, ...at(app)]);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain(`“What is the weather?”: ${app.rows(id).length} messages`);
    expect(asked.stderr).toContain(`throughline delete ${id} --yes`);
    expect(conversationFolder(app.dataDir, id)).toContain(id);
  },
);

test(cite('STORE-10', "a deletion on the command line is final at its end, and leaves an open app's undoable"), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'hello' } });
  const [mine, its] = [await app.start(), await app.start()];
  for (const id of [mine, its]) await app.turn(id, 'hi');
  const before = app.rows(mine);
  const request = await app.call('conversation.request', { conversationId: mine });
  await app.call('conversation.delete', { conversationId: mine });
  const removed = app.event('conversation.removed');
  expect(await throughline(['delete', its, '--yes', ...at(app)])).toMatchObject({ code: 0 });
  await removed;
  const left = () => readdirSync(path.join(app.dataDir, 'projects'), { recursive: true }).map(String);
  expect(left().filter((name) => name.includes(its))).toEqual([]);
  expect((await commandHere(['check', '--repair', ...at(app)])).code).toBe(0);
  await app.call('conversation.restore', { conversationId: mine });
  expect(app.rows(mine)).toEqual(before);
  expect(await app.call('conversation.request', { conversationId: mine })).toEqual(request);
  expect(await app.client.call('conversation.restore', { conversationId: its })).toMatchObject({
    error: { code: 'CONVERSATION_NOT_FOUND' },
  });
});

test(cite(
  'STORE-10',
  'forget removes a message from every file and from an open view; request no longer contains it',
), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'I see.' } });
  const id = await app.start();
  await app.turn(id, `the password is ${secret}`);
  await app.turn(id, 'and now?');
  const message = messageWith(app, id, `the password is ${secret}`);
  expect(await commandHere(['forget', id, ...at(app)])).toMatchObject({ code: 2 });
  expect(await commandHere(['forget', id, 'nosuchmessage', '--yes', ...at(app)])).toMatchObject({ code: 1 });
  const asked = await commandHere(['forget', id, message.id, ...at(app)]);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).not.toContain(secret);
  const replaced = app.event('message.replaced');
  expect(await commandHere(['forget', id, message.id, '--yes', ...at(app)])).toMatchObject({ code: 0 });
  expect((await replaced).message).toMatchObject({ id: message.id, content: removedText });
  expect((await commandHere(['request', id, ...at(app)])).stdout).not.toContain(secret);
  const snapshot = await app.call('conversation.open', { conversationId: id });
  expect(JSON.stringify(snapshot)).not.toContain(secret);
  await expect.poll(() => filesWith(app.dataDir, secret), soon).toEqual([]);
  expect(await app.turn(id, 'go on')).toBe('done');
  expect(JSON.stringify(app.model.requests.at(-1)?.body)).not.toContain(secret);
});

test('deleting a conversation that an app runs is rejected, naming that app', { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise: [{ hang: true }] });
  const id = await app.start();
  await app.call('run.send', { conversationId: id, text: 'hi' });
  const answer = await throughline(['delete', id, '--yes', ...at(app)]);
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('a run') });
  await app.call('run.stop', { conversationId: id });
  expect(app.rows(id).length).toBeGreaterThan(0);
});

test(cite('STORE-17', 'space shows how much each project uses, for people and for programs'), async () => {
  const app = await startTestApp({ otherwise: { text: 'hello' } });
  const id = await app.start();
  await app.turn(id, 'hi');
  const text = await commandHere(['space', ...at(app)]);
  expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining(app.folder) });
  const json = JSON.parse((await commandHere(['space', '--json', ...at(app)])).stdout);
  expect(json.projects).toHaveLength(1);
  expect(json.projects[0]).toMatchObject({ folder: app.folder, results: 0, deleted: 0 });
  expect(json.projects[0].messages).toBeGreaterThanOrEqual(readFileSync(app.messagesFile(id)).length);
});
