// What goes with a worktree that is thrown away.

import type { WorktreeRemoval } from '../../../shared/features/worktrees/methods.ts';
import { formatBytes } from '../../core/format/bytes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { CommitList, PathList } from './CommitList.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords.removal;

export function RemovalParts({ removal }: { removal: WorktreeRemoval }) {
  const { path, branch, bytes, files, fileCount, commits, commitCount } = removal;
  return (
    <>
      <p className="wrap-anywhere text-ink-3 text-small">
        {bytes === null ? visibleText(path) : words.size(visibleText(path), formatBytes(bytes))}
        <br />
        {words.onBranch(visibleText(branch))}
      </p>
      {fileCount + commitCount === 0 && <p className="text-ui">{words.nothing}</p>}
      {fileCount > 0 && <PathList label={words.files(fileCount)} paths={files} count={fileCount} tone="text-fail" />}
      {commitCount > 0 && <CommitList label={words.commits(commitCount)} commits={commits} count={commitCount} />}
    </>
  );
}
