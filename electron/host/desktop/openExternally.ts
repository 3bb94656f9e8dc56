// The only way to open a URL outside the app.

import type { Shell } from 'electron';
import { writeHandOverPage } from '../handOverPage.ts';

const openable = new Set(['http:', 'https:', 'mailto:']);
const maxCharacters = 8192;

/** Allows web and mail links, never files, programs or custom handlers. */
export function isSafeToOpen(address: string): boolean {
  if (address.length > maxCharacters) return false;
  const parsed = URL.parse(address);
  return parsed !== null && openable.has(parsed.protocol);
}

/** Opens an allowed URL; false if refused. Does not wait for the system. */
export function openExternally(shell: Pick<Shell, 'openExternal'>, address: string): boolean {
  if (!isSafeToOpen(address)) return false;
  // Open the parsed URL that was checked, not the original text.
  shell.openExternal(new URL(address).href).catch(() => {});
  return true;
}

/**
 * Opens a secret URL, such as a sign-in address: anyone who knows it could sign this app in to their own account. On
 * Linux it would appear among a program's arguments, so a private page redirects there instead.
 */
export async function openPrivately(
  shell: Pick<Shell, 'openExternal' | 'openPath'>,
  address: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (!isSafeToOpen(address)) return false;
  if (platform !== 'linux') return openExternally(shell, address);
  const page = await writeHandOverPage(address).catch(() => null);
  // An empty string means success.
  return page !== null && (await shell.openPath(page.path)) === '';
}
