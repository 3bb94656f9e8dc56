// Reviews from outside: the contract, the real tools and git, a folder with every kind of file.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { LineSelection, ReviewDiff, ReviewTarget } from '../../../shared/features/review/review.ts';
import type { TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

const plain = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
/** Line 5 changed, and two lines after line 30 in place of it. */
const changed = plain.flatMap((line, at) => (at === 4 ? ['fünf'] : at === 29 ? ['thirty', 'and a half'] : [line]));
/** Only the second of both changes. */
const half = changed.with(4, 'line 5');

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const text = (lines: readonly string[], end = '\n'): string => lines.map((line) => line + end).join('');

/** Every text file has the same two changes; `form` is its encoding. */
const forms: Record<string, (lines: readonly string[]) => Buffer> = {
  'plain.txt': (lines) => Buffer.from(text(lines)),
  'windows.txt': (lines) => Buffer.from(text(lines, '\r\n')),
  'marked.txt': (lines) => Buffer.from(`\ufeff${text(lines)}`),
  'wide.txt': (lines) => utf16(text(lines, '\r\n')),
  'latin.txt': (lines) => latin(`Für Öl, während Äpfel reifen\n${text(lines)}`),
  'open end.txt': (lines) => Buffer.from(lines.join('\n')),
  'old mac.txt': (lines) => Buffer.from(text(lines, '\r')),
  'damaged.txt': (lines) => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(text(lines))]),
  'line\nbreak.txt': (lines) => Buffer.from(text(lines)),
  '\u202egpj.exe': (lines) => Buffer.from(text(lines)),
  '<img src=x onerror=alert(1)>.txt': (lines) => Buffer.from(text(lines)),
  [`${'long'.repeat(60)}.txt`]: (lines) => Buffer.from(text(lines)),
  '深い/フォルダ/文件.txt': (lines) => Buffer.from(text(lines)),
};

function write(folder: string, name: string, bytes: Buffer | string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), bytes);
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const huge = (middle: string): string =>
  `${'a line of ten megabytes, again and again\n'.repeat(120_000)}${middle}\n${'and more of them after it, again and again\n'.repeat(120_000)}`;

function fill(folder: string, lines: readonly string[], isAfter: boolean, isHuge: boolean): void {
  for (const [name, form] of Object.entries(forms)) write(folder, name, form(lines));
  if (isHuge) write(folder, 'huge.txt', huge(isAfter ? 'new' : 'old'));
  write(folder, 'data.bin', Buffer.from(isAfter ? [0, 1, 2] : [0, 9]));
  write(folder, 'pixel.png', isAfter ? Buffer.concat([png, Buffer.from([0])]) : png);
  write(folder, 'run.sh', '#!/bin/sh\n');
  chmodSync(path.join(folder, 'run.sh'), isAfter ? 0o755 : 0o644);
  symlinkSync(isAfter ? 'there' : 'here', path.join(folder, 'link'));
  write(folder, isAfter ? 'renamed.txt' : 'name.txt', 'the same content\n');
  if (isAfter) write(folder, 'made/new.txt', 'one\ntwo\n');
  else write(folder, 'gone/away.txt', 'was\nhere\n');
}

/** A conversation whose only turn turns the files of `fill` into the later ones. */
async function reviewed(options: { git?: boolean; huge?: boolean } = {}) {
  const base = tempFolder();
  const folder = path.join(base, 'project');
  const after = path.join(base, 'after');
  for (const each of [folder, after]) mkdirSync(each);
  fill(folder, plain, false, options.huge === true);
  fill(after, changed, true, options.huge === true);
  if (options.git) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    git('init', '-q', '.');
    git('add', '-A');
    git('commit', '-qm', 'start');
  }
  const change = 'rm -rf gone name.txt link && cp -a ../after/. .';
  const app = await startUndoApp(
    { change: [change], more: ['printf "more\\n" >> plain.txt'] },
    { folder, env: { PATH: process.env.PATH ?? '' } },
  );
  const id = await app.start();
  const before = treeState(folder);
  await app.turn(id, 'change');
  const target = { type: 'turn', messageId: placesOf(app, id).message('change') } as const;
  return { app, id, folder, before, target };
}

