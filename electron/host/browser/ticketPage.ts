// A page that opens the user's browser at this host. It contains a ticket instead of the token, in a file that is
// deleted once the ticket is used. Later starts ask the running host for one.

import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type HandOverPage, handOverPage, pageName, writeHandOverPage } from '../handOverPage.ts';
import { addressWithToken } from './serverFile.ts';
import type { Sessions } from './session.ts';

export interface TicketPage {
  /** Path of the file. */
  page: string;
  ticket: string;
}

/** `address` without a fragment. 500: the file cannot be written. */
export async function makeTicketPage(
  sessions: Sessions,
  token: string,
  address: string,
): Promise<{ ok: true; value: TicketPage } | { ok: false; status: 401 | 429 | 500 }> {
  let file: HandOverPage | null = null;
  const ticket = sessions.ticket(token, () => void file?.remove());
  if (!ticket.ok) return ticket;
  try {
    file = await writeHandOverPage(addressWithToken({ address, token: ticket.secret }));
    return { ok: true, value: { page: file.path, ticket: ticket.secret } };
  } catch {
    return { ok: false, status: 500 };
  }
}

/**
 * Returns the page's path if it is safe to open: only this account may read and change it. Another user could have
 * taken over the port and supplied the path.
 */
export async function verifiedPagePath(answer: unknown, address: string): Promise<string | null> {
  if (typeof answer !== 'object' || answer === null || !('page' in answer) || !('ticket' in answer)) return null;
  const page = String(answer.page);
  if (basename(page) !== pageName || !(await isOwn(page)) || !(await isOwn(dirname(page)))) return null;
  const savedPage = await readFile(page, 'utf8').catch(() => null);
  return savedPage === handOverPage(addressWithToken({ address, token: String(answer.ticket) })) ? page : null;
}

/**
 * Whether only this account can read and write the file. Windows reports neither owner nor mode, but its temporary
 * folder is private.
 */
async function isOwn(path: string): Promise<boolean> {
  const uid = process.getuid?.();
  if (uid === undefined) return true;
  const stats = await lstat(path).catch(() => null);
  return stats !== null && !stats.isSymbolicLink() && stats.uid === uid && (stats.mode & 0o077) === 0;
}
