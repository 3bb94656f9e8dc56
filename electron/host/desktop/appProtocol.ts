// Serves the window's files under a custom scheme: file pages could read any file.

import { readFile } from 'node:fs/promises';
import type { Protocol } from 'electron';
import { isSafeId } from '../../../shared/core/ids.ts';
import { type Beside, readBeside, writeBeside } from '../../../shared/features/sideBySide/beside.ts';
import { findRendererFile } from '../rendererFiles.ts';
import { headersOf, isPreviewPath, securityHeaders } from '../securityHeaders.ts';

const scheme = 'throughline';
const host = 'app';

const appAddress = `${scheme}://${host}/`;

/**
 * The same page, opening a conversation; null: the last one. `beside`: the one next to it. The page reads the fragment
 * (renderer/core/state/windowAddress.ts).
 */
export function appAddressFor(conversationId: string | null, beside: Beside | null = null): string {
  const parts = [
    ...(conversationId === null ? [] : [`conversation=${encodeURIComponent(conversationId)}`]),
    ...(beside === null ? [] : [`beside=${encodeURIComponent(writeBeside(beside))}`]),
  ];
  return parts.length === 0 ? appAddress : `${appAddress}#${parts.join('&')}`;
}

/** The same page, with the fragment of what arrived from outside (shared/features/links/link.ts). */
export function appAddressWith(fragment: string): string {
  return appAddress + fragment;
}

/** The same page as the quick window (renderer/app/main.tsx). */
export const quickAddress = `${appAddress}#quick`;

/** The conversation that the URL of our page names, and the one next to it; null: none. */
export function conversationsOfAddress(address: string): { conversationId: string | null; beside: Beside | null } {
  const parts = new URLSearchParams(isAppAddress(address) ? new URL(address).hash.slice(1) : '');
  const id = parts.get('conversation');
  return { conversationId: isSafeId(id) ? id : null, beside: readBeside(parts.get('beside')) };
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
