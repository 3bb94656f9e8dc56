// What a hook leaves running when the app is killed: nothing after the next start, and its changes are undone with its
// call.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { leftAfter, processTree } from '../../support/processTree.ts';
import { connected, runningHost } from '../../support/runningHost.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, writeHooks } from './hooksFile.ts';

test(cite(
  ['HOOK-4', 'HOOK-3'],
  'a hook that runs as the app is killed is ended at the next start, and undone with its call',
), { tags: ['all'] }, async () => {
  const [dataDir, folder] = [path.join(tempFolder(), 'data'), path.join(tempFolder(), 'project')];
  mkdirSync(folder);
  const tree = processTree(folder);
  writeHooks(path.join(dataDir, 'hooks.json'), {
    event: 'PostToolUse',
    command: `echo made > made.txt; ${tree.command}`,
  });
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'edits' }));
  const model = await startFakeModelServer({
    replies: [calling('write_file', { path: 'a.txt', content: 'one\n' })],
    otherwise: { text: 'ok' },
  });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const open = async () => {
    const host = await runningHost(dataDir, ['--project', folder], env);
    return { host, client: await connected(host) };
  };
  const first = await open();
  const opened = await first.client.call('app.open', {});
  const projectId = opened.ok ? opened.value.startProjectId : null;
  const created = await first.client.call('conversation.create', { projectId });
  const conversationId = created.ok ? created.value.conversationId : '';
  await first.client.call('run.send', { conversationId, text: 'go' });
  const pids = await tree.pids();
  first.host.child.kill('SIGKILL');
  await first.host.finished;
  expect(existsSync(path.join(folder, 'made.txt'))).toBe(true);

  const second = await open();
  expect(await leftAfter(pids, 5000)).toEqual([]);
  const shown = await second.client.call('conversation.open', { conversationId });
  const asked = shown.ok ? shown.value.messages.find(({ role }) => role === 'user') : undefined;
  const target = { type: 'turn' as const, messageId: asked?.id ?? '' };
  expect(await second.client.call('changes.apply', { conversationId, target, direction: 'undo' })).toMatchObject({
    ok: true,
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.txt'))).toEqual([]);
});