const how = { ignoreWhitespace: false, whole: false, from: 0 };

async function diffOf(app: TestApp, conversationId: string, target: ReviewTarget, file: string, more = {}) {
  return app.call('review.diff', { conversationId, target, path: file, ...how, ...more });
}

function linesOf(diff: ReviewDiff) {
  if (diff.type !== 'text') throw new Error(`it is ${diff.type}`);
  return diff.hunks.map(({ lines }) => lines);
}

/** The changed lines of a hunk. */
function selectionOf(diff: ReviewDiff, hunk: number): LineSelection {
  const lines = linesOf(diff)[hunk] ?? [];
  const numbers = (kind: 'removed' | 'added', side: 'old' | 'new') =>
    lines
      .filter((line) => line.kind === kind)
      .map((line): [number, number] => [line[side] as number, line[side] as number]);
  return { removed: numbers('removed', 'old'), added: numbers('added', 'new') };
}

test(cite(
  ['REVIEW-1', 'REVIEW-2'],
  'a hunk of any text file is undone to the byte, then reverted, then the file is undone',
), { timeout: 60_000 }, async () => {
  const { app, id, folder, before, target } = await reviewed();
  const list = await app.call('review.list', { conversationId: id, target });
  expect(list.files.map((file) => [file.path, file.conflict])).toEqual(
    expect.arrayContaining(Object.keys(forms).map((name) => [name, undefined])),
  );
  for (const [name, form] of Object.entries(forms)) {
    const read = () => readFileSync(path.join(folder, name));
    const diff = await diffOf(app, id, target, name);
    const hunks = linesOf(diff);
    expect(hunks, name).toHaveLength(2);
    if (name === 'wide.txt')
      expect(diff).toMatchObject({ form: { encoding: 'UTF-16LE', isMarked: true, endings: 'crlf' } });
    expect(hunks[0]?.filter(({ kind }) => kind !== 'same').map(({ kind, text: line }) => [kind, line])).toEqual([
      ['removed', 'line 5'],
      ['added', 'fünf'],
    ]);
    const place = { conversationId: id, target, path: name, ignoreWhitespace: false };
    const undone = await app.call('review.undo', { ...place, version: diff.version, selection: selectionOf(diff, 0) });
    expect(read(), name).toEqual(form(half));
    const rest = await diffOf(app, id, target, name);
    expect(linesOf(rest), name).toHaveLength(1);
    expect((await app.call('review.list', { conversationId: id, target })).lastUndo?.messageId).toBe(undone.messageId);
    await app.call('review.redo', { conversationId: id, messageId: undone.messageId });
    expect(read(), name).toEqual(form(changed));
    const again = await diffOf(app, id, target, name);
    await app.call('review.undo', { ...place, version: again.version, selection: null });
    expect(read(), name).toEqual(form(plain));
  }
  const rows = app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'changes');
  expect(rows[0]?.content).toContain('- plain.txt: some of its lines are as they were before');
  // Undoing the turn continues from there, and redoing it returns to it.
  expect(await app.call('changes.apply', { conversationId: id, target, direction: 'undo' })).toMatchObject({
    skipped: [],
  });
  expect(treeState(folder)).toEqual(before);
  expect((await app.call('review.list', { conversationId: id, target })).isUndone).toBe(true);
});

