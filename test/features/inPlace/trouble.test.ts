// Sessions in place with obstacles: an unreadable place, simultaneous choices, an interrupted read. Everything
// unaffected continues.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { englishOf } from '../../../renderer/core/words/hostTranslations.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { pngOfPixels } from '../../support/images.ts';
import { sessionHome, type Turn } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const turn: Turn = { asked: 'How deep?', command: 'sonar', printed: 'seventeen fathoms of zygote', said: 'Seventeen.' };
/** A few megabytes in all: enough time to interfere. */
const many: readonly Turn[] = Array.from({ length: 80 }, (_, n) => ({
  ...turn,
  printed: `${n === 0 ? 'zygote' : n} ${'soundings of the outer roads '.repeat(1500)}`,
}));

async function appOn(env: Record<string, string>, dataDir?: string): Promise<TestApp> {
  const none = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_DATA_HOME: '' };
  return startTestApp({ env: { ...none, ...env }, ...(dataDir ? { dataDir } : {}) });
}

/** Also lists the places, like a window that shows the list. */
const found = async (app: TestApp): Promise<number> => {
  await app.call('inPlace.list', {});
  const { hits } = await app.call('search.query', { text: 'zygote' });
  return new Set(hits.map(({ conversationId }) => conversationId)).size;
};

const folderOf = (app: TestApp, program: string): string => path.join(app.dataDir, 'projects', `inplace-${program}`);

