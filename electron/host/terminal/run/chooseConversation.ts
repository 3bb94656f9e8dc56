// Selects the conversation to continue: a named one, the project's latest, or one picked from a list. Creates and opens
// nothing if there is none.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import { fetchFirst, listRows, resolveConversationPrefix, type Terminal } from '../terminal.ts';

/** Maximum length of the list. */
const maxListed = 20;

export async function latestConversation(terminal: Terminal): Promise<Result<string>> {
  const rows = await listRows(terminal, false);
  if (!rows.ok) return rows;
  // One that is shown as part of this project may work in another folder.
  const newest = rows.value.find(({ project }) => project === terminal.projectFolder);
  return newest ? fetchedRow(terminal, newest.row) : noConversation(terminal);
}

/** Asks on the terminal; an empty answer selects none. */
export async function pickConversation(terminal: Terminal): Promise<Result<string>> {
  if (!terminal.ask) {
    return fail('CONVERSATION_NOT_FOUND', 'Specify a conversation with --resume ID. Picking one needs a terminal.');
  }
  const rows = await listRows(terminal, false);
  if (!rows.ok) return rows;
  if (rows.value.length === 0) return noConversation(terminal);
  const shownRows = rows.value.slice(0, maxListed);
  for (const [at, { row }] of shownRows.entries()) {
    const when = row.updatedAt.slice(0, 16).replace('T', ' ');
    terminal.err(`${String(at + 1).padStart(3)}  ${row.id.slice(0, 8)}  ${when}  ${row.title}\n`);
  }
  const more = rows.value.length - shownRows.length;
  if (more > 0) terminal.err(`     and ${more} more: throughline list\n`);
  const answer = ((await terminal.ask('Which one? (number or ID; Enter to cancel)')) ?? '').trim();
  if (answer === '') return fail('CANCELLED', 'Nothing was opened.');
  const numbered = /^\d{1,3}$/.test(answer) ? shownRows[Number(answer) - 1] : undefined;
  return numbered ? fetchedRow(terminal, numbered.row) : resolveConversationPrefix(terminal, answer);
}

async function fetchedRow(terminal: Terminal, { id, title, coming }: ConversationRow): Promise<Result<string>> {
  return coming ? fetchFirst(terminal, id, title) : ok(id);
}

function noConversation(terminal: Terminal): Result<never> {
  return fail('CONVERSATION_NOT_FOUND', `${terminal.projectFolder} has no conversation to continue.`);
}
