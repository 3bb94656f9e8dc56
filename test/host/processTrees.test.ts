// What the built entry points leave running: nothing when they exit on request, and after a kill -9 nothing from the
// next start on.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MethodName, ParamsOf, ResultOf } from '../../shared/contract.ts';
import { textOf } from '../../shared/core/sentence.ts';
import type { ContractClient } from '../../shared/protocol/client.ts';
import { cite } from '../support/cite.ts';
import { startThroughline, throughline } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { leftAfter, processTree, treeNames } from '../support/processTree.ts';
import { connected, type RunningHost, runningHost } from '../support/runningHost.ts';
import { askFor } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** A folder, a data folder, and a model that starts with a long-running command. */
async function place(more: object = {}) {
  const root = tempFolder();
  const [dataDir, folder] = [join(root, 'data'), join(root, 'project')];
  for (const path of [dataDir, folder]) mkdirSync(path);
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'all' }));
  const tree = processTree(folder);
  const model = await startFakeModelServer({
    replies: [{ calls: [askFor('t', 'run_command', { command: tree.command, ...more })] }],
    otherwise: { text: 'ok' },
  });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  return { dataDir, folder, tree, env };
}

type Place = Awaited<ReturnType<typeof place>>;

async function value<M extends MethodName>(
  client: ContractClient,
  method: M,
  params: ParamsOf<M>,
): Promise<ResultOf<M>> {
  const answer = await client.call(method, params);
  if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`);
  return answer.value;
}

/** In the snapshot, or as an event after it if the host was still busy. */
async function firstNotice(client: ContractClient): Promise<string> {
  const told = Promise.withResolvers<string>();
  client.onEvent(({ event }) => event.type === 'notice' && told.resolve(event.message));
  const { news } = await value(client, 'app.open', {});
  return news[0] === undefined ? told.promise : textOf(news[0]);
}

/** A host whose command has started its whole tree. */
async function hostWithTree({ dataDir, folder, tree, env }: Place) {
  const host = await runningHost(dataDir, ['--project', folder], env);
  const client = await connected(host);
  const { startProjectId: projectId } = await value(client, 'app.open', {});
  const { conversationId } = await value(client, 'conversation.create', { projectId });
  await value(client, 'run.send', { conversationId, text: 'go' });
  return { host, client, conversationId, pids: await tree.pids() };
}

async function kill9(host: RunningHost): Promise<void> {
  host.child.kill('SIGKILL');
  await host.finished;
}

test(cite(['START-6', 'LOOP-8'], "a host that exits on request ends processes that left its command's group"), {
  tags: ['all'],
}, async () => {
  const here = await place();
  const { host, pids } = await hostWithTree(here);
  host.child.kill('SIGTERM');
  expect(await leftAfter(pids, 2000)).toEqual([]);
  expect((await host.finished).code).toBe(0);
  expect(readdirSync(join(here.dataDir, 'processes'))).toEqual([]);
});

test(cite(['START-6', 'LOOP-8'], 'so does a run in the terminal with Ctrl-C'), { tags: ['all'] }, async () => {
  const { dataDir, folder, tree, env } = await place();
  const args = ['run', '-p', 'go', '--approve', 'all', '--data', dataDir, '--project', folder];
  const running = startThroughline(args, env);
  const pids = await tree.pids();
  running.child.kill('SIGINT');
  expect(await leftAfter(pids, 2000)).toEqual([]);
  expect((await running.finished).code).toBe(130);
});

test(cite('AGENT-2', 'a background command ends with the run in the terminal that started it, which says so'), {
  tags: ['all'],
}, async () => {
  const { dataDir, folder, tree, env } = await place({ background: true });
  const args = ['run', '-p', 'go', '--approve', 'all', '--data', dataDir, '--project', folder];
  const ended = await startThroughline(args, env).finished;
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toContain(
    'Stopping bg_1 (. ./tree.sh; wait; sleep 600): background commands end with this run.',
  );
  expect(await leftAfter(await tree.pids(), 0)).toEqual([]);
});

test(cite('LOOP-8', 'after a kill -9 the next start ends what was left, says so, and reports the call truthfully'), {
  tags: ['all'],
}, async () => {
  const here = await place();
  const { host, conversationId, pids } = await hostWithTree(here);
  await kill9(host);
  expect(await leftAfter(pids, 0)).toEqual(treeNames);

  const next = await runningHost(here.dataDir, ['--project', here.folder], here.env);
  expect(await leftAfter(pids, 2000)).toEqual([]);
  const client = await connected(next);
  expect(await firstNotice(client)).toBe(
    'Stopped 1 command left over from an earlier run: . ./tree.sh; wait; sleep 600',
  );
  expect(readdirSync(join(here.dataDir, 'processes'))).toEqual([]);
  const { openCalls } = await value(client, 'conversation.open', { conversationId });
  expect(openCalls).toEqual([expect.objectContaining({ index: 0, state: 'unknown' })]);
  expect(openCalls[0]?.process).toBeUndefined();
  const [call] = openCalls;
  const choice = { conversationId, messageId: call?.messageId ?? '', index: 0, choice: 'run_again' } as const;
  expect(await client.call('call.resolve', choice)).toMatchObject({ ok: true });
});

test(cite(
  'AGENT-2',
  'after a kill -9 a background command is ended by a run in the terminal too, and its output is kept',
), { tags: ['all'] }, async () => {
  const here = await place({ background: true });
  const { host, conversationId, pids } = await hostWithTree(here);
  const beside = ['run', '-p', 'hello', '--data', here.dataDir, '--project', here.folder];
  // While its owner lives nobody else ends it.
  expect((await throughline(beside, here.env)).stderr).not.toContain('earlier run');
  expect(await leftAfter(pids, 0)).toEqual(treeNames);
  await kill9(host);
  expect(await leftAfter(pids, 0)).toEqual(treeNames);
  const next = await throughline(beside, here.env);
  expect(next.stderr).toContain('Stopped 1 command left over from an earlier run: . ./tree.sh; wait; sleep 600\n');
  expect(await leftAfter(pids, 0)).toEqual([]);
  const files = readdirSync(here.dataDir, { recursive: true }) as string[];
  expect(files.filter((name) => name.includes(conversationId) && name.endsWith('bg_1.json'))).toHaveLength(1);
});
