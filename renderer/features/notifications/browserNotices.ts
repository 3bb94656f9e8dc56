// Browser notifications, once the user has allowed them by a click in the settings. Tabs of the same app replace each other's
// notification for a conversation.

import type { SystemNotice } from './attention.ts';

export type NoticePermission = 'granted' | 'denied' | 'default' | 'unsupported';

export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Call only from a click handler, as browsers require. */
export async function requestNoticePermission(): Promise<NoticePermission> {
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
    // Some browsers define the constructor but throw when a page calls it.
  }
}
