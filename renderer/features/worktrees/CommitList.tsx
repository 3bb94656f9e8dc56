// Short lists of commits and files, with a count of the rest.

import type { WorktreeCommit } from '../../../shared/features/worktrees/methods.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { timeLocale } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

const shownAtOnce = 20;

export function CommitList({
  label,
  commits,
  count,
}: {
  label: string;
  commits: readonly WorktreeCommit[];
  count: number;
}) {
  const visibleCommits = commits.slice(0, shownAtOnce);
  return (
    <section aria-label={label}>
      <p className="text-ink-2 text-ui">{label}</p>
      <ul className="mt-1 grid grid-cols-1 gap-0.5">
        {visibleCommits.map(({ commit, subject, at }) => (
          <li key={commit} className="flex min-w-0 items-baseline gap-2 text-ui" title={formatFullTime(at, timeLocale)}>
            <code className="shrink-0 text-code text-ink-3">{shortHash(commit)}</code>
            <span className="min-w-0 truncate">
              <VisibleText text={subject} />
            </span>
          </li>
        ))}
      </ul>
      <More count={count - visibleCommits.length} />
    </section>
  );
}

export function PathList({
  label,
  paths,
  count,
  tone = '',
}: {
  label: string;
  paths: readonly string[];
  count: number;
  tone?: string;
}) {
  const visiblePaths = paths.slice(0, shownAtOnce);
  return (
    <section aria-label={label}>
      <p className={`text-ui ${tone || 'text-ink-2'}`}>{label}</p>
      <ul className="mt-1 grid grid-cols-1 gap-0.5 text-ui">
        {visiblePaths.map((path) => (
          <li key={path} className="wrap-anywhere pl-3">
            <VisibleText text={path} />
          </li>
        ))}
      </ul>
      <More count={count - visiblePaths.length} />
    </section>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <p className="pl-3 text-ink-3 text-small">{words.look.more(count)}</p> : null;
}

/** Shortened like git does. */
export function shortHash(commit: string): string {
  return commit.slice(0, 8);
}
