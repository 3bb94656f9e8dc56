// Damaged, truncated and hostile backups: what is wrong is reported, nothing else changes, and what is intact can be restored.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { encodeHeader, paddingAfter } from '../../../electron/features/backup/tarFormat.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import {
  backedUp,
  backup,
  filesIn,
  inspect,
  logOf,
  messagesPath,
  restore,
  smallData,
  writeFiles,
} from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const emptyFolder = (): string => join(tempFolder(), 'data');

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ 0x20;
  return changed;
}

test(cite('SHIP-6', 'a flipped byte anywhere is found, and everything else can be restored'), async () => {
  const { dataDir, file } = await backedUp();
  const whole = readFileSync(file);
  const files = filesIn(dataDir);
  const step = Math.floor(whole.length / volume({ short: 40, all: 150, long: 4000 }));
  for (let at = 0; at < whole.length - 1024; at += step) {
    const damaged = join(tempFolder(), 'damaged.tar');
    writeFileSync(damaged, flip(whole, at));
    const target = emptyFolder();
    const refused = await restore(damaged, target);
    expect(refused.ok, `byte ${at}`).toBe(false);
    expect(existsSync(target) ? filesIn(target) : {}, `byte ${at}`).toEqual({});
    const salvaged = await restore(damaged, target, { salvage: true, permissions: 'always' });
    // Without the first entry, it is not recognized.
    if (!salvaged.ok) {
      expect(at, salvaged.error.message).toBeLessThan(2048);
      continue;
    }
    const back = filesIn(target);
    const lost = Object.keys(files).filter((path) => back[path] !== files[path]);
    expect(Object.keys(back).filter((path) => !(path in files))).toEqual([]);
    // Never other content: a file is whole or not there.
    expect(
      lost.filter((path) => path in back),
      `byte ${at}`,
    ).toEqual([]);
    const named = salvaged.value.problems.map(({ path }) => path);
    if (lost.length === 1) expect(named, `byte ${at}`).toContain(lost[0]);
    const isList = named.includes(null);
    expect(lost.length <= 1 || isList, `byte ${at}: ${lost.length} lost`).toBe(true);
  }
});

test(cite('SHIP-6', 'a backup that was cut off says so, and holds what is listed before'), async () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`notes/${String(n).padStart(3, '0')}.md`, `note ${n}`]),
  );
  const { file } = await backedUp({ ...smallData(), ...many });
  const whole = readFileSync(file);
  const cut = join(tempFolder(), 'cut.tar');
  writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.7)));
  const target = emptyFolder();
  const refused = await restore(cut, target);
  expect(refused.ok ? '' : refused.error.message).toContain('What is intact can be restored nevertheless');
  const salvaged = okValue(await restore(cut, target, { salvage: true }));
  expect(salvaged.problems.map(({ reason }) => textOf(reason))).toContain(
    'Its end is missing, so it may not be complete.',
  );
  expect(readdirSync(join(target, 'notes')).length).toBeGreaterThan(150);
});

/** A backup with entries of someone else's making. */
function forged(entries: Record<string, string>, more: Buffer[] = []): string {
  const entry = (name: string, content: string): Buffer => {
    const bytes = Buffer.from(content);
    return Buffer.concat([encodeHeader(name, bytes.length, 0), bytes, Buffer.alloc(paddingAfter(bytes.length))]);
  };
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
  const id = '0'.repeat(32);
  const head = `${JSON.stringify({ format: 'throughline-backup', v: 1, id, createdAt: '', version: '9', dataFormat: 1, machine: '', parents: [] })}\n`;
  const lines = Object.entries(entries).map(([path, content]) =>
    JSON.stringify({ path, size: Buffer.byteLength(content), sha256: sha(content), mtime: 0 }),
  );
  const list = `${JSON.stringify({ id, part: 1 })}\n${lines.join('\n')}\n`;
  const end = `${JSON.stringify({ id, complete: true, files: 0, first: sha(head), manifests: [sha(list)] })}\n`;
  const file = join(tempFolder(), 'forged.tar');
  const parts = [
    entry('throughline-backup/backup.json', head),
    ...Object.entries(entries).map(([path, content]) => entry(`data/${path}`, content)),
    ...more,
    entry('throughline-backup/manifest-000001.jsonl', list),
    entry('throughline-backup/end.json', end),
    Buffer.alloc(1024),
  ];
  writeFileSync(file, Buffer.concat(parts));
  return file;
}

