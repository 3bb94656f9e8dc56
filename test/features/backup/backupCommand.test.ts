// throughline backup and restore from the command line: what comes back is what was there.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBackedUp } from '../../../electron/features/backup/backedUp.ts';
import { stageRestore } from '../../../electron/features/backup/prepareRestore.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { liveNames } from '../../support/liveFiles.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface Used {
  app: TestApp;
  ids: string[];
  command(...args: string[]): ReturnType<typeof commandHere>;
  /** The exact body of every conversation's next request. */
  requests(): Promise<string[]>;
}

const large = 'x'.repeat(60_000);

/** A data folder with calls, a large result, a fork and undo data. */
async function used(): Promise<Used> {
  const app = await startTestApp({
    replies: [
      { calls: [{ name: 'write_file', arguments: JSON.stringify({ path: 'made.txt', content: 'made' }) }] },
      { text: 'written' },
      { calls: [{ name: 'read_file', arguments: JSON.stringify({ path: 'large.txt' }) }] },
      { text: 'read' },
    ],
    otherwise: { text: 'ok' },
  });
  writeFileSync(join(app.folder, 'large.txt'), large);
  const first = await app.start();
  await app.call('conversation.configure', { conversationId: first, approvalMode: 'edits' });
  await app.turn(first, 'write and read');
  await app.turn(first, 'and again');
  const second = await app.start();
  await app.turn(second, 'another');
  const env = {
    OPENAI_BASE_URL: app.model.url,
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_MODEL: 'fake-model',
  };
  const at = ['--project', app.folder, '--data', app.dataDir];
  const command = (...args: string[]) => commandHere([...args, ...at], env);
  const ids = [first, second];
  return {
    app,
    ids,
    command,
    async requests() {
      const bodies: string[] = [];
      for (const id of ids) bodies.push((await command('request', id)).stdout);
      return bodies;
    },
  };
}

/** The content of every file that a backup holds, by path. */
function dataIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (entry.isFile() && isBackedUp(path)) files[path] = readFileSync(join(folder, path), 'latin1');
  }
  return files;
}

test(
  cite('SHIP-6', 'backup, wipe, restore: every file and every next request is the same, byte for byte'),
  async () => {
    const { app, command, requests } = await used();
    await app.close();
    const before = await requests();
    const files = dataIn(app.dataDir);
    expect(before.every((body) => body.includes('messages'))).toBe(true);
    const file = join(tempFolder(), 'backup.tar');
    const made = await command('backup', file);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(file, '..'))).toEqual(['backup.tar']);

    rmSync(app.dataDir, { recursive: true });
    const listed = await command('restore', file, '--dry-run');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toContain('Would restore: 2 new conversations, 0 merged');
    expect(Object.keys(dataIn(app.dataDir))).toEqual([]);
    const restored = await command('restore', file, '--permissions');
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(dataIn(app.dataDir)).toEqual(files);
    expect(readdirSync(app.dataDir).filter((name) => name.startsWith('staged'))).toEqual([]);
    expect(await requests()).toEqual(before);
    expect((await command('check')).code).toBe(0);
  },
);

test(cite('SHIP-6', 'other programs open a backup: tar lists and unpacks it'), async () => {
  const { app, command } = await used();
  await app.close();
  const files = dataIn(app.dataDir);
  const file = join(tempFolder(), 'backup.tar');
  await command('backup', file);
  const unpacked = tempFolder();
  execFileSync('tar', ['-xf', file, '-C', unpacked]);
  expect(dataIn(join(unpacked, 'data'))).toEqual(files);
  const described = ['backup.json', 'end.json', 'manifest-000001.jsonl'];
  expect(readdirSync(join(unpacked, 'throughline-backup'))).toEqual(expect.arrayContaining(described));
  expect(readFileSync(file, 'latin1')).not.toContain('sk-test-0123456789abcdef');
});

const hasAge = spawnSync('age', ['--version']).status === 0;

test(cite('SHIP-6', 'an encrypted backup restores with its passphrase, and with nothing else'), async () => {
  const { app, command, requests } = await used();
  await app.close();
  const before = await requests();
  const folder = tempFolder();
  writeFileSync(join(folder, 'passphrase'), 'correct horse battery\n');
  writeFileSync(join(folder, 'wrong'), 'incorrect horse\n');
  const file = join(folder, 'backup.tar.age');
  const made = await command('backup', file, '--passphrase-file', join(folder, 'passphrase'));
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(file, 'latin1')).not.toContain('messages.json');
  rmSync(app.dataDir, { recursive: true });
  const wrong = await command('restore', file, '--passphrase-file', join(folder, 'wrong'));
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('Nothing was restored or changed: the passphrase or key does not open it.');
  const none = await command('restore', file, '--permissions');
  expect(none.stderr).toContain('Use --passphrase-file');
  expect((await command('restore', file, '--passphrase-file', join(folder, 'passphrase'), '--permissions')).code).toBe(
    0,
  );
  expect(await requests()).toEqual(before);
});

