// File changes: a call that changed several files, its undo preview, and a turn as one diff.

import type { ChangePreview, FileChange } from '../../../../shared/features/undo/methods.ts';
import { type Script, script } from '../../conversationFixture.ts';
import { editDiff } from '../../texts.ts';

const newFile =
  '--- /dev/null\n+++ b/docs/health.md\n@@ -0,0 +1,3 @@\n+# Health\n+\n+The check asks `SELECT 1` and gives up after two seconds.\n';
const backwards = (diff: string): string =>
  diff
    .replaceAll(/^\+(?!\+\+)/gm, '\u0000')
    .replaceAll(/^-(?!--)/gm, '+')
    .replaceAll('\u0000', '-')
    .replaceAll(/^@@ -(\S+) \+(\S+) @@/gm, '@@ -$2 +$1 @@')
    .replace('--- /dev/null\n+++ b/docs/health.md', '--- a/docs/health.md\n+++ /dev/null');

const health: FileChange = {
  path: 'src/health.ts',
  kind: 'modified',
  diff: editDiff,
  added: 2,
  removed: 1,
  bytes: 5120,
};
const page: FileChange = { path: 'docs/health.md', kind: 'added', diff: newFile, added: 3, removed: 0, bytes: 71 };
const image: FileChange = { path: '文档/流程图 第二版.png', kind: 'deleted', added: 0, removed: 0, bytes: null };
const moved: FileChange = {
  path: `src/${'a-folder-with-a-long-name/'.repeat(4)}healthTimeout.ts`,
  from: 'src/timeout.ts',
  kind: 'renamed',
  added: 0,
  removed: 0,
  bytes: 812,
};
const script755: FileChange = { path: 'bin/check', kind: 'mode', added: 0, removed: 0, bytes: 94 };

const brief = ({ path, from, kind, added, removed }: FileChange) => ({
  path,
  ...(from === undefined ? {} : { from }),
  kind,
  added,
  removed,
});

export const notCovered = 'The folder has more than 20,000 files, so what “npm install” changed in it is unknown.';

export const undoPreview: ChangePreview = {
  direction: 'undo',
  files: [
    { ...health, diff: backwards(editDiff), added: 1, removed: 2 },
    { ...page, kind: 'deleted', diff: backwards(newFile), added: 0, removed: 3, bytes: null },
    { ...image, kind: 'added', bytes: 48_200, conflict: 'There is a file of this name again, with other contents.' },
  ],
  notCovered: [notCovered],
};

/** A turn in which three calls change files. */
export function changesTalk(): Script {
  return script()
    .user('The health check has become slow. Find out why, and fix it if it is simple.')
    .asks('I change the query, and write down what it does.', ['edit_file', { path: 'src/health.ts' }])
    .result('Edited src/health.ts: 1 place.', {
      duration: 9,
      details: { diff: editDiff, bytes: 30, changes: { files: [brief(health)] } },
    })
    .asks(
      null,
      ['write_file', { path: 'docs/health.md', content: '# Health' }],
      ['run_command', { command: 'mv src/timeout.ts src/healthTimeout.ts && rm 文档/*.png && npm install' }],
    )
    .result('Wrote docs/health.md.', { duration: 4, details: { bytes: 21, changes: { files: [brief(page)] } } })
    .result('moved 1 file', {
      duration: 5200,
      details: { exitCode: 0, bytes: 12, changes: { files: [image, moved, script755].map(brief), notCovered } },
    })
    .says('It asks `SELECT 1` now. The tests are as they were.');
}
