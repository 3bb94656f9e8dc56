import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { doors } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { hostileFiles, plantHostileFolder } from '../support/hostileFolder.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/tempFolder.ts';

const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });

/** A server that must never be contacted; requests are recorded. */
async function evilServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('connection', () => asked.push('connection'));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function plant() {
  const root = tempFolder();
  const [folder, traces, dataDir] = ['project', 'traces', 'data'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(folder);
  mkdirSync(traces);
  const evil = await evilServer();
  return { folder, traces, dataDir, evil, planted: plantHostileFolder(folder, traces, evil.url) };
}

const model = [
  { calls: [call('1', 'list_files', { path: '.' }), call('2', 'read_file', { path: 'notes.txt' })] },
  { calls: [call('3', 'search_files', { pattern: 'ordinary' })] },
  { calls: [call('4', 'run_command', { command: 'npm test && git status' })] },
  { text: 'done' },
];

test(
  cite(
    'APPROVE-5',
    `none of ${hostileFiles.length} hostile files starts, redirects, allows or says anything when their folder is opened and used`,
  ),
  async () => {
    console.log(`files of a folder that try to: ${hostileFiles.length}`);
    const { folder, traces, dataDir, evil, planted } = await plant();
    const app = await startTestApp({ folder, dataDir, settings: { approvalMode: 'reads' } });
    const id = await app.start();
    const { startProjectId: projectId } = await app.call('app.open', {});
    await app.call('mention.complete', { projectId: projectId ?? '', text: '' });
    await app.call('mention.complete', { projectId: projectId ?? '', text: '.m' });
    await app.call('tool.list', { conversationId: id });
    const { servers } = await app.call('mcp.list', { projectId });
    expect(servers.map(({ name }) => name)).toEqual(['helper']);
    for (const { state } of servers) expect(['untrusted', 'shadowed', 'disabled']).toContain(state);
    for (const server of servers) {
      const { origin, name, hash } = server;
      const answer = await app.client.call('mcp.approve', { server: { origin, name }, hash });
      expect(answer).toMatchObject({ ok: false });
      await app.client.call('mcp.restart', { server: { origin, name } });
    }
    app.model.push(...model);
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'look at @notes.txt and go on' });
    const { approval } = await waiting;
    expect(approval).toMatchObject({ toolName: 'run_command' });
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');

    expect(readdirSync(traces)).toEqual([]);
    expect(evil.asked).toEqual([]);
    expect(app.model.requests).toHaveLength(4);
    const sent = JSON.stringify(app.model.requests.map(({ body }) => body));
    for (const { file, effect } of hostileFiles) {
      if (effect === 'say') expect(sent, file).not.toContain(planted.wordsOf(file));
    }
    expect((await app.call('permission.list', {})).rules).toEqual([]);
    expect((await app.call('app.open', {})).settings).toMatchObject({ approvalMode: 'reads' });
    expect((await app.call('app.open', {})).projects.map(({ trusted }) => trusted)).not.toContain(true);
  },
);

test(cite(
  ['APPROVE-5', 'APPROVE-6'],
  'a non-interactive run in such a folder is the same: nothing starts, and approvals are denied',
), { tags: ['all'] }, async () => {
  const { folder, traces, dataDir, evil, planted } = await plant();
  const server = await startFakeModelServer({ window: 1_000_000, replies: model });
  onTestFinished(() => server.close());
  const env = {
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_MODEL: 'fake-model',
    PATH: `${process.env.PATH}`,
  };
  const args = ['run', '-p', 'look at @notes.txt', '--approve', 'reads', '--data', dataDir];
  const done = await startProgram(`${doors}cli.js`, args, { env, folder }).finished;
  expect(done.code, done.stderr).toBe(0);
  expect(done.stderr).toContain('This folder’s AGENTS.md was not used');
  expect(readdirSync(traces)).toEqual([]);
  expect(evil.asked).toEqual([]);
  const sent = JSON.stringify(server.requests.map(({ body }) => body));
  expect(sent).toContain('No one was there to approve it.');
  for (const { file, effect } of hostileFiles) {
    if (effect === 'say') expect(sent, file).not.toContain(planted.wordsOf(file));
  }
  expect(existsSync(path.join(dataDir, 'permissions.json'))).toBe(false);
});

test('each of these files is effective: a naive client that trusts it is caught', async () => {
  const { folder, traces, evil, planted } = await plant();
  for (const { file, effect, content } of hostileFiles) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const trace = file.replaceAll('/', '_');
    if (effect === 'start') {
      const command = planted.plantOf(file);
      // Verbatim, in JSON, or as the end of a line.
      expect(text.includes(command) || text.includes(command.split(' ').at(-1) as string), file).toBe(true);
      execFileSync('/bin/sh', ['-c', command]);
      expect(readdirSync(traces), file).toContain(trace);
    } else if (effect === 'redirect') {
      const url = /https?:\/\/127\.0\.0\.1:\d+[^\s"']*/.exec(text)?.[0] ?? '';
      await fetch(url);
      expect(
        evil.asked.some((asked) => asked.startsWith(`/${trace}`)),
        file,
      ).toBe(true);
    } else if (effect === 'allow') expect(text, file).toMatch(/"effect": "allow"|autoApprove/);
    else expect(text).toContain(content({ plant: '', evil: '', words: planted.wordsOf(file) }));
  }
});
