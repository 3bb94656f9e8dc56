// throughline worktree: creates, compares, merges and removes the git worktrees of conversations. Shows what a merge or removal
// would do, and asks first.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import type { WorktreeCommit, WorktreeStatus } from '../../../shared/features/worktrees/methods.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { sizeText, visibleText } from '../../host/terminal/terminalText.ts';
import { formatListedPath } from '../../lib/listedPath.ts';

type WorktreeLine = Line<{
  base: string | undefined;
  bring: boolean;
  squash: boolean;
  message: string | undefined;
  deleteBranch: boolean;
  yes: boolean;
  json: boolean;
}>;

const actions: Record<string, (terminal: Terminal<WorktreeLine>, conversationId: string) => Promise<ExitCode>> = {
  new: make,
  diff,
  merge,
  unmerge,
  remove,
  again,
  leave,
};

export async function worktreeCommand(terminal: Terminal<WorktreeLine>): Promise<ExitCode> {
  const [name = 'list', prefix] = terminal.line.positionals;
  if (name === 'list') return list(terminal);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action || prefix === undefined) {
    terminal.err(`worktree takes list, or one of ${Object.keys(actions).join(', ')} with a conversation ID\n`);
    return 2;
  }
  const id = await resolveConversationPrefix(terminal, prefix);
  return id.ok ? action(terminal, id.value) : reportError(terminal, id.error);
}

async function list(terminal: Terminal<WorktreeLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const rows = await core.store.listConversations();
  if (!rows.ok) return reportError(terminal, rows.error);
  const withWorktree = rows.value.filter((row) => row.worktree !== undefined);
  if (line.values.json) {
    const json = withWorktree.map(({ id, title, worktree }) => ({ id, title, ...worktree }));
    terminal.out(`${JSON.stringify(json, null, 2)}\n`);
    return 0;
  }
  for (const { id, title, worktree } of withWorktree) {
    const check = await core.worktrees.check(id);
    const trouble = check.ok && check.value.trouble ? ` (${visibleText(textOf(check.value.trouble.reason))})` : '';
    terminal.out(`${id.slice(0, 8)}  ${visibleText(worktree?.branch ?? '')}  ${visibleText(title)}${trouble}\n`);
    terminal.out(`          ${visibleText(worktree?.path ?? '')}\n`);
  }
  if (withWorktree.length === 0) terminal.err('No conversations work in a worktree.\n');
  return 0;
}

/** Reports the path and branch, and any notes. */
export async function createConversationWorktree(
  terminal: Terminal,
  conversationId: string,
  { name, base = null, bring = false }: { name: string; base?: string | null | undefined; bring?: boolean },
): Promise<Result<void>> {
  const { core, signal } = terminal;
  const onProgress = progressOf(terminal);
  const creation = await core.worktrees.make(conversationId, { name, base, bring, signal, onProgress });
  terminal.progress(null);
  if (!creation.ok) return creation;
  const branch = await core.store.readBranch(conversationId, { tail: 1 });
  const worktree = branch.ok ? branch.value.meta.worktree : undefined;
  if (!worktree) return fail('INTERNAL', 'The worktree was created but could not be recorded.');
  terminal.err(`Works in ${visibleText(worktree.path)} on branch ${visibleText(worktree.branch)}.\n`);
  for (const note of creation.value) terminal.err(`${note.text}\n`);
  return ok(undefined);
}

function progressOf({ progress }: Terminal): (done: number, of: number) => void {
  return (done, of) => progress(`Creating worktree… ${Math.floor((100 * done) / Math.max(1, of))}%`);
}

async function make(terminal: Terminal<WorktreeLine>, conversationId: string): Promise<ExitCode> {
  const { base, bring } = terminal.line.values;
  const creation = await createConversationWorktree(terminal, conversationId, { name: '', base, bring });
  return creation.ok ? 0 : reportError(terminal, creation.error);
}

async function lookAt(terminal: Terminal, conversationId: string): Promise<Result<WorktreeStatus>> {
  const state = await terminal.core.worktrees.state(conversationId, terminal.signal);
  if (!state.ok) return state;
  if (state.value.kind === 'ready') return ok(state.value.look);
  if (state.value.kind === 'none') return fail('NOT_SUPPORTED', 'This conversation has no worktree.');
  return fail('WORKTREE_GONE', textOf(state.value.trouble.reason));
}

