// throughline merge: merges a copy of a conversation or of a whole data folder into this one. What the copy would remove here,
// and which folders its projects would get, is shown and asked; a second merge then applies it.

import { resolve } from 'node:path';
import { messagePreview } from '../../../shared/conversation/messagePreview.ts';
import { englishOnly } from '../../../shared/core/sentence.ts';
import { type ExitCode, firstPositional, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';

type MergeLine = Line<{ json: boolean; yes: boolean }>;

type Reports = Extract<Awaited<ReturnType<Terminal['core']['merge']>>, { ok: true }>['value'];

/** How many messages of one conversation are shown before they are removed. */
const maxVisible = 5;

export async function mergeCommand(terminal: Terminal<MergeLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const path = resolve(terminal.folder, firstPositional(terminal));
  const { yes } = line.values;
  const merged = await core.merge(path, { removals: () => yes, folders: () => yes });
  if (!merged.ok) return reportError(terminal, merged.error);
  const failed = merged.value.filter(({ result }) => !result.ok);
  if (line.values.json) {
    terminal.out(`${JSON.stringify(merged.value.map(toJson), englishOnly)}\n`);
    return failed.length > 0 ? 1 : 0;
  }
  for (const { isNew, result, notice } of merged.value) {
    if (!result.ok) terminal.err(`${notice}\n`);
    else terminal.out(`${isNew ? 'new: ' : ''}${notice}\n`);
  }
  const count = merged.value.length - failed.length;
  terminal.out(`${count === 1 ? '1 conversation' : `${count} conversations`} merged.\n`);
  const outcome = await askAbout(terminal, path, merged.value);
  return failed.length > 0 || !outcome ? 1 : 0;
}

function toJson({ conversationId, isNew, result, unbound, notice }: Reports[number]) {
  if (!result.ok) return { conversationId, isNew, error: result.error.message };
  const { added, removed, withheld } = result.value;
  return { conversationId, isNew, added, removed, withheld, unbound, notice };
}

/** The questions to the user, and the answers. */
interface Answered {
  removals: Map<string, boolean>;
  folders: Map<string, boolean>;
}

/**
 * Applies only what was shown. The copy is read again after the answer and may have changed; anything new in it is
 * shown and asked about too. Returns false if something the user agreed to failed.
 */
async function askAbout(terminal: Terminal, path: string, reports: Reports, answered = noAnswer()): Promise<boolean> {
  const { core } = terminal;
  const removing = reports.flatMap(({ conversationId, result }) => {
    const withheld = result.ok ? result.value.withheld : [];
    const ids = withheld.filter((id) => !answered.removals.has(keyOf(conversationId, id)));
    return ids.length === 0 ? [] : [{ conversationId, ids }];
  });
  const folders = new Map(
    reports.flatMap(({ unbound }) => {
      if (unbound === null) return [];
      const key = keyOf(unbound.projectId, unbound.folder);
      return answered.folders.has(key) ? [] : [[key, unbound] as const];
    }),
  );
  for (const each of removing) await showRemovals(terminal, each);
  const removals = removing.length > 0 && (await answer(terminal, 'Permanently remove them here too?'));
  for (const { name, folder } of folders.values()) {
    terminal.out(`In the copy, the project “${name}” uses this folder on this machine: ${folder}\n`);
  }
  const bind = folders.size > 0 && (await answer(terminal, 'Use this folder? This does not trust it.'));
  for (const { conversationId, ids } of removing)
    for (const id of ids) answered.removals.set(keyOf(conversationId, id), removals);
  for (const key of folders.keys()) answered.folders.set(key, bind);
  if (!removals && !bind) return true;
  const again = await core.merge(path, {
    removals: (...message) => answered.removals.get(keyOf(...message)) === true,
    folders: (...project) => answered.folders.get(keyOf(...project)) === true,
  });
  if (!again.ok) return reportError(terminal, again.error) === 0;
  for (const { result, notice } of again.value) if (!result.ok) terminal.err(`${notice}\n`);
  const removed = again.value.reduce((sum, { result }) => sum + (result.ok ? result.value.removed : 0), 0);
  if (removals) terminal.out(`${removed === 1 ? '1 message' : `${removed} messages`} permanently removed.\n`);
  const others = await askAbout(terminal, path, again.value, answered);
  return others && again.value.every(({ result }) => result.ok);
}

function noAnswer(): Answered {
  return { removals: new Map(), folders: new Map() };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

interface Removing {
  conversationId: string;
  /** Messages that stay here until the user agrees to remove them. */
  ids: readonly string[];
}

async function showRemovals({ core, out }: Terminal, { conversationId, ids }: Removing): Promise<void> {
  out(`Permanently removed in the copy of ${conversationId}, but kept here:\n`);
  const read = await core.store.readMessages(conversationId, ids.slice(0, maxVisible));
  for (const message of read.ok ? read.value : []) out(`  ${message.role}: ${messagePreview(message)}\n`);
  if (ids.length > maxVisible) out(`  … and ${ids.length - maxVisible} more\n`);
}

async function answer({ confirm, err }: Terminal, question: string): Promise<boolean> {
  if (confirm) return confirm(question);
  err('This was not done because confirmation needs a terminal. Use --yes to confirm.\n');
  return false;
}
