// AGENT-4: the cost that making a folder undoable adds to each command, next to `git status`, which scans the folder
// but stores nothing, and `cp -a`, which copies it. Also the time to review many changed files.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../electron/lib/clock.ts';
import type { FileChanges } from '../../electron/ports/changes.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createFileChanges } from '../../electron/stores/undo/fileChanges.ts';
import { createFolderTree } from '../../electron/tools/changes/folderTree.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, milliseconds, type Section, timed } from './figures.ts';
import { longestPiece } from './longestPiece.ts';

/** The longest that anything else in the process may wait. */
const maxHeldUp = 50;

export async function changesBench(folder: string, sizes: readonly number[]): Promise<Section> {
  const figures: Figure[] = [];
  for (const files of sizes) figures.push(...(await atSize(join(folder, `changes-${files}`), files)));
  return {
    title: 'Watching file changes',
    how:
      '2 kB source files, 40 per folder. The folder is compared before and after a command, and new content is saved durably. ' +
      '“Longest task” is how long the main thread was blocked.',
    figures,
  };
}

async function atSize(base: string, files: number): Promise<Figure[]> {
  const project = join(base, 'project');
  for (let n = 0; n < files; n++) {
    const at = join(project, `d${Math.floor(n / 40)}`);
    if (n % 40 === 0) mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `f${n}.txt`), `${n} ${'x'.repeat(60)}\n`.repeat(32));
  }
  const { dataDir, conversationId } = writeLongConversation(join(base, 'data'), { messages: 10, textLength: 10 });
  const tree = createFolderTree({ protectedFolders: [dataDir] });
  const changes = createFileChanges({ dataDir, disk: nodeDisk, clock: systemClock, log: () => {}, tree });
  const command = (index: number, change: () => void) => async (): Promise<void> => {
    const call = { conversationId, messageId: 'm', index, folder: project };
    const watch = await changes.start(call, { type: 'tree' });
    change();
    await watch.end();
  };
  const first = await measured(command(0, () => writeFileSync(join(project, 'd0', 'f0.txt'), 'one\n')));
  await measured(command(1, () => writeFileSync(join(project, 'd0', 'f0.txt'), 'two\n')));
  const later = await measured(command(2, () => writeFileSync(join(project, 'd0', 'f0.txt'), 'three\n')));
  const added = Math.min(1_000, files);
  await command(3, () => {
    for (let n = 0; n < added; n++) writeFileSync(join(project, `new${n}.txt`), 'line\n'.repeat(300));
  })();
  const reviewed = await measured(() => mustReview(changes, conversationId, project));
  await changes.close();
  const copied = await timed(() => execFileSync('cp', ['-a', project, join(base, 'copy')]));
  rmSync(join(base, 'copy'), { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: project });
  execFileSync('git', ['add', '.'], { cwd: project });
  const status = await timed(() => execFileSync('git', ['status', '--porcelain'], { cwd: project }));
  const name = `${count(files)} files`;
  const held = (what: string, longest: number): Figure => ({
    name: `${name}: ${what}, longest task`,
    value: milliseconds(longest),
    promise: { row: 'PERF-8', text: `at most ${maxHeldUp} ms`, kept: longest <= maxHeldUp },
  });
  return [
    { name: `${name}: first command`, value: milliseconds(first.took) },
    held('first command', first.longest),
    { name: `${name}: later command`, value: milliseconds(later.took) },
    held('later command', later.longest),
    { name: `${name}: cp -a`, value: milliseconds(copied) },
    { name: `${name}: git status`, value: milliseconds(status) },
    { name: `${name}: reviewing ${count(added)} new files of 300 lines`, value: milliseconds(reviewed.took) },
    held('reviewing changes', reviewed.longest),
  ];
}

async function measured(task: () => Promise<void>): Promise<{ took: number; longest: number }> {
  const started = performance.now();
  const { longest } = await longestPiece(task);
  return { took: performance.now() - started, longest };
}

async function mustReview(changes: FileChanges, conversationId: string, folder: string): Promise<void> {
  const reviewed = await changes.review({ folder, calls: [{ conversationId, messageId: 'm', index: 3 }] });
  if (!reviewed.ok) throw new Error(reviewed.error.message);
}
