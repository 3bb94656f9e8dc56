// Updates of the app. Nothing here happens unless the user asks, except for a daily check if it is turned on.

import { z } from 'zod';
import { defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import type { RunningWork, UpdateState } from './updates.ts';

export type UpdatesEvent = { type: 'updates.changed'; state: UpdateState };

export const updatesMethods = {
  /** `notes`: the offer's release notes, as Markdown. */
  'updates.open': defineMethod<{ state: UpdateState; notes: string }>()('none', nothing),
  /** Returns when the server has answered; the state then has the offer or the problem. */
  'updates.check': defineMethod<Nothing>()('none', nothing),
  /** Downloads, or continues a download. Returns at once. */
  'updates.download': defineMethod<Nothing>()('none', nothing),
  /** Stops a download and keeps its part. */
  'updates.pause': defineMethod<Nothing>()('none', nothing),
  /** Stops a download, or waiting, and removes what was downloaded. */
  'updates.discard': defineMethod<Nothing>()('none', nothing),
  /**
   * Installs the downloaded version. `now`: if something is running and `stop` is false, returns it and does nothing else.
   * `idle`: once nothing runs. `quit`: when the user quits. `never`: cancels the last two.
   */
  'updates.install': defineMethod<{ running: RunningWork[] }>()(
    'none',
    z.object({ when: z.enum(['now', 'idle', 'quit', 'never']), stop: z.boolean().default(false) }),
  ),
  /** Never offers this version again unless the user asks. With false, offers it again. */
  'updates.decline': defineMethod<Nothing>()('none', z.object({ version: z.string().max(100), declined: z.boolean() })),
} as const;
