// What only the system can show: notifications, the badge of the icon, a confirmation outside of the window.

import { z } from 'zod';
import { conversationId, method, type Nothing } from '../../protocol/method.ts';

/** The person clicked a notification. */
export type NativeEvent = { type: 'window.show'; conversationId: string };

export const nativeMethods = {
  /** A notification of the system's; a click on it publishes `window.show`. False: the window shows it by its own means. */
  'native.notify': method<{ shown: boolean }>()(
    'none',
    z.object({ title: z.string().max(300), body: z.string().max(1000), conversationId }),
  ),
  /**
   * After CONFIRMATION_NEEDED, with what its details say: `by` a box, it answers when the person chose there; by a code, `code` is
   * the one that stands where the app was started. Ok: the same call again does it, once.
   */
  'confirmation.answer': method<Nothing>()(
    'none',
    z.object({ confirmation: z.string().max(100), code: z.string().max(20).default('') }),
  ),
  /** The number on the app's icon; 0 takes it away. */
  'native.badge': method<{ shown: boolean }>()('none', z.object({ count: z.number().int().min(0).max(100_000) })),
} as const;
