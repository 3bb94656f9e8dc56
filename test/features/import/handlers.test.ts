// import.* over the contract of a whole app: files are picked in the host's dialog or arrive as bytes. A window cannot
// make the host read a path of its choice.

import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noNative } from '../../../electron/ports/native.ts';
import type { ContractClient } from '../../../shared/protocol/client.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { openStore } from '../../support/openStore.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const fixture = path.join(import.meta.dirname, '../../interop/fixtures/claudeCode');
const name = '11111111-2222-4333-8444-555555555555';
const agent = `${name}/subagents/agent-a0123456789abcdef.jsonl`;
const textOf = (file: string): string => readFileSync(path.join(fixture, file), 'utf8');

function upload(client: ContractClient, first: boolean, file: string, text: string | Uint8Array, offset = 0) {
  return client.call('import.upload', { first, path: file, base64: Buffer.from(text).toString('base64'), offset });
}

const uploads = ({ dataDir }: TestApp): string[] =>
  readdirSync(dataDir).filter((entry) => entry.startsWith('import.tmp-'));

test('uploaded files are previewed, imported once, choose no folder, and are then deleted', {
  tags: ['all'],
}, async () => {
  const app = await startTestApp();
  const folder = tempFolder();
  const moved = textOf(`${name}.jsonl`).replaceAll(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(folder)}`);
  const session = Buffer.from(moved);
  const half = Math.floor(session.length / 2);
  const pieces = [
    () => upload(app.client, true, `chats/${name}.jsonl`, session.subarray(0, half)),
    () => upload(app.client, false, `chats/${name}.jsonl`, session.subarray(half), half),
    () => upload(app.client, false, `chats/${agent}`, textOf(agent)),
    () => upload(app.client, false, 'notes.txt', 'no conversation'),
  ];
  for (const piece of pieces) expect(await piece()).toEqual({ ok: true, value: {} });
  const look = await app.call('import.preview', { watch: 'w' });
  expect(look.rows).toMatchObject([{ program: 'claude-code', state: 'new', agents: 1 }]);
  expect(look.counts).toEqual({ new: 1, grown: 0, known: 0, failed: 0 });
  expect(look.problems.map(({ file }) => file)).toContain('notes.txt');
  expect(JSON.stringify(look)).not.toContain(app.dataDir);
  const [row] = look.rows;
  const none = await app.call('import.run', { watch: 'w', only: [] });
  expect(none.rows).toEqual([]);
  const done = await app.call('import.run', { watch: 'w', only: [row?.conversationId ?? ''] });
  expect(done.rows).toEqual(look.rows);
  const again = await app.call('import.run', { watch: 'w', only: null });
  expect(again.rows).toMatchObject([{ state: 'known', added: 0 }]);
  const opened = await app.call('conversation.open', { conversationId: row?.conversationId ?? '', tail: 50 });
  expect(opened.messages.length).toBeGreaterThan(5);
  const { projects } = await app.call('app.open', {});
  expect(projects.map((project) => project.folder)).not.toContain(folder);
  expect(uploads(app)).toHaveLength(1);
  await app.call('import.drop', {});
  expect(uploads(app)).toEqual([]);
  expect(await app.client.call('import.preview', { watch: 'w' })).toMatchObject({
    ok: false,
    error: { code: 'PARAMS_INVALID' },
  });
});

test(cite('SEC-8', 'a window cannot make the host read a path'), async () => {
  const app = await startTestApp();
  const secret = path.join(tempFolder(), 'secret.jsonl');
  writeFileSync(secret, textOf(`${name}.jsonl`));
  const before = readdirSync(path.dirname(app.dataDir), { recursive: true }).length;
  const hostile = [
    secret,
    `../../${path.basename(secret)}`,
    'a/../../../b.jsonl',
    '..',
    './x',
    'a//b',
    'a/',
    `${'x/'.repeat(30)}y`,
    'é'.repeat(300),
  ];
  for (const [at, one] of hostile.entries()) {
    const answer = await upload(app.client, at === 0, one, 'x');
    expect(answer, one).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  }
  expect(readdirSync(path.dirname(app.dataDir), { recursive: true })).toHaveLength(before);
  // Whatever else it sends: there is no way to name one.
  const named = { paths: [secret], path: secret, source: secret, watch: 'w' } as never;
  for (const method of ['import.preview', 'import.run'] as const) {
    const answer = await app.client.call(method, { ...(named as object), only: null } as never);
    expect(answer.ok && answer.value.rows.length > 0, method).toBe(false);
  }
  expect(await app.call('import.pick', { what: 'files' })).toEqual({ supported: false, chosen: false });
  // A name that is special on one system, or invalid on another, is just a name.
  for (const odd of ['CON.jsonl', 'C:\\x.jsonl', 'a\u0000b.jsonl', 'end. ', '-rf']) {
    expect(await upload(app.client, odd === 'CON.jsonl', odd, textOf(`${name}.jsonl`)), odd).toMatchObject({
      ok: true,
    });
  }
  const [folder = ''] = uploads(app);
  expect(readdirSync(path.join(app.dataDir, folder)).toSorted()).toEqual([
    '-rf',
    'C__x.jsonl',
    '_CON.jsonl',
    'a_b.jsonl',
    'end_',
  ]);
  expect((await app.call('import.preview', { watch: 'w' })).counts.new).toBe(1);
});

test("mismatched parts are rejected, and a window's uploads belong to it and go with it", async () => {
  const app = await startTestApp();
  expect(await upload(app.client, true, 'a.jsonl', 'x', 5)).toMatchObject({
    ok: false,
    error: { code: 'PARAMS_INVALID' },
  });
  const other = app.connect();
  expect(await upload(other, false, 'a.jsonl', 'x')).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  expect(await upload(other, true, 'a.jsonl', textOf(`${name}.jsonl`))).toMatchObject({ ok: true });
  expect(uploads(app)).toHaveLength(1);
  other.close();
  await expect.poll(() => uploads(app)).toEqual([]);
});

test("what the user picks in the host's dialog is read in place, and its later growth is imported", async () => {
  const folder = tempFolder();
  const file = path.join(folder, 'session.jsonl');
  const lines = textOf('old-session.jsonl').trimEnd().split('\n');
  writeFileSync(file, `${lines.slice(0, 6).join('\n')}\n`);
  const picked: string[][] = [[], [folder]];
  const pickToImport = async () => ({ supported: true, paths: picked.shift() ?? [] });
  const app = await startTestApp({ native: { ...noNative, pickToImport } });
  expect(await app.call('import.pick', { what: 'files' })).toEqual({ supported: true, chosen: false });
  expect(await app.call('import.pick', { what: 'folder' })).toEqual({ supported: true, chosen: true });
  const first = await app.call('import.run', { watch: 'w', only: null });
  expect(first.counts).toMatchObject({ new: 1 });
  const conversationId = first.rows[0]?.conversationId ?? '';
  const before = await app.call('conversation.open', { conversationId, tail: 100 });
  writeFileSync(file, `${lines.join('\n')}\n`);
  const look = await app.call('import.preview', { watch: 'w' });
  expect(look.rows).toMatchObject([{ conversationId, state: 'grown' }]);
  expect(look.rows[0]?.added).toBeGreaterThan(0);
  expect((await app.call('import.run', { watch: 'w', only: null })).rows).toEqual(look.rows);
  const after = await app.call('conversation.open', { conversationId, tail: 100 });
  // Without its agent's messages.
  expect(after.messages.length - before.messages.length).toBe(4);
  expect(JSON.stringify(after.messages.at(-1)?.content)).toContain('Request interrupted');
  expect(existsSync(file)).toBe(true);
});

test(
  cite('SEC-5', 'files that the user opened with the app are only previewed, and their key works once'),
  async () => {
    const file = path.join(tempFolder(), 'session.jsonl');
    writeFileSync(file, textOf('old-session.jsonl'));
    const opened = new Map([['key', [file]]]);
    const takeOpened = (key: string): string[] => {
      const paths = opened.get(key) ?? [];
      opened.delete(key);
      return paths;
    };
    const app = await startTestApp({ native: { ...noNative, takeOpened } });
    await expect(app.call('import.opened', { key: 'other' })).rejects.toThrow('Choose the files again');
    await app.call('import.opened', { key: 'key' });
    expect((await app.call('import.preview', { watch: 'w' })).rows).toMatchObject([{ state: 'new' }]);
    expect((await app.call('app.open', {})).conversations).toEqual([]);
    await expect(app.call('import.opened', { key: 'key' })).rejects.toThrow('Choose the files again');
  },
);

test('an upload left by a killed process is deleted at the next start', async () => {
  const { dataDir, store } = openStore();
  const left = path.join(dataDir, 'import.tmp-0123456789ab');
  mkdirSync(path.join(left, 'chats'), { recursive: true });
  writeFileSync(path.join(left, 'chats', 'a.jsonl'), 'x');
  utimesSync(left, 0, 0);
  await store.finishRemovals();
  expect(existsSync(left)).toBe(false);
});

test('a canceled import says so, and what was already imported stays', { tags: ['all'] }, async () => {
  const folder = tempFolder();
  mkdirSync(path.join(folder, 'more'));
  const said = (at: number): string => JSON.stringify([{ role: 'user', content: `Question ${at}` }]);
  for (let at = 0; at < 60; at++) writeFileSync(path.join(folder, `${at}.json`), said(at));
  const pickToImport = async () => ({ supported: true, paths: [folder] });
  const app = await startTestApp({ native: { ...noNative, pickToImport } });
  await app.call('import.pick', { what: 'folder' });
  await app.call('app.open', {});
  const stop = new AbortController();
  app.client.onEvent(({ event }) => event.type === 'import.progress' && event.watch === 'mine' && stop.abort());
  const answer = await app.client.call('import.run', { watch: 'mine', only: null }, stop.signal);
  expect(answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  const { counts } = await app.call('import.preview', { watch: 'w' });
  expect(counts.known).toBeGreaterThan(0);
  expect(counts.new + counts.known).toBe(60);
});
