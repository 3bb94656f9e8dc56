// Other apps' sessions through the whole app: listed, opened, searched, followed, continued, never written.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inPlacePrograms } from '../../../shared/features/inPlace/inPlace.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { hashTree } from '../../support/hashTree.ts';
import { type SessionHome, sessionHome } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function appOn({ home }: SessionHome, shown: readonly string[] = inPlacePrograms): Promise<TestApp> {
  const app = await startTestApp({ env: { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_DATA_HOME: '' } });
  for (const program of shown) await app.call('inPlace.show', { program: program as 'codex', shown: true });
  return app;
}

async function allRead(app: TestApp): Promise<void> {
  await expect
    .poll(
      async () => {
        const { read, total } = await app.call('inPlace.list', {});
        return read === total;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}

async function hits(app: TestApp, text: string) {
  const answer = await app.call('search.query', { text });
  return answer.hits;
}

test(cite('INTEROP-9', 'nothing is read until an app is enabled; then its sessions are listed by folder'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1);
  home.codex(2);
  home.gemini(3);
  home.copilot(4);
  home.qwen(5);
  home.cline(6);
  home.pi(7);
  const before = hashTree(home.home);
  const app = await appOn(home, []);
  expect((await app.call('inPlace.list', {})).rows).toEqual([]);
  const { programs } = await app.call('inPlace.programs', {});
  expect(programs.map(({ program, exists, shown }) => [program, exists, shown])).toEqual([
    ['claude-code', true, false],
    ['codex', true, false],
    ['opencode', false, false],
    ['gemini-cli', true, false],
    ['copilot', true, false],
    ['qwen', true, false],
    ['cline', true, false],
    ['pi', true, false],
  ]);
  for (const { program } of programs) await app.call('inPlace.show', { program, shown: true });
  const { rows } = await app.call('inPlace.list', {});
  expect(rows.map(({ program, title, folder }) => [program, title, folder]).toSorted()).toEqual([
    ['claude-code', 'List the berths', '/home/ada/harbour'],
    ['cline', 'List the berths', '/home/ada/mole'],
    ['codex', 'List the berths', '/home/ada/pier'],
    ['copilot', 'List the berths', '/home/ada/dock'],
    ['gemini-cli', 'List the berths', '/home/ada/quay'],
    ['pi', 'List the berths', '/home/ada/wharf'],
    ['qwen', 'List the berths', '/home/ada/jetty'],
  ]);
  // The records' time, whatever the file's time is.
  expect(rows.find(({ program }) => program === 'claude-code')?.updatedAt).toBe('2026-11-20T10:00:03.000Z');
  await allRead(app);
  // Our own list has none of them.
  expect((await app.call('app.open', {})).conversations).toEqual([]);
  expect(hashTree(home.home)).toEqual(before);
});

const breakwater = {
  asked: 'How deep is the breakwater?',
  command: 'sonar --depth',
  printed: 'soundings: 17 fathoms at mark zygote',
  said: 'Seventeen fathoms.',
};

test(cite('INTEROP-9', "a session opens like ours, and is found by its tools' output, with a link to the box"), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const writers = [home.claude, home.codex, home.gemini, home.openCode, home.copilot, home.qwen, home.cline, home.pi];
  for (const write of writers) write(1, [breakwater]);
  const before = hashTree(home.home);
  const app = await appOn(home);
  const { rows } = await app.call('inPlace.list', {});
  for (const { conversationId } of rows) {
    const { messages, title } = await app.call('conversation.open', { conversationId, tail: 50 });
    expect(title).toBe(breakwater.asked);
    expect(messages.map(({ role }) => role).filter((role) => role !== 'system')).toEqual(
      expect.arrayContaining(['user', 'assistant', 'tool']),
    );
    const chain = await app.call('chain.read', { conversationId });
    expect(chain.calls.map(({ outcome }) => outcome)).toEqual(['ok']);
  }
  await allRead(app);
  await expect.poll(async () => (await hits(app, 'zygote')).length).toBe(writers.length);
  for (const { part, conversationId, messageId, projectId } of await hits(app, 'zygote')) {
    expect(part).toBe('result');
    expect(projectId).toMatch(/^inplace-/);
    const around = await app.call('conversation.around', { conversationId, messageId: messageId ?? '', limit: 10 });
    expect(around.messages.some(({ id }) => id === messageId)).toBe(true);
  }
  expect((await hits(app, '"sonar --depth"')).map(({ part }) => part)).toEqual(writers.map(() => 'arguments'));
  const found = await app.call('chain.query', { text: 'zygote' });
  expect(found.calls).toHaveLength(writers.length);
  expect(hashTree(home.home)).toEqual(before);
});

test(cite('INTEROP-9', 'what its app adds appears while it is open; another file in its place is read again'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const file = home.claude(1);
  const app = await appOn(home, ['claude-code']);
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  await app.call('conversation.open', { conversationId, tail: 50 });
  home.growClaude(file, 1, [breakwater]);
  const added = await app.event('message.appended', ({ message }) => message.role === 'tool');
  expect(added.message.content).toContain('zygote');
  await expect.poll(async () => (await hits(app, 'zygote')).length).toBe(1);

  home.claude(1, [{ ...breakwater, printed: 'nothing but silt' }]);
  await app.event('branch.changed');
  const { messages } = await app.call('conversation.open', { conversationId, tail: 50 });
  expect(messages.map(({ content }) => content)).toContain('nothing but silt');
  await expect.poll(async () => (await hits(app, 'zygote')).length).toBe(0);
});

