// Native features of the system: notifications, the icon's badge, more windows, a confirmation outside the window.

import { z } from 'zod';
import { conversationId, defineMethod, type Nothing } from '../../protocol/method.ts';

/** The user clicked a notification. */
export type NativeEvent = { type: 'window.show'; conversationId: string };

export const nativeMethods = {
  /**
   * Shows a system notification; a click publishes `window.show`. With `labels`, it also shows what the only open prompt of
   * the conversation asks, and can answer it. False: the window shows it instead.
   */
  'native.notify': defineMethod<{ shown: boolean }>()(
    'none',
    z.object({
      title: z.string().max(300),
      body: z.string().max(1000),
      conversationId,
      /** Labels of the buttons, in the window's language: a notification about one prompt can then be answered. */
      labels: z
        .object({ allow: z.string().min(1).max(60), deny: z.string().min(1).max(60), reply: z.string().min(1).max(60) })
        .exactOptional(),
    }),
  ),
  /**
   * Answers CONFIRMATION_NEEDED, according to its details. `by` a box: returns when the user has chosen there; by a
   * code: `code` is the one printed where the app was started. If ok, repeating the original call succeeds, once.
   */
  'confirmation.answer': defineMethod<Nothing>()(
    'none',
    z.object({ confirmation: z.string().max(100), code: z.string().max(20).default('') }),
  ),
  /** Opens a conversation in another window. `ticket`: the page opens a tab with it, once, within a minute. */
  'native.openWindow': defineMethod<{ ticket: string | null }>()('none', z.object({ conversationId })),
  /** Sets the number on the app's icon; 0 removes it. */
  'native.badge': defineMethod<{ shown: boolean }>()('none', z.object({ count: z.number().int().min(0).max(100_000) })),
} as const;
