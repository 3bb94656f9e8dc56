// The host name under which a tunnel reaches this machine.

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const localName = /^(?:.*\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/;

/**
 * Returns the name as browsers send it in `Host`: in lower case, with a port unless it is that of HTTPS. A whole address
 * will do. Null: it is none, or names only this machine.
 */
export function hostNameOf(text: string): string | null {
  const match = /^(?:https:\/\/)?([^\s/@?#\\]{1,260})\/?$/i.exec(text.trim());
  const url = match ? URL.parse(`https://${match[1]}/`) : null;
  if (!url) return null;
  const isName = /^\[[0-9a-f:.]+\]$/.test(url.hostname) || url.hostname.split('.').every((part) => label.test(part));
  return isName && !localName.test(url.hostname) ? url.host : null;
}
