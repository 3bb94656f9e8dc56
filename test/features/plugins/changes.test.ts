// Confirmations and updates name everything, however many and large the files are; and changes made in the middle count.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { skillText } from './packages.ts';

const fields = { ref: '', path: '' };

function skillFolder(): string {
  const source = path.join(tempFolder(), 'weather');
  writeTree(source, { 'SKILL.md': skillText('weather') });
  return source;
}

test(cite('PLUG-1', 'no number of other files hides a program from the confirmation'), async () => {
  const source = skillFolder();
  writeTree(source, Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`a/${n}.md`, 'x'])));
  writeTree(source, { 'z.sh': 'date\n' });
  const confirmations: unknown[] = [];
  const app = await startTestApp({
    confirm: {
      require: ({ sentence, each }) => {
        confirmations.push(sentence, each);
        return ok(undefined);
      },
      answer: async () => fail('CONFIRMATION_NEEDED', 'Confirm it.'),
    },
  });
  const { id, files, moreFiles } = await app.call('plugins.look', { source, ...fields });
  expect(files.length + moreFiles).toBe(602);
  expect(files).toContainEqual(expect.objectContaining({ path: 'skills/weather/z.sh', isScript: true }));
  await app.call('plugins.install', { id });
  expect(confirmations).toEqual([expect.stringContaining('602 files, 1 of them programs.'), ['skills/weather/z.sh']]);
});

test(cite('PLUG-2', 'an update says which differences are too large to show whole'), async () => {
  const app = await startTestApp();
  const source = skillFolder();
  writeTree(source, { 'long.md': 'a\n', 'huge.md': 'a\n', 'short.md': 'a\n' });
  await app.call('plugins.install', { id: (await app.call('plugins.look', { source, ...fields })).id });
  writeTree(source, { 'long.md': 'line\n'.repeat(50_000), 'huge.md': 'line\n'.repeat(200_000), 'short.md': 'b\n' });
  const { proposal } = await app.call('plugins.lookForUpdate', { id: 'weather' });
  expect(Object.fromEntries(proposal?.files.map((file) => [path.basename(file.path), file.isCut]) ?? [])).toEqual({
    ...{ 'SKILL.md': false, 'huge.md': true, 'long.md': true, 'short.md': false },
  });
});

test(cite('PLUG-2', 'a plugin that was turned off while its update was read stays off'), async () => {
  const app = await startTestApp();
  const source = skillFolder();
  await app.call('plugins.install', { id: (await app.call('plugins.look', { source, ...fields })).id });
  writeTree(source, { 'SKILL.md': skillText('weather', 'Better.') });
  const { proposal } = await app.call('plugins.lookForUpdate', { id: 'weather' });
  await app.call('plugins.enable', { id: 'weather', enabled: false });
  await app.call('plugins.install', { id: proposal?.id ?? '' });
  expect((await app.call('plugins.list', {})).plugins).toMatchObject([{ enabled: false, hash: proposal?.hash }]);
});

test(cite('PLUG-1', 'a plugin whose files are gone can be removed'), async () => {
  const app = await startTestApp();
  const source = skillFolder();
  await app.call('plugins.install', { id: (await app.call('plugins.look', { source, ...fields })).id });
  rmSync(path.join(app.dataDir, 'plugins/weather'), { recursive: true });
  expect(await app.call('plugins.remove', { id: 'weather' })).toEqual({ copy: null });
  expect((await app.call('plugins.list', {})).plugins).toEqual([]);
});
