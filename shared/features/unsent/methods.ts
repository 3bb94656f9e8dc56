// Texts that the user has not sent. Windows keep them in the browser's storage, which nothing encrypts; if the data is encrypted,
// the host keeps them.

import { z } from 'zod';
import { defineMethod } from '../../protocol/method.ts';
import { maxMessageCharacters } from '../conversations/runMethods.ts';

/** `isEncrypted` false: the data no longer is, and windows take their texts back. */
export interface Unsent {
  isEncrypted: boolean;
  texts: Record<string, string>;
}

/** Another window changed them; null: removed. `writer` is the window that did. */
export type UnsentEvent = { type: 'unsent.changed'; texts: Record<string, string | null>; writer: string };

/** A name may contain the path of a folder, with a few characters for each of its own. */
const maxNameCharacters = 20_000;
const text = z.string().max(2 * maxMessageCharacters);

export const unsentMethods = {
  /** Null removes a text. Fails if the data is not encrypted, except when it only removes. */
  'unsent.save': defineMethod<Record<string, never>>()(
    'none',
    z.object({ texts: z.record(z.string().max(maxNameCharacters), text.nullable()), writer: z.string().max(40) }),
  ),
  /**
   * Removes what the browser's storage has deleted but not overwritten. False: the host cannot, or is doing it for another window;
   * else it is empty now.
   */
  'unsent.scrub': defineMethod<{ scrubbed: boolean }>()('none', z.object({})),
} as const;
