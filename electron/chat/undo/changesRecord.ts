// The record that tells the model about undone or redone file changes: which files differ from how it left them.

import type { NewMessage } from '../../../shared/conversation/message.ts';
import type { ChangeDirection } from '../../../shared/features/undo/methods.ts';
import { formatListedPath } from '../../lib/listedPath.ts';
import type { AppliedChanges } from '../../ports/changes.ts';

/** Maximum paths listed; the rest is counted. */
const maxNames = 50;

/** Null if no file changed. */
export function changesRecord(direction: ChangeDirection, applied: AppliedChanges): NewMessage | null {
  if (applied.files.length === 0) return null;
  const lines = applied.files.map(({ path, from, kind, isPart }) => {
    if (isPart) return `- ${formatListedPath(path)}: some of its lines are as they were before`;
    if (kind === 'renamed') return `- ${formatListedPath(path)}: named ${formatListedPath(from ?? '')} before`;
    return `- ${formatListedPath(path)}: ${verbs[kind]}`;
  });
  const left = applied.skipped.map(({ path }) => `- ${formatListedPath(path)}`);
  const content = [
    direction === 'undo' ? '[File changes undone]' : '[File changes done again]',
    direction === 'undo'
      ? 'The user undid changes that you had made to files. Read a file again before you change it. What is different now:'
      : 'The user did changes again that had been undone. Read a file again before you change it. What is different now:',
    ...bounded(lines),
    ...(left.length > 0 ? ['Left as they are, because they had been changed since:', ...bounded(left)] : []),
  ].join('\n');
  return { role: 'system', partType: 'environment', content, environment: { about: 'changes' } };
}

const verbs = {
  added: 'is there again',
  deleted: 'is gone',
  modified: 'has its other content again',
  mode: 'has its other permissions again',
  link: 'is another link or file again',
};

function bounded(lines: readonly string[]): string[] {
  if (lines.length <= maxNames) return [...lines];
  return [...lines.slice(0, maxNames), `- and ${lines.length - maxNames} more`];
}
