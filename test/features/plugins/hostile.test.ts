// Hostile packages: each is refused as a whole, and leaves nothing.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { fileWith, skillText, type ZipEntry, zipOf } from './packages.ts';

const skill: ZipEntry = { name: 'SKILL.md', content: skillText('bad') };

const archives: Record<string, readonly ZipEntry[]> = {
  'leads out': [skill, { name: '../out.md', content: 'x' }],
  'leads out inside': [skill, { name: 'a/../../out.md', content: 'x' }],
  absolute: [skill, { name: '/tmp/out.md', content: 'x' }],
  'of a drive': [skill, { name: 'C:/out.md', content: 'x' }],
  'with a backslash': [skill, { name: '..\\out.md', content: 'x' }],
  'a link': [skill, { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
  'a device': [skill, { name: 'device', mode: 0o020666 }],
  'a pipe': [skill, { name: 'pipe', mode: 0o010666 }],
  'the same name in other case': [skill, { name: 'skill.md', content: 'x' }],
  'the same name in another normal form': [skill, { name: 'é.md', content: 'x' }, { name: 'e\u0301.md', content: 'x' }],
  'a folder in other case': [skill, { name: 'docs/a.md', content: 'x' }, { name: 'Docs/b.md', content: 'x' }],
  'a file that is a folder': [skill, { name: 'a', content: 'x' }, { name: 'a/b', content: 'x' }],
  twice: [skill, skill],
  reserved: [skill, { name: 'con.md', content: 'x' }],
  'reserved deeper': [skill, { name: 'a/COM1', content: 'x' }],
  'with a dot at the end': [skill, { name: 'a.', content: 'x' }],
  'with a stream': [skill, { name: 'a.md:hidden', content: 'x' }],
  'with invisible characters': [skill, { name: 'a\u202egpj.exe', content: 'x' }],
  'with a line break': [skill, { name: 'a\nb', content: 'x' }],
  deep: [skill, { name: `${'a/'.repeat(60)}b`, content: 'x' }],
  'a bomb': [skill, { name: 'bomb', content: Buffer.alloc(64 * 1024 * 1024) }],
  'of another size than stated': [skill, { name: 'big', content: 'x'.repeat(1000), stated: 10 }],
  'without a skill': [{ name: 'README.md', content: 'x' }],
  'without a name': [{ name: 'SKILL.md', content: '---\ndescription: x\n---\nx' }],
  'with a name that leads out': [{ name: 'SKILL.md', content: '---\nname: ../x\ndescription: x\n---\nx' }],
  'with the name of the folder for packages in preparation': [{ name: 'SKILL.md', content: skillText('incoming') }],
  'with a name that Windows reserves': [{ name: 'SKILL.md', content: skillText('nul') }],
  'without a description': [{ name: 'SKILL.md', content: '---\nname: x\n---\nx' }],
  'without a content': [],
};

function place() {
  const root = tempFolder();
  const dataDir = path.join(root, 'data');
  const plugin = (...args: string[]) => commandHere(['plugin', ...args, '--data', dataDir], { HOME: root }, '', root);
  const refused = async (...args: string[]) => {
    const answer = await plugin('add', ...args, '--yes');
    expect(answer).toMatchObject({ code: expect.not.stringMatching('0'), stdout: '' });
    expect(answer.code, answer.stderr).toBe(1);
    expect(existsSync(path.join(dataDir, 'plugins'))).toBe(false);
    return answer.stderr;
  };
  return { root, dataDir, refused };
}

test(cite('PLUG-3', 'an archive with a hostile name, size or kind of file is refused as a whole'), async () => {
  const { root, refused } = place();
  for (const [name, entries] of Object.entries(archives)) {
    const message = await refused(fileWith(zipOf(entries), `${name}.zip`));
    expect(message, name).toMatch(/\.\n$/);
  }
  expect(readdirSync(root)).not.toContain('out.md');
});

test(cite('PLUG-3', 'the same holds for tar archives, folders and files that are none'), async () => {
  const { root, refused } = place();
  const folder = path.join(root, 'package');
  writeTree(folder, { 'SKILL.md': skillText('bad') });
  symlinkSync('/etc/passwd', path.join(folder, 'link'));
  const tar = (...args: string[]) => execFileSync('tar', ['-C', folder, ...args]);
  tar('-czf', path.join(root, 'links.tgz'), '.');
  expect(await refused(path.join(root, 'links.tgz'))).toContain('“./link” is a link');
  expect(await refused(folder)).toContain('“link” is a link');
  tar('-cf', path.join(root, 'out.tar'), '-P', '--transform', 's,SKILL,../SKILL,', 'SKILL.md');
  expect(await refused(path.join(root, 'out.tar'))).toContain('leads out of the package');
  writeFileSync(path.join(root, 'bomb.tgz'), gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  await refused(path.join(root, 'bomb.tgz'));
  const { length } = zipOf([skill]);
  await refused(fileWith(zipOf([skill]).subarray(0, length - 30), 'cut.zip'));
  await refused(fileWith(Buffer.from('not an archive'), 'a.zip'));
  await refused(fileWith(Buffer.alloc(0), 'empty.zip'));
  mkdirSync(path.join(root, 'empty'));
  await refused(path.join(root, 'empty'));
  await refused(path.join(root, 'nothing'));
});
