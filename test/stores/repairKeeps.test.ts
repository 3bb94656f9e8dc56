// A check with repair deletes nothing: the bytes of every earlier file still exist, and a moved file is reported with
// its new location.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { cite } from '../support/cite.ts';
import { damage } from '../support/handwritten/damage.ts';
import { handwrittenId, writeHandwritten } from '../support/handwritten/history.ts';
import { interrupted } from '../support/handwritten/interrupted.ts';
import { hashTree } from '../support/hashTree.ts';
import { tempFolder } from '../support/tempFolder.ts';

test(cite(['STORE-3', 'STORE-4'], 'check --repair keeps every byte, and reports the new location of moved files'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  const histories = [...interrupted, ...damage];
  for (const [index, history] of histories.entries()) writeHandwritten(dataDir, history, handwrittenId(index));
  const project = join(dataDir, 'projects', 'h'.repeat(26));
  const old = new Date('2020-01-01T00:00:00.000Z');
  const strays = [
    join(dataDir, 'settings.json.tmp-0123456789ab'),
    join(project, 'conversations', handwrittenId(0), 'meta.json.tmp-0123456789ab'),
    join(project, 'state/logs/tool-results', handwrittenId(1), '01KNOBODY.json'),
    join(project, 'state/logs/tool-results', handwrittenId(1), `${'0'.repeat(20)}.32000000.printed.tmp-0123456789ab`),
    join(project, 'state/logs/tool-results', 'w'.repeat(26), '01KGONE.json'),
    join(dataDir, 'locks', `${handwrittenId(2)}.owner.json`),
  ];
  for (const path of strays) {
    mkdirSync(join(path, '..'), { recursive: true });
    const owner = { pid: 1, purpose: 'a run', at: old.toISOString() };
    writeFileSync(path, path.endsWith('.owner.json') ? JSON.stringify(owner) : `The bytes of ${basename(path)}\n`);
    utimesSync(path, old, old);
  }
  const before = hashTree(dataDir);
  const { repaired } = await checkData(dataDir, null, { repair: true });
  const after = hashTree(dataDir);
  const kept = new Set(Object.values(after));
  expect(Object.keys(before).filter((path) => !kept.has(before[path] as string))).toEqual([]);
  const moved = Object.keys(before).filter((path) => !(path in after));
  expect(moved.length).toBeGreaterThanOrEqual(strays.length);
  const told = repaired.join('\n');
  for (const path of moved) {
    const place = Object.keys(after).find((each) => each.startsWith('set-aside') && after[each] === before[path]);
    expect([path, place !== undefined && (told.includes(place) || told.includes(join(place, '..')))]).toEqual([
      path,
      true,
    ]);
  }
});
