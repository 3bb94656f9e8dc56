// Locks down navigation: the window shows only our page, opens no other windows, and embeds only the preview document.

import type { App, Shell } from 'electron';
import { isAppAddress, isPreviewAddress } from './appProtocol.ts';
import { openExternally } from './outside.ts';

/** Applies to every page that the app creates; call before the first one. */
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