test(cite(
  ['REVIEW-1', 'REVIEW-2'],
  'every other kind of change is shown for what it is, undone as a whole, and reverted',
), { timeout: 60_000 }, async () => {
  const { app, id, folder, before, target } = await reviewed({ huge: true });
  const list = await app.call('review.list', { conversationId: id, target });
  const kinds = Object.fromEntries(list.files.map((file) => [file.path, file.kind]));
  expect(kinds).toMatchObject({
    link: 'link',
    'run.sh': 'mode',
    'renamed.txt': 'renamed',
    'made/new.txt': 'added',
    'gone/away.txt': 'deleted',
    'data.bin': 'modified',
  });
  expect(await diffOf(app, id, target, 'link')).toMatchObject({ type: 'link', before: 'here', after: 'there' });
  expect(await diffOf(app, id, target, 'run.sh')).toMatchObject({ type: 'same', modes: [0o644, 0o755] });
  expect(await diffOf(app, id, target, 'data.bin')).toMatchObject({ type: 'binary', before: 2, after: 3, image: null });
  const image = await diffOf(app, id, target, 'pixel.png');
  expect(image).toMatchObject({ type: 'binary', image: 'image/png', before: png.length });
  const image64 = await app.call('review.image', {
    conversationId: id,
    target,
    path: 'pixel.png',
    version: image.version,
    side: 'old',
  });
  expect(Buffer.from(image64.base64 ?? '', 'base64')).toEqual(png);

  expect(await diffOf(app, id, target, 'huge.txt')).toMatchObject({ type: 'large' });
  const large = await diffOf(app, id, target, 'huge.txt', { whole: true });
  expect(linesOf(large)[0]?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'old', old: 120_001 },
    { kind: 'added', text: 'new', new: 120_001 },
  ]);

  const names = Object.keys(kinds).filter((name) => !(name in forms));
  for (const name of names) {
    const earlier = treeState(folder);
    const version = list.files.find((file) => file.path === name)?.version ?? '';
    const undo = { conversationId: id, target, path: name, version, ignoreWhitespace: false, selection: null };
    const undone = await app.call('review.undo', undo);
    const now = treeState(folder);
    for (const each of undone.paths) expect([each, now[each]]).toEqual([each, before[each]]);
    await app.call('review.redo', { conversationId: id, messageId: undone.messageId });
    expect(treeState(folder), name).toEqual(earlier);
    const back = (await app.call('review.list', { conversationId: id, target })).files.find(
      (file) => file.path === name,
    );
    await app.call('review.undo', { ...undo, version: back?.version ?? '' });
  }
  for (const { path: name, version } of list.files.filter((file) => file.path in forms))
    await app.call('review.undo', {
      conversationId: id,
      target,
      path: name,
      version,
      ignoreWhitespace: false,
      selection: null,
    });
  expect(treeState(folder)).toEqual(before);
  expect((await app.call('review.list', { conversationId: id, target })).files).toEqual([]);
});

test(
  cite('REVIEW-2', 'single lines are undone, a file that changed since is refused, and whitespace can be ignored'),
  async () => {
    const { app, id, folder, target } = await reviewed();
    const place = { conversationId: id, target, path: 'plain.txt', ignoreWhitespace: false };
    const diff = await diffOf(app, id, target, 'plain.txt');
    // Only one of the two lines that replaced line 30.
    await app.call('review.undo', { ...place, version: diff.version, selection: { removed: [], added: [[31, 31]] } });
    expect(readFileSync(path.join(folder, 'plain.txt'), 'utf8')).toBe(text(changed.toSpliced(30, 1)));
    const stale = await app.client.call('review.undo', { ...place, version: diff.version, selection: null });
    expect(stale.ok ? '' : stale.error.message).toContain('This file has changed since');
    const now = await diffOf(app, id, target, 'plain.txt');
    writeFileSync(path.join(folder, 'plain.txt'), 'mine\n');
    const refused = await app.client.call('review.undo', { ...place, version: now.version, selection: null });
    expect(refused.ok).toBe(false);
    expect(readFileSync(path.join(folder, 'plain.txt'), 'utf8')).toBe('mine\n');
    const listed = await app.call('review.list', { conversationId: id, target });
    expect(listed.files.find((file) => file.path === 'plain.txt')?.conflict).toBeDefined();
    expect(listed.lastUndo).toBeNull();

    const windows = await app.call('review.undo', {
      ...place,
      path: 'windows.txt',
      version: (await diffOf(app, id, target, 'windows.txt')).version,
      selection: null,
    });
    expect(windows.paths).toEqual(['windows.txt']);
    const unknown = await app.client.call('review.undo', {
      ...place,
      path: '../outside.txt',
      version: 'x',
      selection: null,
    });
    expect(unknown.ok).toBe(false);
  },
);

