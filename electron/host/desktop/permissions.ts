// Restricts web permissions to writing the clipboard, for copy buttons. Electron grants everything by default; this
// denies everything else.

import type { Session } from 'electron';
import { isAppAddress } from './appProtocol.ts';

const granted = new Set(['clipboard-sanitized-write']);

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