test(cite('INTEROP-9', 'half a line at the end waits for its rest; a bad one in the middle is skipped'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const file = home.claude(1);
  appendFileSync(file, 'no JSON at all\n');
  home.growClaude(file, 1, [breakwater]);
  const all = readFileSync(file);
  writeFileSync(file, all.subarray(0, -40));
  const app = await appOn(home, ['claude-code']);
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  const opened = await app.call('conversation.open', { conversationId, tail: 50 });
  expect(opened.messages.at(-1)?.content).toBe(breakwater.printed);
  writeFileSync(file, all);
  const added = await app.event('message.appended', ({ message }) => message.role === 'assistant');
  expect(added.message.content).toBe(breakwater.said);
});

test(cite('INTEROP-1', 'continued, it is our conversation with everything in it, and the next request is valid'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const file = home.claude(1, [breakwater]);
  const before = hashTree(home.home);
  const app = await appOn(home, ['claude-code']);
  const [row] = (await app.call('inPlace.list', {})).rows;
  const inPlace = row?.conversationId ?? '';
  await app.call('conversation.open', { conversationId: inPlace, tail: 50 });
  for (const method of ['run.send', 'conversation.rename', 'conversation.delete'] as const) {
    const refused = await app.client.call(method, { conversationId: inPlace, text: 'more', title: 'Mine' } as never);
    expect(refused.ok ? 'done' : refused.error.code).toBe('STORE_READ_ONLY');
  }
  const { conversationId } = await app.call('inPlace.continue', { conversationId: inPlace });
  expect(conversationId).not.toBe(inPlace);
  await app.call('conversation.open', { conversationId, tail: 50 });
  app.model.push({ text: 'Deep enough.' });
  expect(await app.turn(conversationId, 'Is that deep?')).toBe('done');
  const [request] = app.model.requests.slice(-1);
  expect(JSON.stringify(request)).toContain('zygote');
  expect(app.rows(conversationId)[0]?.origin).toMatchObject({ type: 'import', program: 'claude-code' });
  expect(hashTree(home.home)).toEqual(before);

  // Continued again: its additions are there, next to what was said here.
  home.growClaude(file, 1, [{ ...breakwater, printed: 'low water at noon' }]);
  expect(await app.call('inPlace.continue', { conversationId: inPlace })).toEqual({ conversationId });
  expect(JSON.stringify(app.rows(conversationId))).toContain('low water at noon');
  expect(JSON.stringify(app.rows(conversationId))).toContain('Deep enough.');
});

test(cite('INTEROP-9', 'a session that is missing, or no longer shown, is not found anymore'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const gone = home.claude(1, [breakwater]);
  home.codex(2, [breakwater]);
  const app = await appOn(home);
  await allRead(app);
  await expect.poll(async () => (await hits(app, 'zygote')).length).toBe(2);
  rmSync(gone);
  await app.call('inPlace.show', { program: 'codex', shown: false });
  await expect.poll(async () => (await hits(app, 'zygote')).length).toBe(0);
  expect((await app.call('inPlace.list', {})).rows).toEqual([]);
  await expect.poll(() => existsSync(path.join(app.dataDir, 'projects', 'inplace-codex'))).toBe(false);
});

test(cite('INTEROP-9', 'after a restart only changed files are read again'), { tags: ['all'] }, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, [breakwater]);
  const app = await appOn(home, ['claude-code']);
  await allRead(app);
  const [row] = (await app.call('inPlace.list', {})).rows;
  const kept = path.join(
    app.dataDir,
    'projects/inplace-claude-code/conversations',
    row?.conversationId ?? '',
    'messages.json',
  );
  const before = statSync(kept, { bigint: true });
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, env: { HOME: home.home } });
  await allRead(again);
  expect(statSync(kept, { bigint: true })).toEqual(before);
});

test(cite('INTEROP-9', 'a database session is followed like a file session'), { tags: ['all'] }, async () => {
  const home = sessionHome(tempFolder());
  home.openCode(1);
  const app = await appOn(home, ['opencode']);
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  await app.call('conversation.open', { conversationId, tail: 50 });
  home.openCode(1, [{ ...breakwater, asked: 'List the berths' }, breakwater]);
  await expect
    .poll(async () => JSON.stringify(await app.call('conversation.open', { conversationId, tail: 50 })))
    .toContain('zygote');
});

test(cite('SEC-6', 'our key in a session is never stored in our files, whether it is read in place or continued'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, [{ ...breakwater, printed: 'OPENAI_API_KEY=sk-test-0123456789abcdef' }]);
  const app = await appOn(home, ['claude-code']);
  const [row] = (await app.call('inPlace.list', {})).rows;
  await allRead(app);
  await app.call('inPlace.continue', { conversationId: row?.conversationId ?? '' });
  await app.close();
  const all = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = all.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  expect(texts.some((text) => text.includes('OPENAI_API_KEY='))).toBe(true);
  expect(texts.filter((text) => text.includes('sk-test-0123456789abcdef'))).toEqual([]);
});

test(cite('INTEROP-4', 'a link, a folder in place of a file, and files that are not sessions are skipped'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const file = home.claude(1);
  const folder = path.dirname(file);
  symlinkSync(file, path.join(folder, 'link.jsonl'));
  mkdirSync(path.join(folder, 'folder.jsonl'));
  writeFileSync(path.join(folder, 'empty.jsonl'), '');
  writeFileSync(path.join(folder, 'other.jsonl'), '\u0000\u0001{"a":');
  const app = await appOn(home, ['claude-code']);
  await allRead(app);
  const { rows } = await app.call('inPlace.list', {});
  expect(rows.map(({ title }) => title).toSorted()).toEqual(['List the berths', 'New conversation']);
  const other = rows.find(({ title }) => title === 'New conversation');
  const opened = await app.client.call('conversation.open', { conversationId: other?.conversationId ?? '', tail: 5 });
  expect(opened.ok ? null : opened.error.message).toMatch(/There are no messages in .*other\.jsonl yet/);
});
