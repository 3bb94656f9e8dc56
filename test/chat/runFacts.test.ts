// A reply's origin: the provider's IDs, and the run's version, branch and commit. It is stored, and never sent.

import path from 'node:path';
import { expect, test } from 'vitest';
import type { AssistantMessage } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import type { Reply } from '../support/fakeModelServer.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';

const commit = `${'c0ffee'.repeat(6)}c0ff`;
const call = (name: string, args: unknown) => ({ id: `call_${name}`, name, arguments: JSON.stringify(args) });

/** A folder with git's files, and the app on it. */
async function start(replies: readonly Reply[]) {
  const folder = path.join(tempFolder(), 'project');
  writeTree(folder, {
    'a.txt': 'one\n',
    '.git/HEAD': 'ref: refs/heads/side-branch\n',
    '.git/refs/heads/side-branch': `${commit}\n`,
  });
  const app = await startTestApp({ folder, replies, settings: { approvalMode: 'all' } });
  const replied = (id: string): AssistantMessage[] => app.rows(id).filter((row) => row.role === 'assistant');
  return { app, replied };
}

const run = { version: 'test', branch: 'side-branch', commit };

test(
  cite(
    'STORE-19',
    'records of replies, failures, stops and agents have IDs, version, branch and commit, which are never sent',
  ),
  async () => {
    const { app, replied } = await start([
      [{ headers: { 'x-request-id': 'req-1' } }, { calls: [call('run_agent', { task: 'look', title: 'Look' })] }],
      [{ headers: { 'request-id': 'req-2' } }, { text: 'Looked.' }],
      [{ headers: { 'x-request-id': 'not an id' } }, { text: 'Done.' }],
      { status: 400, headers: { 'x-request-id': 'req-4' }, body: { error: { message: 'no' } } },
      [{ headers: { 'cf-ray': 'req-5' } }, { text: 'Half' }, { hang: true }],
      { text: 'Again.' },
    ]);
    const id = await app.start();
    await app.turn(id, 'first');
    await app.turn(id, 'second');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'third' });
    await app.event('reply.delta', () => true, from);
    await app.call('run.stop', { conversationId: id });
    await app.event('run.ended', () => true, from);
    const messageId = app.rows(id).findLast((row) => row.role === 'user')?.id ?? '';
    await app.call('run.regenerate', { conversationId: id, messageId });
    await app.event('run.ended', (event) => event.type === 'run.ended' && event.end === 'done', from);

    const fake = 'chatcmpl-fake';
    expect(replied(id).map(({ response }) => response)).toEqual([
      { id: fake, requestId: 'req-1' },
      { id: fake },
      { requestId: 'req-4' },
      { id: fake, requestId: 'req-5' },
      { id: fake },
    ]);
    const agent = app.rows(id).find((row) => row.role === 'tool')?.details?.agent?.conversationId ?? '';
    expect(replied(agent).map(({ response }) => response)).toEqual([{ id: fake, requestId: 'req-2' }]);
    for (const reply of [...replied(id), ...replied(agent)]) expect(reply.run).toEqual(run);
    const { body } = await app.call('conversation.request', { conversationId: id, text: 'next' });
    const sent = [...app.model.requests.map(({ text }) => text), JSON.stringify(body)].join('\n');
    for (const kept of [fake, 'req-', commit, 'side-branch', '"response"', '"run"']) expect(sent).not.toContain(kept);
  },
);
