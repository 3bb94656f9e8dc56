// After a kill -9 of the host, the next start ends what its terminals left running.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { liveNames } from '../../support/liveFiles.ts';
import { leftAfter, processTree, treeNames } from '../../support/processTree.ts';
import { connected, runningHost } from '../../support/runningHost.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite(['AGENT-2', 'START-6'], 'a shell and every process that it started are ended by the next start, by name'), {
  timeout: 60_000,
}, async () => {
  const root = tempFolder();
  const [dataDir, folder] = [path.join(root, 'data'), path.join(root, 'project')];
  for (const made of [dataDir, folder]) mkdirSync(made);
  // The mode in which a terminal needs no confirmation.
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'all' }));
  const tree = processTree(folder);
  const env = { SHELL: '/bin/sh', PATH: process.env.PATH ?? '' };

  const host = await runningHost(dataDir, ['--project', folder], env);
  const client = await connected(host);
  const opened = await client.call('app.open', {});
  const projectId = opened.ok ? opened.value.startProjectId : null;
  await client.call('project.trust', { projectId: projectId ?? '', trusted: true });
  const terminal = await client.call('terminal.open', { conversationId: null, projectId, cols: 80, rows: 24 });
  if (!terminal.ok) throw new Error(terminal.error.message);
  const terminalId = terminal.value.terminal.id;
  await client.call('terminal.write', { terminalId, text: `${tree.command}\r` });
  const pids = await tree.pids();
  host.child.kill('SIGKILL');
  await host.finished;
  // Closing the terminal ends only what listens to it.
  const left = await leftAfter(pids, 0);
  expect(treeNames).toEqual(expect.arrayContaining(left));
  expect(left).toEqual(expect.arrayContaining(['session', 'stubborn', 'nohup', 'daemon']));
  expect(readdirSync(path.join(dataDir, 'processes'))).toHaveLength(1);

  const next = await runningHost(dataDir, ['--project', folder], env);
  const again = await connected(next);
  expect(await leftAfter(pids, 5000)).toEqual([]);
  const notice = Promise.withResolvers<string>();
  again.onEvent(({ event }) => event.type === 'notice' && notice.resolve(event.message));
  const snapshot = await again.call('app.open', {});
  const news = snapshot.ok ? snapshot.value.news[0] : undefined;
  expect(news === undefined ? await notice.promise : textOf(news)).toBe(
    `Stopped 1 command left over from an earlier run: sh (${folder})`,
  );
  await expect.poll(() => liveNames(path.join(dataDir, 'processes'))).toEqual([]);
});