test(cite('INTEROP-9', 'an unreadable place is reported, and the other apps are still read'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.codex(1, [turn]);
  home.gemini(2, [turn]);
  const file = path.join(home.home, 'no-folder');
  writeFileSync(file, 'a file');
  const app = await appOn({ HOME: home.home, CLAUDE_CONFIG_DIR: file });
  for (const program of ['claude-code', 'codex', 'gemini-cli'] as const) {
    await app.call('inPlace.show', { program, shown: true });
  }
  const { problems } = await app.call('inPlace.list', {});
  expect(problems.map(englishOf)).toEqual([expect.stringContaining(path.join(file, 'projects'))]);
  await expect.poll(() => found(app)).toBe(2);
  await app.call('inPlace.show', { program: 'gemini-cli', shown: false });
  await expect.poll(() => existsSync(folderOf(app, 'gemini-cli'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  cite('INTEROP-9', 'an unreadable folder hides no other, and its earlier content stays'),
  { tags: ['all'] },
  async () => {
    // A path longer than the maximum is unreadable for everyone, even root.
    let config = tempFolder();
    while (config.length < 3800) config = path.join(config, 'c'.repeat(200));
    const projects = path.join(config, 'projects');
    const name = 'd'.repeat(250);
    const home = sessionHome(tempFolder());
    const from = home.claude(1, [turn]);
    mkdirSync(path.join(projects, 'harbour'), { recursive: true });
    execFileSync('cp', [from, path.join(projects, 'harbour')]);
    const deep = path.join(projects, name);
    execFileSync('mkdir', [name], { cwd: projects });
    onTestFinished(() => void execFileSync('rmdir', [name], { cwd: projects }));
    expect(deep.length).toBeGreaterThan(4096);
    const app = await appOn({ HOME: home.home, CLAUDE_CONFIG_DIR: config });
    await app.call('inPlace.show', { program: 'claude-code', shown: true });
    const { rows, problems } = await app.call('inPlace.list', {});
    expect(rows).toHaveLength(1);
    expect(problems).toHaveLength(1);
    await expect.poll(() => found(app)).toBe(1);
  },
);

test(cite('INTEROP-9', 'an app that is disabled leaves nothing, even while it is being read'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  for (const n of [1, 2, 3]) home.claude(n, many);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const opening = app.client.call('conversation.open', { conversationId: row?.conversationId ?? '', tail: 5 });
  await expect.poll(() => existsSync(folderOf(app, 'claude-code')), { interval: 1 }).toBe(true);
  await app.call('inPlace.show', { program: 'claude-code', shown: false });
  await opening;
  await expect.poll(() => existsSync(folderOf(app, 'claude-code')), { timeout: 5_000 }).toBe(false);
  await expect.poll(() => found(app)).toBe(0);

  // Enabled again, and immediately once more: everything is back.
  for (const shown of [true, false, true]) await app.call('inPlace.show', { program: 'claude-code', shown });
  await expect.poll(() => found(app), { timeout: 20_000 }).toBe(3);
});

test(cite('INTEROP-9', 'a file that is no longer a database is reported each time, and stops nothing else'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const file = home.openCode(1, [turn]);
  home.claude(2, [turn]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'opencode', shown: true });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const { rows } = await app.call('inPlace.list', {});
  await expect.poll(() => found(app), { timeout: 5_000 }).toBe(2);
  const inDatabase = rows.find(({ program }) => program === 'opencode')?.conversationId ?? '';
  rmSync(`${file}-wal`, { force: true });
  writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(100));
  await app.call('inPlace.show', { program: 'gemini-cli', shown: true });
  await expect.poll(async () => (await app.call('inPlace.list', {})).problems.length, { timeout: 5_000 }).toBe(1);
  for (let n = 0; n < 10; n++) {
    const continued = await app.client.call('inPlace.continue', { conversationId: inDatabase });
    expect(continued.ok ? '' : continued.error.message).toContain('not a database');
  }
  // What was read before is still there.
  await app.call('conversation.open', { conversationId: inDatabase, tail: 5 });
  expect(await found(app)).toBe(2);
});

test(cite('INTEROP-9', 'what an exited thread was reading is read by the next one'), { tags: ['all'] }, async () => {
  const threads: Worker[] = [];
  const seen = (worker: Worker): void => void threads.push(worker);
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
  const home = sessionHome(tempFolder());
  for (const n of [1, 2]) home.claude(n, many);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  await app.call('inPlace.list', {});
  await expect.poll(() => existsSync(folderOf(app, 'claude-code')), { interval: 1 }).toBe(true);
  for (const thread of threads) if (thread.threadName === 'throughline sessions') await thread.terminate();
  await expect.poll(() => found(app), { timeout: 20_000 }).toBe(2);
});

test(cite('INTEROP-9', 'a repeatedly exiting thread is reported in the list, and does not stop everything'), {
  tags: ['all'],
}, async () => {
  const end = (worker: Worker): void => {
    if (worker.threadName === 'throughline sessions') void worker.terminate();
  };
  process.on('worker', end);
  onTestFinished(() => void process.off('worker', end));
  const home = sessionHome(tempFolder());
  home.claude(1, [turn]);
  const app = await appOn({ HOME: home.home });
  const problems = async () => {
    await app.call('inPlace.show', { program: 'claude-code', shown: true });
    return (await app.call('inPlace.list', {})).problems.map((one) => englishOf(one));
  };
  await expect
    .poll(problems)
    .toEqual([
      expect.stringContaining('Reading sessions of other apps keeps failing. The next attempt is in a minute'),
    ]);
  expect(await app.call('conversation.create', { projectId: null })).toMatchObject({
    conversationId: expect.any(String),
  });
});

test(cite('INTEROP-9', 'a start removes all data of a disabled app, however it got there'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, [turn]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  await app.call('inPlace.list', {});
  await expect.poll(() => found(app), { timeout: 5_000 }).toBe(1);
  await app.close();
  // As after an exit between the choice and its effects.
  const file = path.join(app.dataDir, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), inPlace: [] }));
  const again = await appOn({ HOME: home.home }, app.dataDir);
  await again.call('inPlace.list', {});
  await expect.poll(() => existsSync(folderOf(again, 'claude-code')), { timeout: 5_000 }).toBe(false);
  expect(await found(again)).toBe(0);
});

test(cite('INTEROP-1', 'a session continued in two windows at the same time is one conversation, in both'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, many);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const session = { conversationId: row?.conversationId ?? '' };
  const other = app.connect();
  const answers = await Promise.all([
    app.client.call('inPlace.continue', session),
    other.call('inPlace.continue', session),
  ]);
  const ids = answers.map((answer) => (answer.ok ? answer.value.conversationId : answer.error.message));
  expect(ids[1]).toBe(ids[0]);
  const listed = async () => (await app.call('app.open', {})).conversations.map(({ id }) => id);
  await expect.poll(listed, { timeout: 5_000 }).toEqual([ids[0]]);
});

