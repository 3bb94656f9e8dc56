// Writing to a conversation that is in another app's file: each way is rejected with a sentence that says what to do,
// and nothing of it is on disk afterwards.

import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { hashTree } from '../../support/hashTree.ts';
import { sessionHome } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const turns = ['north', 'south'].map((place) => ({
  asked: `What lies in the ${place}?`,
  command: `ls ${place}`,
  printed: `${place} berth`,
  said: `One berth in the ${place}.`,
}));

test(cite(
  'INTEROP-9',
  'every attempt to write to a session in place is rejected with an explanation, and changes nothing',
), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, turns);
  const app = await startTestApp({ env: { HOME: home.home, CLAUDE_CONFIG_DIR: '' } });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  const { messages, projectId } = await app.call('conversation.open', { conversationId, tail: 50 });
  const [first] = messages.filter(({ role }) => role === 'user');
  const asks = messages.find(({ role }) => role === 'assistant');
  const result = messages.find(({ role }) => role === 'tool');
  const of = (message: typeof first) => message?.id ?? '';
  const bytes = Buffer.from('a text that is attached').toString('base64');
  const second = messages.filter(({ role }) => role === 'user')[1];
  const file = { name: 'a.txt', mediaType: 'text/plain', base64: bytes, offset: 0 };
  const writing: readonly [string, object, string?][] = [
    ['run.send', { text: 'more' }],
    ['run.resume', {}],
    ['run.resend', { messageId: of(first), text: 'else', files: true }],
    ['run.regenerate', { messageId: of(asks) }],
    ['call.resolve', { messageId: of(asks), index: 0, choice: 'run_again' }],
    ['conversation.rename', { title: 'Mine' }],
    ['conversation.organise', { pinned: true, archived: true }],
    ['conversation.configure', { model: { provider: 'openai', model: 'fake-model' }, approvalMode: 'all' }],
    ['conversation.saveDraft', { draft: 'a draft', attachments: [] }],
    ['conversation.delete', {}],
    ['conversation.restore', {}, 'CONVERSATION_NOT_FOUND'],
    ['conversation.forgetMessage', { messageId: of(result) }],
    ['conversation.setFolder', { path: app.folder }],
    ['conversation.switchBranch', { messageId: of(first) }],
    ['conversation.fork', { messageId: of(first) }],
    ['conversation.rewind', { messageId: of(second), files: true }],
    ['conversation.rewind', { messageId: of(second), files: false }],
    ['conversation.unrewind', {}],
    ['changes.apply', { target: { type: 'turn', messageId: of(first) }, direction: 'undo' }],
    ['context.mark', { messageId: of(first), hidden: true }],
    ['context.compact', {}],
    ['tool.run', { toolName: 'list_files', arguments: '{}', inContext: true }],
    ['attachment.add', { ...file, uploadId: 'whole', last: true }],
    ['attachment.add', { ...file, uploadId: 'begun', last: false }],
    ['conversation.create', { projectId }],
    ['project.trust', { projectId, trusted: true }, 'NOT_SUPPORTED'],
    ['project.configure', { projectId, approvalMode: 'edits' }, 'NOT_SUPPORTED'],
  ];
  const kept = () => hashTree(path.join(app.dataDir, 'projects'));
  const before = kept();
  for (const [method, params, code = 'STORE_READ_ONLY'] of writing) {
    const answer = await app.client.call(method as 'run.send', { conversationId, ...params } as never);
    expect([method, answer.ok ? 'done' : answer.error.code]).toEqual([method, code]);
    expect(answer.ok ? '' : answer.error.message).toMatch(/\.$/);
  }
  expect(kept()).toEqual(before);
});
