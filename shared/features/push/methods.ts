// Notifications to paired devices whose window is closed, through the push service of their browser.

import { z } from 'zod';
import { defineMethod, type Nothing, nothing } from '../../protocol/method.ts';

const base64url = z.string().regex(/^[\w-]+$/);

/** Texts in the device's language. */
const pushTexts = z.object({
  approval: z.string().max(200),
  question: z.string().max(200),
  done: z.string().max(200),
  failed: z.string().max(200),
  paused: z.string().max(200),
});
export type PushTexts = z.output<typeof pushTexts>;

export const pushMethods = {
  /** The key that the device's browser subscribes with. NOT_SUPPORTED in a window of this machine. */
  'push.key': defineMethod<{ key: string }>()('none', nothing),
  /** The subscription of the calling device; replaces an earlier one. */
  'push.subscribe': defineMethod<Nothing>()(
    'app',
    z.object({
      endpoint: z.string().max(1000),
      p256dh: base64url.length(87),
      auth: base64url.length(22),
      texts: pushTexts,
    }),
  ),
  'push.unsubscribe': defineMethod<Nothing>()('app', nothing),
} as const;
