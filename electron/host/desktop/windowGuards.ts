// Restricts what the window may do: navigation, opening other windows, and web permissions.

import type { App, Session, Shell } from 'electron';
import { isAppAddress, isPreviewAddress } from './appProtocol.ts';
import { openExternally } from './openExternally.ts';

/**
 * The window shows only our page, opens no other windows, and embeds only the preview document. Applies to every page that
 * the app creates; call before the first one.
 */
export function lockNavigation(app: App, shell: Pick<Shell, 'openExternal'>): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', (details) => {
      if (!isAppAddress(details.url)) details.preventDefault();
    });
    contents.on('will-frame-navigate', (details) => {
      const stays = details.isMainFrame ? isAppAddress(details.url) : isPreviewAddress(details.url);
      if (!stays) details.preventDefault();
    });
    contents.on('will-redirect', (details) => {
      if (!isAppAddress(details.url)) details.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openExternally(shell, url);
      return { action: 'deny' };
    });
  });
}

const granted = new Set(['clipboard-sanitized-write']);

/**
 * Restricts web permissions to writing the clipboard, for copy buttons. Electron grants everything by default; this
 * denies everything else.
 */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_, permission, answer, details) => {
    answer(granted.has(permission) && details.isMainFrame && isAppAddress(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_, permission, origin, details) =>
      granted.has(permission) && details.isMainFrame && isAppAddress(details.requestingUrl ?? origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, answer) => answer({}));
}
