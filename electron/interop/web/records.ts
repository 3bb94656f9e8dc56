// Builds a conversation's messages, with their tree positions and app-specific data.

import type { Message } from '../../../shared/conversation/message.ts';
import { messageVersion } from '../../../shared/conversation/message.ts';
import { sendableText } from '../../../shared/conversation/sendable.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import type { ImportOrigin } from '../history.ts';
import { importedId } from '../importedId.ts';
import type { ReplyDraft } from './replyParts.ts';

type Fields = Record<string, unknown> & { role: Message['role'] };

interface RecordOrigin {
  /** The app's id. */
  name: string;
  ids?: string[];
  kept?: unknown;
  before?: unknown[];
}

/** Fields for a whole reply. */
interface ReplyFields {
  name: string;
  kept?: unknown;
  before?: unknown[];
  /** For every message of the reply, such as the model. */
  each?: Record<string, unknown>;
  /** For the last message, such as the finish reason. */
  last?: Record<string, unknown>;
}

const noTime = '1970-01-01T00:00:00.000Z';

export interface Records {
  readonly messages: Message[];
  /** Returns the message's id. `time` null: the previous message's. */
  add(fields: Fields, parentId: string | null, time: string | null, origin: RecordOrigin): string;
  /** Returns the id of the last message, or `parentId` for an empty reply. */
  addReply(
    drafts: readonly ReplyDraft[],
    parentId: string | null,
    time: string | null,
    fields: ReplyFields,
  ): string | null;
  /** Keeps a non-message line after this message. */
  addAfter(id: string, line: unknown): void;
}

export function createRecords(program: ImportProgram, session: string): Records {
  const messages: Message[] = [];
  const byId = new Map<string, Message>();

  function newId(name: string): string {
    let id = importedId(program, session, name);
    for (let suffix = 2; byId.has(id); suffix++) id = importedId(program, session, `${name} ${suffix}`);
    return id;
  }

  function add(fields: Fields, parentId: string | null, time: string | null, origin: RecordOrigin): string {
    const { name, ids = [name], kept, before } = origin;
    const parent = parentId === null ? undefined : byId.get(parentId);
    const from: ImportOrigin = {
      type: 'import',
      program,
      session,
      ids,
      ...(kept === undefined ? {} : { kept }),
      ...(before === undefined || before.length === 0 ? {} : { before }),
    };
    const record = {
      v: messageVersion,
      id: newId(name),
      parentId: parent?.id ?? null,
      createdAt: time ?? parent?.createdAt ?? noTime,
      ...fields,
      origin: from,
    } as unknown as Message;
    messages.push(record);
    byId.set(record.id, record);
    return record.id;
  }

  return {
    messages,
    add,
    addReply(drafts, parentId, time, { name, kept, before, each = {}, last = {} }) {
      let parent = parentId;
      drafts.forEach(({ content, reasoning, calls, results }, at) => {
        const isLast = at === drafts.length - 1;
        const ending = calls.length > 0 && !isLast ? { finishReason: 'tool_calls' } : {};
        const fields: Fields = {
          role: 'assistant',
          content,
          ...(reasoning === '' ? {} : { reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
          ...each,
          ...ending,
          ...(isLast ? last : {}),
        };
        const keptFields = at === 0 ? { kept, ...(before ? { before } : {}) } : {};
        const ids = at === 0 ? [name] : [];
        parent = add(fields, parent, time, { name: at === 0 ? name : `${name} reply ${at}`, ids, ...keptFields });
        for (const { callId, ...result } of results) {
          const origin = { name: `${name} result ${callId}`, ids: [] };
          parent = add({ role: 'tool', tool_call_id: callId, ...result }, parent, time, origin);
        }
      });
      return parent;
    },
    addAfter(id, line) {
      const record = byId.get(id);
      const origin = record?.origin as ImportOrigin | undefined;
      if (origin) origin.after = [...(origin.after ?? []), line];
    },
  };
}

/** Returns a single-line title. */
export function titleFrom(value: unknown): string {
  return typeof value === 'string' ? sendableText(value).replace(/\s+/g, ' ').trim().slice(0, 500) : '';
}
