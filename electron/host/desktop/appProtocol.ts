// Serves the window's files under a custom scheme: file pages could read any file.

import { readFile } from 'node:fs/promises';
import type { Protocol } from 'electron';
import { findRendererFile } from '../rendererFiles.ts';
import { headersOf, isPreviewPath, securityHeaders } from '../securityHeaders.ts';

const scheme = 'throughline';
const host = 'app';

const appAddress = `${scheme}://${host}/`;

/** The same page, opening a conversation; null: the last one. The page reads the fragment (renderer/core/state/windowAddress.ts). */
export function appAddressFor(conversationId: string | null): string {
  return conversationId === null ? appAddress : `${appAddress}#conversation=${encodeURIComponent(conversationId)}`;
}

/** Whether a URL is one of our pages. Compares the parsed URL: a prefix check would accept `throughline://app.evil`. */
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

/** Whether a URL is the preview document, the only one that a frame may load. */
export function isPreviewAddress(address: string): boolean {
  if (!isAppAddress(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return isPreviewPath(pathname) && search === '' && hash === '';
}

/** Call before the app is ready. Does not set `bypassCSP`, so the page's policy stays in force. */
export function registerAppScheme(protocol: Protocol): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/** Serves only the files of `rendererFolder`, and only to our own pages. */
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
