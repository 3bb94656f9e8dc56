// Random shell commands, undone and redone one by one and all at once: the folder is always bit for bit in one of its
// earlier states.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createFileChanges } from '../../../electron/stores/undo/fileChanges.ts';
import { createFolderTree } from '../../../electron/tools/changes/folderTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { volume } from '../../support/volume.ts';

const name = fc.constantFrom('a', 'b', 'c d', '中', 'd/x', 'd/y', 'e/f/g');
const command = fc.oneof(
  fc.tuple(name, fc.integer({ min: 0, max: 4 })).map(([at, n]) => `printf 'text ${n}\\n' > '${at}'`),
  name.map((at) => `printf 'more\\n' >> '${at}'`),
  name.map((at) => `rm -rf '${at}'`),
  fc.constantFrom('d', 'e', 'e/f', 'a').map((at) => `mkdir -p '${at}'`),
  fc.constantFrom('d', 'e', 'e/f').map((at) => `rm -rf '${at}'`),
  fc.tuple(name, name).map(([from, to]) => `mv '${from}' '${to}'`),
  fc.tuple(fc.constantFrom('d', 'e'), fc.constantFrom('e', 'h', 'a')).map(([from, to]) => `mv '${from}' '${to}'`),
  fc.tuple(fc.constantFrom('a', 'nowhere', '/etc', '..'), name).map(([to, at]) => `ln -sfn '${to}' '${at}'`),
  fc.tuple(name, name).map(([from, at]) => `ln -f '${from}' '${at}'`),
  fc
    .tuple(fc.constantFrom('600', '755', '444', '1777'), fc.oneof(name, fc.constantFrom('d', 'e')))
    .map(([mode, at]) => `chmod ${mode} '${at}'`),
  name.map((at) => `head -c 300000 /dev/zero > '${at}'`),
  fc.tuple(fc.constantFrom('d', 'e'), fc.constantFrom('h', 'e/copy')).map(([from, to]) => `cp -r '${from}' '${to}'`),
);
const turn = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });
type Move = 'undo' | 'redo' | 'undo all' | 'redo all';
const moves = fc.array(fc.constantFrom<Move[]>('undo', 'redo', 'undo all', 'redo all'), {
  minLength: 4,
  maxLength: 12,
});

/** A file with two names has one mode: restoring one name must leave the other alone. */
const twoNames: [string[][], Move[]][] = [
  [
    [["printf 'x' > a", 'ln a b'], ['chmod 600 a']],
    ['undo', 'redo', 'undo', 'undo', 'redo all', 'undo all'],
  ],
  [
    [["printf 'x' > a"], ["printf 'x' > b"], ['chmod 600 a'], ['ln -f b a']],
    ['undo', 'undo', 'redo', 'undo all'],
  ],
];

test('whatever a shell did to a folder, every step back and forth restores an earlier state', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(turn, moves, async (calls, steps) => {
      const base = tempFolder();
      const folder = path.join(base, 'project');
      const dataDir = path.join(base, 'data');
      const conversationId = 'a'.repeat(26);
      mkdirSync(path.join(dataDir, 'projects/p/conversations', conversationId), { recursive: true });
      mkdirSync(path.join(folder, 'd'), { recursive: true });
      const tree = createFolderTree({ protectedFolders: [dataDir] });
      const changes = createFileChanges({ dataDir, disk: nodeDisk, clock: systemClock, log: silentLog, tree });
      const ref = (index: number) => ({ conversationId, messageId: 'm', index });
      const states = [treeState(folder)];
      for (const [index, commands] of calls.entries()) {
        const watch = await changes.start({ ...ref(index), folder }, { type: 'tree' });
        // A failing command may have done a part of it.
        for (const each of commands) spawnSync('sh', ['-c', each], { cwd: folder, stdio: 'ignore' });
        expect((await watch.end())?.notCovered).toBeUndefined();
        states.push(treeState(folder));
      }
      let at = calls.length;
      const all = calls.map((_call, index) => ref(index));
      for (const step of steps) {
        const direction = step.startsWith('undo') ? 'undo' : 'redo';
        const one = direction === 'undo' ? at - 1 : at;
        const scope = step.endsWith('all') ? all : all.slice(one, one + 1);
        if (one < 0) continue;
        const applied = await changes.apply({ folder, calls: scope }, direction);
        if (applied.ok) expect(applied.value.skipped).toEqual([]);
        else expect(applied.error.code).toBe('NOT_SUPPORTED');
        if (step.endsWith('all')) at = direction === 'undo' ? 0 : calls.length;
        else at = Math.min(calls.length, direction === 'undo' ? one : one + 1);
        expect(treeState(folder)).toEqual(states[at]);
      }
      await changes.close();
    }),
    { numRuns: volume({ short: 4, all: 14, long: 500 }), examples: twoNames },
  );
});