async function diff(terminal: Terminal<WorktreeLine>, conversationId: string): Promise<ExitCode> {
  const look = await lookAt(terminal, conversationId);
  if (!look.ok) return reportError(terminal, look.error);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(look.value, null, 2)}\n`);
    return 0;
  }
  tellLook(terminal, look.value);
  for (const { path } of look.value.files) {
    if (terminal.signal.aborted) return 130;
    const file = await terminal.core.worktrees.file(conversationId, path);
    if (file.ok && file.value.diff !== undefined) terminal.out(`${visibleText(file.value.diff).trimEnd()}\n`);
  }
  return 0;
}

function tellLook({ out }: Terminal, look: WorktreeStatus): void {
  const { files, fileCount, commits, commitCount } = look;
  for (const line of commitLines(commits, commitCount)) out(`${line}\n`);
  for (const { path, kind, added = 0, removed = 0, uncommitted } of files) {
    const lines = added + removed > 0 ? ` (+${added} −${removed})` : '';
    out(`${kind.padEnd(11)} ${formatListedPath(path)}${lines}${uncommitted ? '  not committed' : ''}\n`);
  }
  if (fileCount > files.length) out(`and ${fileCount - files.length} more files\n`);
  if (fileCount === 0) out('No changes.\n');
}

function commitLines(commits: readonly WorktreeCommit[], count: number): string[] {
  const lines = commits.map(({ commit, subject }) => `${commit.slice(0, 8)}  ${visibleText(subject)}`);
  return count > commits.length ? [...lines, `and ${count - commits.length} more commits`] : lines;
}

async function merge(terminal: Terminal<WorktreeLine>, conversationId: string): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const look = await lookAt(terminal, conversationId);
  if (!look.ok) return reportError(terminal, look.error);
  const { merge: outlook, seen, base, branch } = look.value;
  if (outlook.kind === 'nothing') {
    terminal.err('There is nothing to merge.\n');
    return 1;
  }
  tellLook(terminal, look.value);
  if (outlook.kind === 'blocked') terminal.err(`${textOf(outlook.reason)}\n`);
  if (outlook.kind === 'conflict') terminal.err(`${base} and the worktree have conflicting changes in:\n`);
  if (outlook.kind !== 'ready') {
    for (const path of outlook.files) terminal.err(`  ${formatListedPath(path)}\n`);
    terminal.err('Nothing was merged.\n');
    return 1;
  }
  const answer = await askForConfirmation(terminal, `Merge into ${base}?`, `merge ${line.positionals[1]}`);
  if (answer !== 'yes') return answer;
  const row = await core.store.listConversation(conversationId);
  const title = (row.ok && row.value?.title) || branch || 'Work in a worktree';
  const squash = line.values.squash;
  const message = line.values.message ?? (squash ? title : `Merge ${branch}`);
  const commitMessage = line.values.message ?? title;
  const done = await core.worktrees.merge(conversationId, { commitMessage, message, squash, seen, signal });
  if (!done.ok) return reportError(terminal, done.error);
  const { before, after } = done.value;
  terminal.out(`Merged into ${done.value.base} as ${after.slice(0, 8)} (previously ${before.slice(0, 8)}).\n`);
  terminal.err(`To undo: throughline worktree unmerge ${conversationId.slice(0, 8)}\n`);
  return 0;
}

async function unmerge(terminal: Terminal, conversationId: string): Promise<ExitCode> {
  return reportOutcome(terminal, await terminal.core.worktrees.undoMerge(conversationId), 'The merge was undone.');
}

async function remove(terminal: Terminal<WorktreeLine>, conversationId: string): Promise<ExitCode> {
  const { core, line, out } = terminal;
  const removal = await core.worktrees.removal(conversationId);
  if (!removal.ok) return reportError(terminal, removal.error);
  const { path, branch, bytes, files, fileCount, commits, commitCount, seen } = removal.value;
  out(`${visibleText(path)}${bytes === null ? '' : ` (${sizeText(bytes)})`}, branch ${visibleText(branch)}\n`);
  if (fileCount > 0)
    out(`Uncommitted changes that will be lost:\n${files.map((file) => `  ${formatListedPath(file)}\n`).join('')}`);
  if (commitCount > 0) {
    out(
      `In no other branch:\n${commitLines(commits, commitCount)
        .map((text) => `  ${text}\n`)
        .join('')}`,
    );
  }
  const drops = line.values.deleteBranch;
  const question = drops ? 'Remove the worktree and delete its branch?' : 'Remove the worktree? Its branch stays.';
  const answer = await askForConfirmation(terminal, question, `remove ${line.positionals[1]}`);
  if (answer !== 'yes') return answer;
  return reportOutcome(terminal, await core.worktrees.remove(conversationId, { keepBranch: !drops, seen }), 'Removed.');
}

async function again(terminal: Terminal, conversationId: string): Promise<ExitCode> {
  const { core, signal } = terminal;
  const creation = await core.worktrees.makeAgain(conversationId, { signal, onProgress: progressOf(terminal) });
  terminal.progress(null);
  return reportOutcome(terminal, creation, 'The worktree was re-created.');
}

async function leave(terminal: Terminal, conversationId: string): Promise<ExitCode> {
  const leaving = await terminal.core.worktrees.leave(conversationId);
  return reportOutcome(terminal, leaving, 'The conversation works in the project folder again.');
}

function reportOutcome(terminal: Terminal, done: Result<unknown>, successText: string): ExitCode {
  if (!done.ok) return reportError(terminal, done.error);
  terminal.out(`${successText}\n`);
  return 0;
}

/** Returns 'yes' or the exit code. */
async function askForConfirmation(
  { line, confirm, err }: Terminal<WorktreeLine>,
  question: string,
  command: string,
): Promise<'yes' | ExitCode> {
  if (line.values.yes) return 'yes';
  if (!confirm) {
    err(
      `Nothing was done because confirmation needs a terminal. To confirm, run: throughline worktree ${command} --yes\n`,
    );
    return 2;
  }
  if (await confirm(question)) return 'yes';
  err('Nothing was done.\n');
  return 1;
}
