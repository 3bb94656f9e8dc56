// The only way out of the app: every address opened outside it passes here, whoever asks.

import type { Shell } from 'electron';
import { writeHandOverPage } from '../handOverPage.ts';

const openable = new Set(['http:', 'https:', 'mailto:']);
const maxCharacters = 8192;

/** Whether an address may be handed to the system: a web page or a letter, never a file, a program or a handler. */
function mayOpenOutside(address: string): boolean {
  if (address.length > maxCharacters) return false;
  const parsed = URL.parse(address);
  return parsed !== null && openable.has(parsed.protocol);
}

/** Opens what may be opened; false when it was refused. What the system then makes of it is its own matter. */
export function openOutside(shell: Pick<Shell, 'openExternal'>, address: string): boolean {
  if (!mayOpenOutside(address)) return false;
  // What was checked is what is opened: the parsed form, not the text.
  shell.openExternal(new URL(address).href).catch(() => {});
  return true;
}

/**
 * The same for an address that nobody else may know, such as one to sign in at: who knows it could have this app signed in
 * to an account of theirs. On Linux it would stand among the arguments of a program, so a page of its own leads there.
 */
export async function openUnseen(
  shell: Pick<Shell, 'openExternal' | 'openPath'>,
  address: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (!mayOpenOutside(address)) return false;
  if (platform !== 'linux') return openOutside(shell, address);
  const page = await writeHandOverPage(address).catch(() => null);
  // An empty answer means that it was opened.
  return page !== null && (await shell.openPath(page.path)) === '';
}
