// The only way out of the app into the system: every address that is opened outside passes here, whoever asks.

import type { Shell } from 'electron';

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
