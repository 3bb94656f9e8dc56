// The browser host as a user starts it: the built entry point in its own process, on its own data folder.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';
import { startThroughline, throughline } from '../../support/commandLine.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { writeTree } from '../../support/fileTree.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { goneWithin, numberIn } from '../../support/processes.ts';
import type { Finished } from '../../support/program.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { connected, headless, runningHost } from '../../support/runningHost.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** One line for people, no stack trace, nothing on standard output. */
function expectOneLine(finished: Finished, code: number, pattern: RegExp): void {
  expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: '' });
  expect(finished.stderr).toMatch(pattern);
  expect(finished.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(finished.stderr).not.toMatch(/\n\s+at |Error:/);
}

test(cite(['START-1', 'SEC-2'], 'it prints its URL, listens only on loopback and serves the app'), {
  tags: ['all'],
}, async () => {
  const host = await runningHost(join(tempFolder(), 'data'));
  const page = await rawRequest(host.port, {});
  expect(page.status).toBe(200);
  expect(page.body).toContain('<script type="module"');
  const client = await connected(host);
  const opened = await client.call('app.open', {});
  expect(opened).toMatchObject({ ok: true, value: { host: 'browser', version: '0.1.0' } });
  if (process.platform === 'linux') {
    const listening = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8');
    const hex = host.port.toString(16).toUpperCase().padStart(4, '0');
    const addresses = [...listening.matchAll(/^\s*\d+: (\w+):(\w{4}) \w+:\w{4} 0A/gm)];
    expect(addresses.filter(([, , port]) => port === hex).map(([, address]) => address)).toEqual(['0100007F']);
  }
});

test(cite('SEC-2', 'the token is in a file that only its owner can read, and nowhere else on disk'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  const host = await runningHost(dataDir);
  await rawRequest(host.port, tokenRequest(host.port, host.token));
  await rawRequest(host.port, tokenRequest(host.port, 'wrong'));
  const file = join(dataDir, 'server.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    v: 1,
    address: `http://127.0.0.1:${host.port}/`,
    token: host.token,
  });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(filesWith(dataDir, host.token)).toEqual([file]);
  expect(host.said().split(host.token)).toHaveLength(2);

  host.child.kill('SIGTERM');
  expect((await host.finished).code).toBe(0);
  expect(readdirSync(dataDir)).not.toContain('server.json');
});

test(cite('START-5', "a second start on the same data prints the first one's URL and exits"), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  const first = await runningHost(dataDir);
  for (const args of [['--port', '0'], ['--port', String(first.port)], []]) {
    const second = await headless(['--no-open', '--data', dataDir, ...args]).finished;
    expect(second).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Throughline is already running at http://127.0.0.1:${first.port}/#token=${first.token}\n`,
    });
  }
  expect((await rawRequest(first.port, tokenRequest(first.port, first.token))).status).toBe(200);
});

test(cite('START-5', 'the file of a killed host does not mislead the next start'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  const first = await runningHost(dataDir);
  first.child.kill('SIGKILL');
  await first.finished;
  expect(readdirSync(dataDir)).toContain('server.json');
  const second = await runningHost(dataDir);
  expect(second.token).not.toBe(first.token);
  expect(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')).token).toBe(second.token);
});

test(cite('START-5', 'the command line works alongside a running host'), { tags: ['all'] }, async () => {
  const dataDir = join(tempFolder(), 'data');
  const host = await runningHost(dataDir);
  const client = await connected(host);
  const created = await client.call('conversation.create', { projectId: null });
  const listed = await throughline(['list', '--all', '--json', '--data', dataDir]);
  expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: '' });
  expect(created.ok).toBe(true);
});