test(cite('SHIP-6', 'hostile names in a backup are refused: they lead nowhere and replace nothing'), async () => {
  const hostile = {
    '../outside.txt': 'a',
    '/etc/outside': 'b',
    'projects/../../outside': 'c',
    'C:\\outside': 'd',
    'a/./b': 'e',
    'con.txt': 'f',
    'trailing.': 'g',
    'locks/data.folder.db': 'h',
    'index.db': 'i',
    'server.json': '{"token":"mine"}',
    'staged.restore-1/restore.json': '{"v":1,"merged":[]}',
    'desktop/Preferences': 'j',
    'Notes.md': 'k',
    'notes.md': 'l',
    'caf\u00e9.md': 'm',
    'cafe\u0301.md': 'n',
    'bell\u0007.md': 'o',
  };
  const file = forged({ ...hostile, 'memory.md': 'good' });
  const base = tempFolder();
  const target = join(base, 'data');
  mkdirSync(target);
  const refused = await restore(file, target);
  expect(refused.ok).toBe(false);
  expect(readdirSync(target)).toEqual([]);
  const salvaged = okValue(await restore(file, target, { salvage: true }));
  expect(Object.keys(filesIn(target)).sort()).toEqual(['Notes.md', 'caf\u00e9.md', 'memory.md']);
  expect(readdirSync(target).sort()).toEqual(['Notes.md', 'caf\u00e9.md', 'memory.md']);
  expect(readdirSync(base)).toEqual(['data']);
  expect(salvaged.problemCount).toBe(Object.keys(hostile).length - 2);
});

test.skipIf(process.platform === 'win32')(
  cite('SHIP-6', 'links, devices, repeated names and entries of others are reported and never restored'),
  async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'target'), 'x');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    execFileSync('tar', ['-cf', 'others.tar', '--format=ustar', 'link', 'pipe', 'target'], { cwd: folder });
    const others = readFileSync(join(folder, 'others.tar'));
    const twice = Buffer.concat([encodeHeader('data/memory.md', 4, 0), Buffer.from('evil'), Buffer.alloc(508)]);
    const file = forged({ 'memory.md': 'good', 'theme.css': 'css' }, [
      others.subarray(0, 3 * 512),
      others.subarray(3 * 512, 4 * 512),
      twice,
    ]);
    const target = emptyFolder();
    const salvaged = okValue(await restore(file, target, { salvage: true }));
    expect(filesIn(target)).toEqual({ 'theme.css': 'css' });
    const reasons = salvaged.problems.map(({ path, reason }) => `${path}: ${textOf(reason)}`);
    expect(reasons).toContain('link: It is a link, a device or another special file, which is never restored.');
    expect(reasons).toContain('pipe: It is a link, a device or another special file, which is never restored.');
    expect(reasons).toContain('target: It does not belong in a backup.');
    expect(reasons).toContain('memory.md: It is there twice.');
  },
);

test(
  cite('SHIP-6', 'what is no backup is refused: rubbish, another archive, an empty file, a claimed size'),
  async () => {
    const folder = tempFolder();
    const cases: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      rubbish: Buffer.from('no tar at all '.repeat(500)),
      zeros: Buffer.alloc(10_000),
      'age header': Buffer.from('age-encryption.org/v1\n-> rubbish\n'),
      'huge size': Buffer.concat([encodeHeader('throughline-backup/backup.json', 8 ** 11 - 1, 0), Buffer.from('{}')]),
      'endless pax': Buffer.concat([encodeHeader('x'.repeat(300), 8 ** 12, 0), Buffer.from('{}')]),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      const file = join(folder, name);
      writeFileSync(file, bytes);
      const target = emptyFolder();
      const refused = await restore(file, target, { salvage: true, keys: { passphrase: 'anything at all' } });
      expect(refused.ok ? name : refused.error.message).toMatch(/^Nothing was restored or changed: /);
      expect(existsSync(target)).toBe(false);
    }
  },
);

