// Undoing what a turn's tools changed, from outside: the contract, the real tools, a real folder.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, startUndoApp, type Turns } from '../../support/undoTurns.ts';
import { naiveUndo } from './naiveUndo.ts';

/** A folder with everything that can go wrong. `outside` is next to it. */
function furnish(folder: string, outside: string): void {
  mkdirSync(folder, { recursive: true });
  mkdirSync(outside, { recursive: true });
  writeFileSync(path.join(outside, 'secret.txt'), 'outside\n');
  const script = `
    printf 'one\\ntwo\\n' > kept.txt
    printf 'old\\r\\nwindows\\r\\n' > 'with space.txt'
    printf 'x' > "$(printf 'line\\nbreak.txt')"
    printf '中文内容\\n' > 文件.txt
    head -c 300000 /dev/urandom > data.bin
    head -c 700000 /dev/urandom > large.bin
    mkdir -p src/deep/er empty 'odd  name' gone/inner
    printf 'a\\n' > src/a.ts; printf 'b\\n' > src/deep/b.ts; printf 'c\\n' > src/deep/er/c.ts
    printf '#!/bin/sh\\n' > run.sh; chmod 755 run.sh
    printf 'ro\\n' > readonly.txt; chmod 444 readonly.txt
    printf 'g\\n' > gone/g.txt; printf 'h\\n' > gone/inner/h.txt
    ln -s nowhere dangling; ln -s ${outside} outward; ln -s src/a.ts alias
    printf 'shared\\n' > hard1; ln hard1 hard2
    chmod 750 src/deep
    git init -q . && git -c user.name=a -c user.email=a@b add -A && git -c user.name=a -c user.email=a@b commit -qm start
    printf 'untracked\\n' > untracked.txt
  `;
  execFileSync('sh', ['-ec', script], { cwd: folder });
}

const turns: Turns = {
  change: [
    { name: 'write_file', arguments: { path: 'made/by/tool.txt', content: 'new\n' } },
    { name: 'edit_file', arguments: { path: 'kept.txt', old_text: 'two', new_text: 'three' } },
    "rm 'with space.txt' && rm -r gone && rm dangling",
    'mv src/deep/b.ts "moved b.ts" && mv 文件.txt 新文件.txt && mv odd\\ \\ name renamed',
    'ln -s elsewhere dangling && ln -sfn src/deep outward && ln -sf kept.txt alias && ln kept.txt hard3',
    'chmod 600 run.sh && chmod 644 readonly.txt && echo more >> readonly.txt && chmod 700 src/deep',
    'mkdir -p empty2/inside && rmdir empty && mkdir src/new && printf "n" > "$(printf "new\\nline")"',
    'dd if=/dev/urandom of=data.bin bs=1000 count=7 conv=notrunc 2>/dev/null; truncate -s 100000 large.bin; echo changed > hard1',
    'rm src/a.ts && mkdir src/a.ts && echo inner > src/a.ts/now-a-folder; rm -r src/deep/er && echo file > src/deep/er; rm untracked.txt',
    { name: 'edit_file', arguments: { path: 'kept.txt', old_text: 'one', new_text: 'uno' } },
  ],
};

test(cite(
  'AGENT-4',
  'a turn that wrote, edited, deleted, renamed and linked files is undone bit for bit, and redone bit for bit',
), { timeout: 30_000 }, async () => {
  const base = tempFolder();
  const folder = path.join(base, 'project');
  const outside = path.join(base, 'outside');
  furnish(folder, outside);
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  const before = treeState(folder);
  expect(await app.turn(id, 'change')).toBe('done');
  const after = treeState(folder);
  const { message, results } = placesOf(app, id);
  expect(results.map((result) => [result.content, result.role === 'tool' && result.outcome])).toEqual(
    results.map((result) => [result.content, 'ok']),
  );
  const target = { type: 'turn', messageId: message('change') } as const;
  const preview = await app.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  expect(preview.files.filter(({ conflict }) => conflict !== undefined)).toEqual([]);
  expect(treeState(folder)).toEqual(after);

  expect(await app.call('changes.apply', { conversationId: id, target, direction: 'undo' })).toEqual({
    done: preview.files.length,
    skipped: [],
  });
  expect(treeState(folder)).toEqual(before);
  expect(treeState(outside)).toEqual({ 'secret.txt': expect.any(String) });

  const again = await app.call('changes.apply', { conversationId: id, target, direction: 'redo' });
  expect(again.skipped).toEqual([]);
  expect(treeState(folder)).toEqual(after);
  const once = await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(once.skipped).toEqual([]);
  expect(treeState(folder)).toEqual(before);
});

test('an undo that knows only the content of tracked files does not restore the folder', {
  tags: ['all'],
  timeout: 30_000,
}, async () => {
  const base = tempFolder();
  const folder = path.join(base, 'project');
  furnish(folder, path.join(base, 'outside'));
  const naive = naiveUndo(folder);
  const before = treeState(folder);
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'change');
  naive.undo();
  expect(treeState(folder)).not.toEqual(before);
});