test(cite(
  ['START-6', 'LOOP-8'],
  'on request it ends running tools and their children, keeps everything, and exits in time',
), { tags: ['all'] }, async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const folder = tempFolder();
    const dataDir = join(folder, 'data');
    writeTree(folder, { 'project/': '' });
    const command = 'sh -c "echo $$ > child.txt; exec sleep 600" & echo $$ > tool.txt; wait';
    const model = await startFakeModelServer({
      replies: [{ calls: [{ name: 'run_command', arguments: JSON.stringify({ command }) }] }],
    });
    onTestFinished(() => model.close());
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'all' }));
    const host = await runningHost(dataDir, ['--project', join(folder, 'project')], {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
      OPENAI_MODEL: 'fake-model',
    });
    const client = await connected(host);
    const snapshot = await client.call('app.open', {});
    const projectId = snapshot.ok ? snapshot.value.startProjectId : null;
    const created = await client.call('conversation.create', { projectId });
    const conversationId = created.ok ? created.value.conversationId : '';
    await client.call('run.send', { conversationId, text: 'go' });
    const tool = await numberIn(join(folder, 'project', 'tool.txt'));
    const child = await numberIn(join(folder, 'project', 'child.txt'));

    host.child.kill(signal);
    const ended = await host.finished;
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    await goneWithin(tool, 1000);
    await goneWithin(child, 1000);

    const shown = await throughline(['show', conversationId, '--json', '--data', dataDir]);
    const { messages } = JSON.parse(shown.stdout);
    const roles = messages.map((message: { role: string }) => message.role);
    expect(roles.slice(-3)).toEqual(['user', 'assistant', 'tool']);
    expect(messages.at(-1).outcome).toBe('cancelled');
  }
});

test(cite('START-7', 'a port in use: one line, and no URL is left behind'), { tags: ['all'] }, async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const dataDir = join(tempFolder(), 'data');
  const finished = await headless(['--no-open', '--port', String(port), '--data', dataDir]).finished;
  expectOneLine(finished, 1, new RegExp(`^Port ${port} is in use`));
  expect(readdirSync(dataDir)).not.toContain('server.json');
});

test(cite('START-7', 'a data folder that cannot be created or is not a folder: one line'), {
  tags: ['all'],
}, async () => {
  const folder = tempFolder();
  writeTree(folder, { file: 'kept' });
  const places = [join(folder, 'file'), join(folder, 'file', 'inside')];
  if (process.platform === 'linux') places.push('/proc/throughline-data');
  for (const place of places) {
    const finished = await headless(['--no-open', '--port', '0', '--data', place]).finished;
    expectOneLine(finished, 1, /^The data folder .* cannot be used/);
  }
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
});

test(cite('START-7', 'a project folder that is missing or is not a folder: one line, and no data folder'), {
  tags: ['all'],
}, async () => {
  const folder = tempFolder();
  writeTree(folder, { file: '' });
  const base = ['--no-open', '--port', '0', '--data', join(folder, 'data'), '--project'];
  expectOneLine(await headless([...base, join(folder, 'none')]).finished, 1, /does not exist/);
  expectOneLine(await headless([...base, join(folder, 'file')]).finished, 1, /is not a folder/);
  expect(readdirSync(folder)).toEqual(['file']);
});

test(cite('START-7', 'damaged settings are reported in one line, set aside, and the app starts'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'settings.json'), '{"v":1,"approv');
  const host = await runningHost(dataDir);
  host.child.kill('SIGTERM');
  const { stderr } = await host.finished;
  expect(stderr).toMatch(/settings/i);
  expect(stderr).not.toMatch(/\n\s+at /);
  const kept = readdirSync(dataDir).filter((name) => name.startsWith('settings.json'));
  expect(kept.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toContain('{"v":1,"approv');
});

test(cite('START-4', 'the command line names an unknown option of the host in one line'), {
  tags: ['all'],
}, async () => {
  expectOneLine(await headless(['--nonsense']).finished, 2, /^Unknown option --nonsense/);
  const served = await startThroughline(['serve', '--port', 'x']).finished;
  expectOneLine(served, 2, /^--port must be a number/);
});
