// The window's files under a scheme of our own: not a file page, which could read every file, and not a web page.

import { readFile } from 'node:fs/promises';
import type { Protocol } from 'electron';
import { findRendererFile } from '../rendererFiles.ts';
import { headersOf, isPreviewPath, securityHeaders } from '../securityHeaders.ts';

const scheme = 'throughline';
const host = 'app';

/** The address that the window loads. */
export const appAddress = `${scheme}://${host}/`;

/** Whether an address is one of our own pages. Compared as parsed: a prefix would let `throughline://app.evil` in. */
export function isAppAddress(address: string): boolean {
  const parsed = URL.parse(address);
  return (
    parsed !== null &&
    parsed.protocol === `${scheme}:` &&
    parsed.host === host &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

/** Whether an address is the document of the previews, the only one that a frame may show. */
export function isPreviewAddress(address: string): boolean {
  if (!isAppAddress(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return isPreviewPath(pathname) && search === '' && hash === '';
}

/** To be called before the app is ready. The page's rules stay in force: `bypassCSP` is not given. */
export function registerAppScheme(protocol: Protocol): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/** Serves the files of `rendererFolder`, and nothing else, to pages of our own. */
export function serveAppScheme(protocol: Protocol, rendererFolder: string): void {
  protocol.handle(scheme, async (request) => {
    const path = request.method === 'GET' && isAppAddress(request.url) ? new URL(request.url).pathname : null;
    const file = path === null ? null : findRendererFile(rendererFolder, path);
    const content = file && (await readFile(file.path).catch(() => null));
    if (path === null || !file || !content)
      return new Response('Page not found.', { status: 404, headers: securityHeaders });
    return new Response(new Uint8Array(content), { headers: { ...headersOf(path), 'Content-Type': file.type } });
  });
}
