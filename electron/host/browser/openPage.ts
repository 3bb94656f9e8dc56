// Opens a page in the user's browser, if there is one and a display.

import { spawn } from 'node:child_process';

/** Best effort: the address is printed anyway. `page` is a file, since other users can see command arguments. */
export function openPage(
  page: string,
  env: Record<string, string | undefined> = process.env,
  platform: NodeJS.Platform = process.platform,
): void {
  const opener = openerFor(page, env, platform);
  if (!opener) return;
  const child = spawn(opener.command, opener.args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function openerFor(
  page: string,
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): { command: string; args: string[] } | null {
  if (platform === 'darwin') return { command: 'open', args: [page] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', page] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [page] } : null;
}
