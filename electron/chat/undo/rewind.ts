// Rewinds to before a message: the head moves, and the next message starts a branch there. Nothing is removed; until
// something new is sent, the rewind can be undone.

import { typedText } from '../../../shared/conversation/apiContent.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { ScopedCall } from '../../ports/changes.ts';
import type { StoredBranch } from '../../ports/store.ts';

/** Maximum rewinds that can be undone in sequence. */
const maxUndoableRewinds = 20;

export type Rewound = NonNullable<ConversationMeta['rewound']>[number];

/** The message to rewind to must be a user's. */
export function rewindPoint({ messages }: StoredBranch, messageId: string): Result<Message & { role: 'user' }> {
  const message = messages.find(({ id }) => id === messageId);
  if (!message) return fail('MESSAGE_NOT_FOUND', say`This message is not on the open branch of the conversation.`);
  if (message.role !== 'user') return fail('PARAMS_INVALID', say`You can only rewind to one of your own messages.`);
  return ok(message);
}

/** As the user wrote it. */
export function textOfMessage({ content }: Message & { role: 'user' }): string {
  return typeof content === 'string' ? content : content.map(typedText).join('');
}

export function withRewind(
  meta: ConversationMeta,
  branch: StoredBranch,
  to: string | null,
  { undone, noteId }: { undone: readonly ScopedCall[]; noteId: string | null },
): ConversationMeta {
  if (branch.lastId === null) return meta;
  const rewound: Rewound = {
    to,
    head: branch.headId,
    after: branch.lastId,
    undone: [...undone],
    ...(noteId === null ? {} : { noteId }),
  };
  const earlier = undoableRewind(meta, branch) ? (meta.rewound ?? []) : [];
  return { ...meta, head: { id: to, after: branch.lastId }, rewound: [...earlier, rewound].slice(-maxUndoableRewinds) };
}

/** Returns the rewind that can be undone; null: something was sent since, or there was none. */
export function undoableRewind(meta: ConversationMeta, { lastId, headId }: StoredBranch): Rewound | null {
  const last = meta.rewound?.at(-1);
  return last && last.after === lastId && last.to === headId ? last : null;
}

export function withoutRewind(meta: ConversationMeta, { head, after }: Rewound): ConversationMeta {
  const { rewound = [], ...rest } = meta;
  const earlier = rewound.slice(0, -1);
  return {
    ...rest,
    head: head === after ? null : { id: head, after },
    ...(earlier.length > 0 ? { rewound: earlier } : {}),
  };
}
