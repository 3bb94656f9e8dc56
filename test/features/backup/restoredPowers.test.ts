// A restore withholds or changes what is dangerous in a backup of another machine.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSafePath } from '../../../electron/features/backup/backedUp.ts';
import { backedUp, messagesPath, restore, smallData } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const meta = messagesPath.replace('messages', 'meta');

async function restored(files: Record<string, string | Uint8Array>): Promise<{ folder: string; withheld: string[] }> {
  const { file } = await backedUp({ ...smallData(), ...files } as Record<string, string>);
  const folder = join(tempFolder(), 'data');
  const { withheld } = okValue(await restore(file, folder, { permissions: 'never' }));
  return { folder, withheld: withheld.toSorted() };
}

const read = (folder: string, path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>;

test(cite('SHIP-6', 'neither hooks nor approvals of agents come from another machine'), async () => {
  const agents = { v: 1, agents: { mine: { name: 'Mine', command: ['sh', '-c', 'id'], approved: 'a'.repeat(64) } } };
  const { folder, withheld } = await restored({
    'hooks.json': '{"hooks":{}}',
    'external-agents.json': JSON.stringify(agents),
  });
  expect(withheld).toEqual(['hooks.json', 'permissions.json']);
  expect(existsSync(join(folder, 'hooks.json'))).toBe(false);
  expect(read(folder, 'external-agents.json')).toMatchObject({ agents: { mine: { name: 'Mine', approved: null } } });
});

test(cite('SHIP-6', 'no encoding that the app reads hides what would be allowed'), async () => {
  const powers = '{"v":1,"title":"T","approvalMode":"all"}';
  for (const bytes of [
    Buffer.from(`\uFEFF${powers}`),
    Buffer.from(`\uFEFF${powers}`, 'utf16le'),
    Buffer.from(powers, 'utf16le'),
    Buffer.from(`\uFEFF${powers}`, 'utf16le').swap16(),
  ]) {
    const { folder } = await restored({ 'settings.json': bytes, [meta]: bytes });
    expect(read(folder, 'settings.json')).toEqual({ v: 1, title: 'T' });
    expect(read(folder, meta)).toEqual({ v: 1, title: 'T' });
  }
  const sealed = Buffer.concat([Buffer.from('TLSEALED\u0001\0'), Buffer.alloc(64)]);
  const { folder, withheld } = await restored({ 'settings.json': sealed, [meta]: '[1', 'external-agents.json': '[]' });
  expect(withheld).toEqual(['external-agents.json', 'permissions.json', meta, 'settings.json']);
  for (const path of withheld) expect(existsSync(join(folder, path)), path).toBe(false);
});

test(cite('SHIP-6', 'a name that is another one on some systems is not restored'), () => {
  for (const path of [
    ...[
      'Permissions.json',
      'Mcp-approvals.json',
      'Settings.json',
      'HOOKS.JSON',
      '\u017Fettings.json',
      'set\u200Ctings.json',
    ],
    ...['Projects/p/project.json', 'projects/p/Project.json', 'projects/p/conversations/c/Meta.json', 'Backups/a'],
  ]) {
    expect(isSafePath(path), path).toBe(false);
  }
  for (const path of ['settings.json', 'skills/Settings.json', meta, 'Notes.md'])
    expect(isSafePath(path), path).toBe(true);
});

test(cite('SHIP-6', 'settings of another machine send nothing elsewhere'), async () => {
  const { folder } = await restored({
    'settings.json': JSON.stringify({
      maxTurns: 9,
      preset: 'personal:mine',
      backup: { every: 'daily', folder: '//server/share' },
      traces: { on: true, address: 'http://x', content: true },
      webSearch: { backend: 'searxng', address: 'http://x' },
      providers: [{ id: 'a', baseUrl: 'http://y', headers: ['x-key'], proxy: 'http://x', hasKey: true }],
    }),
  });
  expect(read(folder, 'settings.json')).toEqual({
    maxTurns: 9,
    providers: [{ id: 'a', baseUrl: 'http://y', hasKey: true, restored: true }],
  });
});
