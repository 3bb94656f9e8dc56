// Notifications where the window is a page in a browser: its own, once the person has allowed them by a click in the settings.
// Pages of the same app replace each other's notification of a conversation.

import type { SystemNotice } from './attention.ts';

export type NoticePermission = 'granted' | 'denied' | 'default' | 'unsupported';

export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Only from a click. */
export async function askPermission(): Promise<NoticePermission> {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission();
}

export function showBrowserNotice({ title, body, conversationId }: SystemNotice, onClick: () => void): void {
  if (noticePermission() !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag: `throughline.${conversationId}` });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onClick();
    };
  } catch {
    // Some browsers have the name and refuse to make one from a page.
  }
}