test(
  cite(
    'REVIEW-1',
    'a review covers a call, everything since a message, the conversation, and the working tree against a commit',
  ),
  async () => {
    const { app, id, folder, target } = await reviewed({ git: true });
    await app.turn(id, 'more');
    const names = async (of: ReviewTarget) =>
      (await app.call('review.list', { conversationId: id, target: of })).files.map((file) => file.path);
    const { calls, message } = placesOf(app, id);
    const call = calls[1] as { messageId: string; index: number };
    expect(await names({ type: 'call', ...call })).toEqual(['plain.txt']);
    expect(await names({ type: 'turn', messageId: message('more') })).toEqual(['plain.txt']);
    const all = await names({ type: 'conversation' });
    expect(await names({ type: 'since', messageId: target.messageId })).toEqual(all);
    // An earlier turn can be read, but its result is no longer in place.
    const earlier = await app.call('review.list', { conversationId: id, target });
    expect(earlier.files.filter(({ conflict }) => conflict).map((file) => file.path)).toEqual(['plain.txt']);

    writeFileSync(path.join(folder, 'mine.txt'), 'by hand\n');
    const commit: ReviewTarget = { type: 'commit', commit: 'HEAD' };
    expect(await names(commit)).toEqual([...all, 'mine.txt'].sort());
    const diff = await diffOf(app, id, commit, 'windows.txt');
    const place = { conversationId: id, target: commit, path: 'windows.txt', ignoreWhitespace: false };
    const undone = await app.call('review.undo', { ...place, version: diff.version, selection: selectionOf(diff, 1) });
    expect(readFileSync(path.join(folder, 'windows.txt'))).toEqual(
      forms['windows.txt']?.(changed.toSpliced(29, 2, 'line 30')),
    );
    await app.call('review.redo', { conversationId: id, messageId: undone.messageId });
    const mine = (await app.call('review.list', { conversationId: id, target: commit })).files.find(
      (file) => file.path === 'mine.txt',
    );
    await app.call('review.undo', { ...place, path: 'mine.txt', version: mine?.version ?? '', selection: null });
    expect(await names(commit)).toEqual(all);
    for (const wrong of ['nowhere', '--output=x', 'HEAD:plain.txt']) {
      const refused = await app.client.call('review.list', {
        conversationId: id,
        target: { type: 'commit', commit: wrong },
      });
      expect(refused.ok ? wrong : refused.error.code).toBe('GIT_FAILED');
    }
    rmSync(path.join(folder, '.git'), { recursive: true });
    const none = await app.client.call('review.list', { conversationId: id, target: commit });
    expect(none.ok ? '' : none.error.message).toContain('is not in a Git repository');
  },
);

test(cite('REVIEW-1', 'a viewed mark lasts until the file changes again; whitespace can be left out'), async () => {
  const folder = path.join(tempFolder(), 'project');
  write(folder, 'a.txt', 'one\n  two\nthree\n');
  const app = await startUndoApp(
    { change: ['printf "one\\n\\ttwo\\nTHREE\\n" > a.txt'], more: ['echo four >> a.txt'] },
    { folder },
  );
  const id = await app.start();
  await app.turn(id, 'change');
  const target: ReviewTarget = { type: 'conversation' };
  const listedFile = async () => (await app.call('review.list', { conversationId: id, target })).files[0];
  const first = await listedFile();
  await app.call('review.view', { conversationId: id, path: 'a.txt', version: first?.version ?? '', isViewed: true });
  expect((await listedFile())?.isViewed).toBe(true);
  expect(
    linesOf(await diffOf(app, id, target, 'a.txt', { ignoreWhitespace: true }))[0]?.map(
      ({ kind, text: line }) => `${kind} ${line}`,
    ),
  ).toEqual(['same one', 'same \ttwo', 'removed three', 'added THREE']);
  await app.turn(id, 'more');
  expect((await listedFile())?.isViewed).toBe(false);
});