test.runIf(hasAge)(
  cite('SHIP-6', 'the age program opens a backup for a recipient, and we open it with its key'),
  async () => {
    const { app, command, requests } = await used();
    await app.close();
    const before = await requests();
    const folder = tempFolder();
    const key = join(folder, 'key.txt');
    execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' });
    const recipient = execFileSync('age-keygen', ['-y', key], { encoding: 'utf8' }).trim();
    const file = join(folder, 'backup.tar.age');
    expect(await command('backup', file, '--recipient', recipient)).toMatchObject({ code: 0, stderr: '' });
    const names = execFileSync('sh', ['-c', `age -d -i "${key}" "${file}" | tar -tf -`], { encoding: 'utf8' });
    expect(names).toContain('throughline-backup/end.json');
    rmSync(app.dataDir, { recursive: true });
    expect((await command('restore', file, '--identity-file', key, '--permissions')).code).toBe(0);
    expect(await requests()).toEqual(before);
  },
);

test(cite('SHIP-6', 'a restore into data that went on merges: nothing is lost, and settings stay'), async () => {
  const { app, command, ids } = await used();
  await app.close();
  const file = join(tempFolder(), 'backup.tar');
  await command('backup', file);
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'later' } });
  const [first = '', second = ''] = ids;
  await again.call('conversation.open', { conversationId: first });
  await again.turn(first, 'after the backup');
  await again.call('settings.update', { patch: { maxTurns: 7 } });
  const rows = again.rows(first);
  await again.close();
  expect((await command('delete', second, '--yes')).code).toBe(0);

  const restored = await command('restore', file, '--permissions');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('Restored: 1 new conversation, 1 merged');
  const after = JSON.parse((await command('show', first, '--json')).stdout) as { messages: { id: string }[] };
  expect(after.messages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const settings = JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')) as { maxTurns: number };
  expect(settings.maxTurns).toBe(7);
  expect((await command('show', second)).stdout).toContain('another');
  expect((await command('check')).code).toBe(0);
});

test(cite('SHIP-6', 'increments hold what was appended, and the newest restores everything'), async () => {
  const { app, command, requests, ids } = await used();
  const [first = ''] = ids;
  await app.close();
  const folder = join(tempFolder(), 'backups');
  mkdirSync(folder);
  const complete = await command('backup', '--to', folder, '--json');
  expect(JSON.parse(complete.stdout)).toMatchObject({ isIncrement: false });
  expect((await command('backup', '--to', folder)).stdout).toContain('Nothing has changed since the last backup.');
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'later' } });
  await again.call('conversation.open', { conversationId: first });
  await again.turn(first, 'after the first backup');
  await again.close();
  const increment = JSON.parse((await command('backup', '--to', folder, '--json')).stdout) as {
    file: string;
    bytes: number;
  };
  expect(increment).toMatchObject({ isIncrement: true });
  const listed = execFileSync('tar', ['-tf', increment.file], { encoding: 'utf8' }).split('\n');
  expect(listed.some((name) => name.endsWith(`${first}/messages.json`))).toBe(true);
  expect(listed.some((name) => name.includes('tool-results'))).toBe(false);
  const whole = readFileSync(app.messagesFile(first), 'utf8');
  const appended = execFileSync('tar', [
    '-xOf',
    increment.file,
    `data/${app.messagesFile(first).slice(app.dataDir.length + 1)}`,
  ]);
  expect(whole.endsWith(appended.toString('utf8'))).toBe(true);
  expect(appended.length).toBeLessThan(whole.length / 2);

  const before = await requests();
  const files = dataIn(app.dataDir);
  rmSync(app.dataDir, { recursive: true });
  expect(await command('restore', folder, '--permissions')).toMatchObject({ code: 0, stderr: '' });
  expect(dataIn(app.dataDir)).toEqual(files);
  expect(await requests()).toEqual(before);

  // The increment's parent is gone: it is named, and what is intact comes back when asked for.
  rmSync(app.dataDir, { recursive: true });
  const [parent = ''] = readdirSync(folder).filter((name) => !name.includes('increment'));
  renameSync(join(folder, parent), join(folder, `away-${parent}`));
  const refused = await command('restore', folder, '--permissions');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(parent);
  expect(existsSync(join(app.dataDir, 'projects'))).toBe(false);
});

test(
  cite('SHIP-6', 'the next start of the app finishes a restore that was interrupted, and lists its conversation'),
  async () => {
    const { app, command, ids } = await used();
    await app.close();
    const file = join(tempFolder(), 'backup.tar');
    await command('backup', file);
    const files = dataIn(app.dataDir);
    rmSync(app.dataDir, { recursive: true });
    // Up to the point of no return, and no further.
    const request = { dataDir: app.dataDir, path: file, keys: {}, salvage: false, permissions: 'sameMachine' } as const;
    okValue(await stageRestore(nodeDisk, request, { signal: new AbortController().signal, onBytes: () => {} }));
    expect(existsSync(join(app.dataDir, 'projects'))).toBe(false);
    const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'on' } });
    await expect.poll(() => liveNames(app.dataDir).some((name) => name.startsWith('staged'))).toBe(false);
    for (const id of ids) await again.call('conversation.open', { conversationId: id });
    await again.close();
    expect(Object.keys(dataIn(app.dataDir))).toEqual(expect.arrayContaining(Object.keys(files)));
  },
);
