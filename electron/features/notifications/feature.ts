// native.* and confirmation.*: system notifications, more windows, and confirmations outside of the window. The user's settings apply
// even if a window does not check them.

import { ok } from '../../../shared/core/errors.ts';
import type { nativeMethods } from '../../../shared/features/notifications/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const notificationsFeature = defineFeature<typeof nativeMethods>()({ handlers });

function handlers({ native, settings, feed, confirm }: AppParts): HandlersOf<typeof nativeMethods> {
  return {
    async 'native.notify'({ title, body, conversationId }) {
      const { settings: now } = await settings.read();
      if (!now.notifications) return ok({ shown: false });
      const onClick = (): void => feed.publish({ type: 'window.show', conversationId });
      return ok({ shown: await native.notify({ title, body, onClick }) });
    },
    async 'confirmation.answer'({ confirmation, code }) {
      const confirmed = await confirm.answer(confirmation, code);
      return confirmed.ok ? ok({}) : confirmed;
    },
    'native.openWindow': async ({ conversationId }) => ok(await native.openWindow(conversationId)),
    'native.badge': async ({ count }) => ok({ shown: await native.badge(count) }),
  };
}