test(
  cite('SHIP-6', 'a missing or damaged increment is named, and earlier versions of its files come back'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const folder = tempFolder();
    const names: string[] = [];
    for (const texts of [['one'], ['one', 'two'], ['one', 'two', 'three']]) {
      writeFiles(dataDir, {
        ...(texts.length === 1 ? smallData(texts) : {}),
        [messagesPath]: logOf(texts),
        [`notes/${texts.length}.md`]: 'note',
      });
      names.push(okValue(await backup(dataDir, { folder, keep: 9 })).file ?? '');
    }
    const middle = names[1] as string;
    const bytes = readFileSync(middle);
    writeFileSync(middle, bytes.subarray(0, 600));
    const target = emptyFolder();
    const refused = await inspect(folder, target);
    expect(okValue(refused).problems[0]?.file).toBe(middle.slice(folder.length + 1));
    expect((await restore(folder, target)).ok).toBe(false);
    const salvaged = okValue(await restore(folder, target, { salvage: true }));
    expect(readFileSync(join(target, messagesPath), 'utf8')).toBe(logOf(['one']));
    expect(readdirSync(join(target, 'notes')).sort()).toEqual(['1.md', '3.md']);
    expect(salvaged.problems.map(({ path }) => path)).toContain(messagesPath);
    writeFileSync(middle, bytes);
    const whole = emptyFolder();
    expect(okValue(await restore(folder, whole)).backups).toBe(3);
    expect(readFileSync(join(whole, messagesPath), 'utf8')).toBe(logOf(['one', 'two', 'three']));
  },
);

test(cite('SHIP-6', 'passphrases are those of age: its library opens our backups, and we open its'), {
  tags: ['all'],
}, async () => {
  const { dataDir, file } = await backedUp({
    ...smallData(),
    'a/first.md': 'first',
    'z/large.bin': 'x'.repeat(400_000),
  });
  const ours = join(tempFolder(), 'ours.tar.age');
  okValue(await backup(dataDir, { file: ours }, { encryptFor: { passphrase: 'correct horse battery' } }));
  const theirs = new Decrypter();
  theirs.addPassphrase('correct horse battery');
  const opened = Buffer.from(await theirs.decrypt(readFileSync(ours)));
  expect(opened.toString('latin1', 0, 32)).toBe(readFileSync(file).toString('latin1', 0, 32));
  const encrypter = new Encrypter();
  encrypter.setPassphrase('another passphrase');
  encrypter.setScryptWorkFactor(10);
  const encrypted = join(tempFolder(), 'theirs.tar.age');
  const bytes = Buffer.from(await encrypter.encrypt(readFileSync(file)));
  writeFileSync(encrypted, bytes);
  const keys = { passphrase: 'another passphrase' };
  const target = emptyFolder();
  okValue(await restore(encrypted, target, { keys, permissions: 'always' }));
  expect(filesIn(target)).toEqual(filesIn(dataDir));

  // A damaged byte: nothing after it can be decrypted, and what is before it comes back when asked for.
  writeFileSync(encrypted, flip(bytes, bytes.length - 100_000));
  expect((await restore(encrypted, emptyFolder(), { keys })).ok).toBe(false);
  const partly = emptyFolder();
  const salvaged = okValue(await restore(encrypted, partly, { keys, salvage: true, permissions: 'always' }));
  expect(JSON.stringify(salvaged.problems)).toContain('The rest cannot be read');
  expect(Object.keys(filesIn(partly))).toContain('a/first.md');
  writeFileSync(encrypted, flip(bytes, 400));
  const lost = await restore(encrypted, emptyFolder(), { keys, salvage: true });
  expect(lost.ok ? '' : lost.error.message).toBe(
    'Nothing was restored or changed: its first entry is damaged or missing.',
  );
});
