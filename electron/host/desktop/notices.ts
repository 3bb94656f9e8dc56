// System notifications: buttons and a field for an answer where the system has them (macOS and Windows; Linux has buttons
// only). Each is answered once, and withdrawn when nothing waits there any more.

import type { Notification, NotificationConstructorOptions } from 'electron';
import type { NativeNotice } from '../../ports/native.ts';

export interface NoticeParts {
  Notification: typeof Notification;
  platform: NodeJS.Platform;
  /** Brings the window to the front, creating one if needed. */
  toFront(): void;
}

export interface Notices {
  /** False: the system has none. */
  show(notice: NativeNotice): boolean;
  /** Withdraws those about conversations that do not wait. */
  withdraw(isWaiting: (conversationId: string) => boolean): void;
}

/** Notifications to keep so that clicks on them work; older ones are closed. */
const maxNotices = 20;

interface Shown {
  notification: Notification;
  conversationId: string;
  /** It asks something, and ends with the question. */
  asks: boolean;
}

export function createNotices({ Notification: Notice, platform, toFront }: NoticeParts): Notices {
  // A garbage-collected notification loses its click handler.
  let openNotices: Shown[] = [];

  function close(entry: Shown): void {
    openNotices = openNotices.filter((each) => each !== entry);
    entry.notification.close();
  }

  return {
    show({ title, body, conversationId, onClick, actions = [], reply }) {
      if (!Notice.isSupported()) return false;
      const options: NotificationConstructorOptions = {
        title,
        // Linux reads markup there.
        body: platform === 'linux' ? escapeMarkup(body) : body,
        ...(actions.length > 0 && { actions: actions.map(({ label }) => ({ type: 'button' as const, text: label })) }),
        ...(reply && { hasReply: true, replyPlaceholder: reply.label }),
      };
      const notification = new Notice(options);
      const entry = { notification, conversationId, asks: actions.length > 0 || reply !== undefined };
      openNotices.push(entry);
      for (const old of openNotices.slice(0, Math.max(0, openNotices.length - maxNotices))) close(old);
      let isAnswered = false;
      /** The first answer counts: the system may send several. */
      const once = (run: () => void): void => {
        if (isAnswered) return;
        isAnswered = true;
        close(entry);
        run();
      };
      notification.on('click', () =>
        once(() => {
          toFront();
          onClick();
        }),
      );
      notification.on('action', (details, index) => {
        // Electron 25 passes the index only as the second argument.
        const action = actions[(details as { actionIndex?: number }).actionIndex ?? index];
        if (action) once(action.run);
      });
      notification.on('reply', (details, text) =>
        once(() => reply?.send(String((details as { reply?: string }).reply ?? text))),
      );
      notification.on('failed', () => {
        openNotices = openNotices.filter((each) => each !== entry);
      });
      notification.show();
      return true;
    },
    withdraw(isWaiting) {
      for (const entry of openNotices) if (entry.asks && !isWaiting(entry.conversationId)) close(entry);
    },
  };
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
