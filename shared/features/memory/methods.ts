// The user's instructions for models, and the memory.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import { type UserTextTopic, userTextTopics } from './userText.ts';

/** Identifies one text. `conversationId` applies only to a conversation's instructions. */
export interface UserTextRef {
  about: UserTextTopic;
  projectId: string;
  conversationId: string | null;
}

export interface EditableText {
  text: string;
  /** Changes with the text. */
  version: string;
  /** Absolute path of its file; null: stored with the settings or the conversation. */
  path: string | null;
  /** Why the file cannot be used, a phrase. */
  problem: UserTextData | null;
}

const ref = {
  about: z.enum(userTextTopics),
  projectId: id,
  conversationId: conversationId.nullable().default(null),
};

export const userTextMethods = {
  'ownText.read': defineMethod<EditableText>()('none', z.object(ref)),
  /** Takes effect with the next message. CONTENT_CHANGED if the text is no longer at `version`. */
  'ownText.save': defineMethod<EditableText>()(
    'app',
    z.object({ ...ref, text: z.string().max(256 * 1024), version: z.string().max(100) }),
  ),
  /** Restores the memory to its text before the call; CONTENT_CHANGED if it was changed since. */
  'ownText.restore': defineMethod<EditableText>()(
    'app',
    z.object({ ...ref, messageId: z.string().max(64), index: z.number().int().min(0) }),
  ),
} as const;

/** This app changed one of them. */
export type UserTextEvent = { type: 'ownTexts.changed' };
