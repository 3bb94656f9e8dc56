// Reads our own export (`electron/chat/export`): messages as stored, with large results inline.

import type { Message } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { cleanTag, isTag, maxTags, tagKey } from '../../../shared/features/tags/tag.ts';
import { parseMessage } from '../../conversation/readMessage.ts';
import type { History, HistoryProblem, ImportOrigin } from '../history.ts';
import { importedId } from '../importedId.ts';
import { createItemFormat, type ItemContext } from '../web/itemFormat.ts';
import { titleFrom } from '../web/records.ts';
import { idText, withoutFields } from '../web/values.ts';

const program = 'throughline';

export const throughlineFormat = createItemFormat({
  program,
  recognises: ({ values }) => values.get('format') === 'throughline-conversation',
  toHistory: readExport,
});

async function readExport(value: unknown, { problem, slice }: ItemContext): Promise<History | HistoryProblem> {
  if (!isJsonObject(value) || value.format !== 'throughline-conversation') {
    return problem(say`The entry that starts here is not a conversation.`);
  }
  const title = titleFrom(value.title);
  const session = idText(value.id);
  if (value.v !== 1) return problem(say`The conversation “${title}” was saved by a newer version.`);
  if (session === null) return problem(say`The conversation “${title}” has no ID.`);
  if (!Array.isArray(value.messages)) return problem(say`The conversation “${title}” has no messages.`);
  const problems: HistoryProblem[] = [];
  const results = jsonObject(value.results);
  const messages: Message[] = [];
  const ids = new Set<string>();
  let last: string | null = null;
  let conversation = withoutFields(value, ['messages', 'results']);
  for (const [at, record] of value.messages.entries()) {
    const parsed = parseMessage(record);
    const turn = slice();
    if (turn) await turn;
    if (!parsed.ok || ids.has(parsed.message.id)) {
      const reason = parsed.ok ? say`its ID was already used` : parsed.reason;
      problems.push(problem(say`Record ${at + 1} of the conversation “${title}” cannot be read: ${String(reason)}`));
      continue;
    }
    const { message } = parsed;
    ids.add(message.id);
    const parent = message.parentId === undefined ? last : message.parentId;
    const keptData = {
      ...(message.origin ? { origin: message.origin } : {}),
      ...(conversation ? { conversation } : {}),
    };
    const origin: ImportOrigin = {
      type: 'import',
      program,
      session,
      ids: [message.id],
      ...(Object.keys(keptData).length === 0 ? {} : { kept: keptData }),
    };
    conversation = undefined;
    const placedMessage = {
      ...withWholeResult(message, results),
      id: importedId(program, session, message.id),
      // The fork source is not part of the file.
      parentId: parent !== null && ids.has(parent) ? importedId(program, session, parent) : last && idOf(session, last),
      origin: { ...origin },
    } as Message;
    messages.push(withOwnIds(placedMessage, (id) => idOf(session, id)));
    last = message.id;
  }
  const model = jsonObject(jsonObject(value.meta).model).model;
  return {
    program,
    session,
    title,
    tags: tagsIn(jsonObject(value.meta).tags),
    folder: idText(value.project),
    model: idText(model),
    messages,
    headId: messages.at(-1)?.id ?? null,
    agents: [],
    attachments: new Map(),
    problems,
  };
}

/** Invalid tags are left out. */
function tagsIn(value: unknown): string[] {
  const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === 'string').map(cleanTag) : [];
  return [...new Map(tags.filter(isTag).map((tag) => [tagKey(tag), tag])).values()].slice(0, maxTags);
}

function idOf(session: string, id: string): string {
  return importedId(program, session, id);
}

/** Inlines a result from a separate file, which is not exported. */
function withWholeResult(message: Message, results: JsonObject): Message {
  if (message.role !== 'tool' || message.fullOutputPath === undefined) return message;
  const { fullOutputPath: _path, ...rest } = message;
  const fullText = Object.hasOwn(results, message.id) ? results[message.id] : undefined;
  return typeof fullText === 'string' ? { ...rest, content: fullText } : rest;
}

/** Maps ids in references between messages. */
function withOwnIds(message: Message, renamed: (id: string) => string): Message {
  if (message.role === 'system' && isJsonObject(message.compaction)) {
    const { compaction } = message;
    const all = (ids: unknown): string[] => (Array.isArray(ids) ? ids.map((id) => renamed(String(id))) : []);
    return {
      ...message,
      compaction: {
        ...compaction,
        firstKeptId: renamed(String(compaction.firstKeptId)),
        clearedIds: all(compaction.clearedIds),
        ...(compaction.pinnedIds === undefined ? {} : { pinnedIds: all(compaction.pinnedIds) }),
        ...(compaction.besideIds === undefined ? {} : { besideIds: all(compaction.besideIds) }),
      },
    };
  }
  if (message.role === 'tool' && isJsonObject(message.details?.call)) {
    const call = { ...message.details.call, messageId: renamed(String(message.details.call.messageId)) };
    return { ...message, details: { ...message.details, call } };
  }
  if (message.role === 'assistant' && isJsonObject(message.error?.item)) {
    const item = { ...message.error.item, messageId: renamed(String(message.error.item.messageId)) };
    return { ...message, error: { ...message.error, item } };
  }
  return message;
}