test(cite('UI-20', 'the changed paths are those of the whole conversation, without what was undone'), async () => {
  const folder = path.join(tempFolder(), 'project');
  write(folder, 'name.txt', 'the same content\n');
  write(folder, 'gone.txt', 'was here\n');
  write(folder, 'kept.txt', 'kept\n');
  const app = await startUndoApp(
    {
      first: ['mkdir -p made && echo new > made/new.txt && echo more >> kept.txt'],
      second: ['mv name.txt renamed.txt && rm gone.txt && chmod +x kept.txt', 'echo brief > brief.txt', 'rm brief.txt'],
    },
    { folder, env: { PATH: process.env.PATH ?? '' } },
  );
  const id = await app.start();
  const paths = async () => (await app.call('review.paths', { conversationId: id })).files;
  expect(await paths()).toEqual([]);
  await app.turn(id, 'first');
  await app.turn(id, 'second');
  expect(await paths()).toEqual([
    { path: 'gone.txt', kind: 'deleted' },
    { path: 'kept.txt', kind: 'modified' },
    { path: 'made/new.txt', kind: 'added' },
    { path: 'renamed.txt', from: 'name.txt', kind: 'added' },
  ]);
  const undo = (text: string) =>
    app.call('changes.apply', {
      conversationId: id,
      target: { type: 'turn', messageId: placesOf(app, id).message(text) },
      direction: 'undo',
    });
  await undo('second');
  expect(await paths()).toEqual([
    { path: 'kept.txt', kind: 'modified' },
    { path: 'made/new.txt', kind: 'added' },
  ]);
  await undo('first');
  expect(await paths()).toEqual([]);
});

test(cite('REVIEW-3', 'comments survive a restart, and say when their lines have moved, changed or gone'), async () => {
  const folder = path.join(tempFolder(), 'project');
  write(folder, 'a.txt', text(plain));
  const first = await startUndoApp({ change: ["sed -i 's/line 5/fünf/; /line 9$/d' a.txt"] }, { folder });
  const id = await first.start();
  await first.turn(id, 'change');
  const comment = (name: string, side: 'old' | 'new', start: number, lines: string) => ({
    id: name,
    path: 'a.txt',
    side,
    start,
    end: start + lines.split('\n').length - 1,
    lines,
    text: `about ${name}`,
  });
  const comments = [
    comment('c1', 'new', 5, 'fünf'),
    comment('c2', 'new', 20, 'line 21\nline 22'),
    comment('c3', 'old', 9, 'line 9'),
  ];
  for (const each of comments) await first.call('review.comment', { conversationId: id, comment: each });
  await first.call('review.comment', {
    conversationId: id,
    comment: { ...(comments[0] as (typeof comments)[0]), text: 'better' },
  });
  await first.close();

  const app = await startUndoApp({}, { folder, dataDir: first.dataDir });
  const states = async () =>
    (await app.call('review.comments', { conversationId: id })).comments.map(
      ({ id: name, start, state, text: said }) => [name, start, state, said],
    );
  expect(await states()).toEqual([
    ['c1', 5, 'current', 'better'],
    ['c2', 20, 'current', 'about c2'],
    ['c3', 9, 'current', 'about c3'],
  ]);
  const now = text(plain).replace('line 5\n', 'five\n').replace('line 1\n', 'line 1\nmore\n').replace('line 9\n', '');
  writeFileSync(path.join(folder, 'a.txt'), now);
  expect((await states()).map(([, start, state]) => [start, state])).toEqual([
    [5, 'changed'],
    [21, 'moved'],
    [9, 'current'],
  ]);
  writeFileSync(path.join(folder, 'a.txt'), text(plain));
  expect((await states()).map(([, , state]) => state)).toEqual(['changed', 'moved', 'restored']);
  rmSync(path.join(folder, 'a.txt'));
  expect((await states()).map(([, , state]) => state)).toEqual(['gone', 'gone', 'current']);
  await app.call('review.uncomment', { conversationId: id, ids: ['c1', 'c2'] });
  expect(await states()).toEqual([['c3', 9, 'current', 'about c3']]);
  const outside = { ...(comments[0] as (typeof comments)[0]), path: '../../etc/passwd' };
  await app.call('review.comment', { conversationId: id, comment: outside });
  expect((await states())[1]).toEqual(['c1', 5, 'gone', 'about c1']);
});
