// Reads Claude.ai exports: `conversations.json`, an array of conversations. A message's blocks are authoritative;
// `text` is a fallback for old clients. Thinking is unsigned, and models are not named.

import type { ContentPart } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { createImportedBytes, type ImportedBytes } from '../web/importedBytes.ts';
import { createItemFormat, type ItemContext } from '../web/itemFormat.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { createReplyParts, type ReplyParts } from '../web/replyParts.ts';
import { addTree, orderRows } from '../web/treeRecords.ts';
import { arrayOrEmpty, asString, idText, jsonTextOf, objectItems, timeOf, withoutFields } from '../web/values.ts';

const program = 'claude-ai';

export const claudeAiFormat = createItemFormat({
  program,
  recognises: ({ keys }) => keys.has('chat_messages'),
  toHistory: readConversation,
});

interface ChatMessage {
  id: string;
  parent: string | null;
  row: JsonObject;
}

async function readConversation(
  value: unknown,
  { problem, slice }: ItemContext,
): Promise<History | HistoryProblem | null> {
  if (!isJsonObject(value)) return problem(say`The entry that starts here is not a conversation.`);
  const session = idText(value.uuid);
  const title = titleFrom(value.name);
  if (session === null) return problem(say`The conversation “${title}” has no ID.`);
  if (!Array.isArray(value.chat_messages)) return problem(say`The conversation “${title}” has no messages.`);
  const { nodes, problems } = orderRows(messagesOf(value.chat_messages), title, problem);
  if (nodes.length === 0) return null;
  const records = createRecords(program, session);
  const bytes = createImportedBytes();
  const { lastId } = await addTree(records, nodes, {
    conversation: withoutFields(value, ['chat_messages']),
    slice,
    add({ id, row }, parentId, before) {
      const time = timeOf(row.created_at);
      return row.sender === 'human'
        ? addUser(id, row, parentId, time, before)
        : addReply(id, row, parentId, time, before);
    },
  });

  function addUser(name: string, row: JsonObject, parentId: string | null, time: string | null, lines: unknown[]) {
    const content = userContent(row, bytes);
    if (content === '') return null;
    const extra = withoutFields(row, ['uuid', 'sender', 'created_at', 'content', 'text', 'parent_message_uuid']);
    return records.add({ role: 'user', content }, parentId, time, { name, kept: extra, before: lines });
  }

  function addReply(name: string, row: JsonObject, parentId: string | null, time: string | null, lines: unknown[]) {
    const reply = createReplyParts(program, session as string, name);
    const blocks = objectItems(row.content);
    const unplaced = blocks.filter((block) => !takeBlock(block, reply));
    if (blocks.length === 0) reply.text(asString(row.text));
    const drafts = reply.end();
    if (drafts.length === 0) return null;
    const extraFields = {
      ...withoutFields(row, ['uuid', 'sender', 'created_at', 'content', 'text', 'parent_message_uuid']),
      ...(unplaced.length === 0 ? {} : { blocks: unplaced }),
    };
    return records.addReply(drafts, parentId, time, { name, kept: extraFields, before: lines });
  }

  return {
    program,
    session,
    title,
    folder: null,
    model: idText(value.model),
    messages: records.messages,
    headId: lastId,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

const noParent = /^0{8}-0{4}-4?0{3,4}-8?0{3,4}-0{12}$/;

/** Older exports have no parent ids: each message follows the previous one. */
function messagesOf(rawMessages: readonly unknown[]): ChatMessage[] {
  const rows = objectItems(rawMessages);
  const isTree = rows.some((row) => 'parent_message_uuid' in row);
  let last: string | null = null;
  return rows.map((row, at) => {
    const id = idText(row.uuid) ?? `message ${at}`;
    const parentId = idText(row.parent_message_uuid);
    const parent = isTree ? (parentId !== null && noParent.test(parentId) ? null : parentId) : last;
    last = id;
    return { id, parent, row };
  });
}

function userContent(row: JsonObject, bytes: ImportedBytes): string | ContentPart[] {
  const blocks = objectItems(row.content).filter(({ type }) => type === 'text');
  const text = blocks.length > 0 ? blocks.map((block) => asString(block.text)).join('\n\n') : asString(row.text);
  const files: ContentPart[] = [];
  for (const attachment of objectItems(row.attachments)) {
    const name = idText(attachment.file_name) ?? 'file.txt';
    const part =
      typeof attachment.extracted_content === 'string' ? bytes.text(attachment.extracted_content, name) : null;
    files.push(part ?? { type: 'text', text: `[${name}]\n` });
  }
  const fileNames = new Set(objectItems(row.attachments).map(({ file_name: name }) => name));
  for (const { file_name: name } of objectItems(row.files)) {
    if (idText(name) !== null && !fileNames.has(name)) files.push({ type: 'text', text: `[${asString(name)}]\n` });
  }
  if (files.length === 0) return text;
  return [...files, ...(text === '' ? [] : [{ type: 'text' as const, text }])];
}

/** Returns false if our messages cannot represent the block. */
function takeBlock(block: JsonObject, reply: ReplyParts): boolean {
  switch (block.type) {
    case 'text':
      reply.text(asString(block.text));
      return true;
    case 'thinking':
      reply.thinking(asString(block.thinking));
      return true;
    case 'tool_use':
      reply.call(idText(block.id), idText(block.name) ?? 'tool', jsonTextOf(block.input ?? {}));
      return true;
    case 'tool_result':
      return reply.result({
        callId: asString(block.tool_use_id),
        toolName: idText(block.name) ?? 'tool',
        content: resultText(block.content),
        outcome: block.is_error === true ? 'error' : 'ok',
      });
    default:
      return false;
  }
}

/** Keeps non-text content as JSON, so that nothing is lost. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return arrayOrEmpty(content)
    .map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : jsonTextOf(part)))
    .join('\n');
}
