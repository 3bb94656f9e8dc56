// Opens an address in the person's browser, where there is one and something to show it on.

import { spawn } from 'node:child_process';

/** Best effort: the address is printed anyway. What is opened carries a ticket, never the token: others see commands. */
export function openAddress(
  address: string,
  env: Record<string, string | undefined> = process.env,
  platform: NodeJS.Platform = process.platform,
): void {
  const opener = openerFor(address, env, platform);
  if (!opener) return;
  const child = spawn(opener.command, opener.args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function openerFor(
  address: string,
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): { command: string; args: string[] } | null {
  if (platform === 'darwin') return { command: 'open', args: [address] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [address] } : null;
}