test(cite('STORE-15', "a copied data folder brings no other apps' sessions; a search names them"), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, [turn]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const { conversationId } = await app.call('inPlace.continue', { conversationId: row?.conversationId ?? '' });
  await expect.poll(() => found(app), { timeout: 5_000 }).toBe(2);
  const searched = await commandHere(['search', 'zygote', '--data', app.dataDir]);
  const [, short = ''] = /^(inplace-\w+) /m.exec(searched.stdout) ?? [];
  expect(await commandHere(['show', short, '--data', app.dataDir])).toMatchObject({ code: 0, stderr: '' });
  await app.close();
  const data = path.join(tempFolder(), 'data');
  mkdirSync(data);
  const merged = await commandHere(['merge', app.dataDir, '--data', data]);
  expect(merged).toMatchObject({ code: 0, stderr: '' });
  expect(merged.stdout).toContain(conversationId);
  expect(merged.stdout).not.toContain('inplace-');
  expect(existsSync(path.join(data, 'projects', 'inplace-claude-code'))).toBe(false);
  const alone = await commandHere(['merge', folderOf(app, 'claude-code'), '--data', data]);
  expect(alone.stderr).toContain('contains only sessions of another app');
});

test(cite('INTEROP-9', 'data that cannot be saved is reported, does not count as read, and is read again'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  home.claude(1, [turn]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  await app.call('inPlace.list', {});
  await expect.poll(() => found(app), { timeout: 5_000 }).toBe(1);
  // A file is in place of their folder.
  const place = path.join(folderOf(app, 'claude-code'), 'conversations');
  rmSync(place, { recursive: true });
  writeFileSync(place, '');
  home.claude(1, [turn, turn]);
  const list = () => app.call('inPlace.list', {});
  await expect
    .poll(async () => (await list()).problems.map(englishOf), { timeout: 8_000 })
    .toEqual([expect.stringContaining('The session’s index could not be saved')]);
  expect(await list()).toMatchObject({ read: 0, total: 1 });
  rmSync(place);
  home.claude(2, [turn]);
  await expect.poll(() => found(app), { timeout: 8_000 }).toBe(2);
  await expect.poll(list, { timeout: 5_000 }).toMatchObject({ read: 2, total: 2, problems: [] });
});

test(cite('INTEROP-4', 'a link in place of the file that names the sessions folder is not followed'), async () => {
  const home = sessionHome(tempFolder());
  home.gemini(1, [turn]);
  const named = path.join(home.home, '.gemini/tmp/quay/.project_root');
  const elsewhere = path.join(home.home, 'elsewhere');
  renameSync(named, elsewhere);
  symlinkSync(elsewhere, named);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'gemini-cli', shown: true });
  expect((await app.call('inPlace.list', {})).rows.map(({ folder }) => folder)).toEqual([null]);
});

test(cite('INTEROP-9', 'saved data counts as used space; with a session, images used by no other are deleted'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(tempFolder());
  const withPictures = (n: number, pictures: readonly Uint8Array[]): string => {
    const file = home.claude(n, [turn]);
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    const line = JSON.parse(first);
    line.message.content = pictures.map((bytes) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.from(bytes).toString('base64') },
    }));
    writeFileSync(file, [JSON.stringify(line), ...rest].join('\n'));
    return file;
  };
  const [own, shared] = [pngOfPixels(1, 1), pngOfPixels(2, 2)];
  const gone = withPictures(1, [own, shared]);
  withPictures(2, [shared]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  await app.call('inPlace.list', {});
  await expect.poll(() => found(app), { timeout: 5_000 }).toBe(2);
  const attached = () => readdirSync(path.join(folderOf(app, 'claude-code'), 'state', 'attachments'));
  expect(attached()).toHaveLength(2);
  const sizeOf = (...at: string[]): number => statSync(path.join(app.dataDir, ...at)).size;
  const kept = sizeOf('projects', 'inplace-claude-code', 'state', 'attachments', attached()[0] ?? '');
  const databases = () => readdirSync(app.dataDir).filter((name) => /^(?:index|search)\.db/.test(name));
  const others = () => databases().reduce((sum, name) => sum + sizeOf(name), 0);
  await expect
    .poll(async () => (await app.call('data.space', {})).derived - others(), { timeout: 5_000 })
    .toBeGreaterThan(kept);
  rmSync(gone);
  await expect.poll(async () => (await app.call('inPlace.list', {})).total, { timeout: 8_000 }).toBe(1);
  await expect.poll(attached).toEqual([createHash('sha256').update(shared).digest('hex')]);
});

test(cite('INTEROP-9', 'a session whose file disappeared since it was listed is reported as gone'), async () => {
  const home = sessionHome(tempFolder());
  const file = home.claude(1, [turn]);
  const app = await appOn({ HOME: home.home });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  rmSync(file);
  const continued = await app.client.call('inPlace.continue', { conversationId });
  expect(continued.ok ? '' : continued.error.message).toMatch(/could not be read: .*(no such file|not there)/i);
});
