// What a person writes for their models, and the memory.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, id, method } from '../../protocol/method.ts';
import { type OwnTextTopic, ownTextTopics } from './ownText.ts';

/** Which one. `conversationId` counts for the instructions of a conversation alone. */
export interface OwnTextRef {
  about: OwnTextTopic;
  projectId: string;
  conversationId: string | null;
}

export interface OwnText {
  text: string;
  /** Another one when the text is. */
  version: string;
  /** The file that it is in, absolute; null: it is kept with the settings, or with the conversation. */
  path: string | null;
  /** Why the file cannot be used, a phrase. */
  problem: UserTextData | null;
}

const ref = {
  about: z.enum(ownTextTopics),
  projectId: id,
  conversationId: conversationId.nullable().default(null),
};

export const ownTextMethods = {
  'ownText.read': method<OwnText>()('none', z.object(ref)),
  /** Told from the next message on. CONTENT_CHANGED when the text no longer is `version`: somebody else has changed it. */
  'ownText.save': method<OwnText>()(
    'app',
    z.object({ ...ref, text: z.string().max(256 * 1024), version: z.string().max(100) }),
  ),
  /** Puts back what the memory said before the call changed it; CONTENT_CHANGED when it was changed since. */
  'ownText.restore': method<OwnText>()(
    'app',
    z.object({ ...ref, messageId: z.string().max(64), index: z.number().int().min(0) }),
  ),
} as const;

/** One of them was changed here. */
export type OwnTextEvent = { type: 'ownTexts.changed' };
