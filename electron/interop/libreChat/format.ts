// Reads LibreChat exports: one conversation per file, as a tree (`recursive`) or as a list with parent ids.

import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { createItemFormat, type ItemContext } from '../web/itemFormat.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { createReplyParts, type ReplyParts } from '../web/replyParts.ts';
import { addTree, orderRows } from '../web/treeRecords.ts';
import { arrayOrEmpty, asString, idText, jsonTextOf, objectItems, timeOf, withoutFields } from '../web/values.ts';

const program = 'librechat';

export const libreChatFormat = createItemFormat({
  program,
  recognises: ({ keys }) =>
    keys.has('conversationId') && (keys.has('messages') || keys.has('messagesTree') || keys.has('exportAt')),
  toHistory: readConversation,
});

async function readConversation(
  value: unknown,
  { problem, slice }: ItemContext,
): Promise<History | HistoryProblem | null> {
  if (!isJsonObject(value)) return problem(say`The entry that starts here is not a conversation.`);
  const title = titleFrom(value.title);
  const session = idText(value.conversationId);
  if (session === null) return problem(say`The conversation “${title}” has no ID.`);
  const rows = flat(arrayOrEmpty(value.messagesTree ?? value.messages));
  const { nodes, problems } = orderRows(rows, title, problem);
  if (nodes.length === 0) return null;
  const records = createRecords(program, session);
  let model = idText(jsonObject(value.options).model);
  const { lastId } = await addTree(records, nodes, {
    conversation: withoutFields(value, ['messages', 'messagesTree']),
    slice,
    add: ({ id, row }, parentId, before) =>
      row.isCreatedByUser === true ? addUser(id, row, parentId, before) : addReply(id, row, parentId, before),
  });

  function addUser(name: string, row: JsonObject, parentId: string | null, before: unknown[]): string | null {
    const content = asString(row.text) || objectItems(row.content).map(partText).join('');
    if (content === '') return null;
    const extra = withoutFields(row, [...placeFields, 'text', ...(asString(row.text) === '' ? ['content'] : [])]);
    return records.add({ role: 'user', content }, parentId, timeOf(row.createdAt), { name, kept: extra, before });
  }

  function addReply(name: string, row: JsonObject, parentId: string | null, before: unknown[]): string | null {
    const reply = createReplyParts(program, session as string, name);
    const parts = objectItems(row.content);
    const unplaced = parts.filter((part) => !takePart(part, reply));
    if (parts.length === 0) reply.text(asString(row.text));
    const drafts = reply.end();
    if (drafts.length === 0) return null;
    model = idText(row.model) ?? model;
    const error = row.error === true ? { code: 'LLM_ERROR', message: asString(row.text) } : null;
    return records.addReply(drafts, parentId, timeOf(row.createdAt), {
      name,
      kept: {
        ...withoutFields(row, [...placeFields, 'content', 'text', 'model', 'error']),
        ...(unplaced.length === 0 ? {} : { content: unplaced }),
      },
      before,
      each: idText(row.model) === null ? {} : { model: row.model },
      last: {
        ...(row.unfinished === true ? { finishReason: 'interrupted' } : {}),
        ...(error ? { partType: 'error', error } : {}),
      },
    });
  }

  return {
    program,
    session,
    title,
    folder: null,
    model,
    messages: records.messages,
    headId: lastId,
    agents: [],
    attachments: new Map(),
    problems,
  };
}

const placeFields = ['messageId', 'conversationId', 'parentMessageId', 'isCreatedByUser', 'createdAt', 'children'];
const noParent = '00000000-0000-0000-0000-000000000000';

interface Placed {
  id: string;
  parent: string | null;
  row: JsonObject;
}

/** Iterative: a tree is as deep as its conversation is long. */
function flat(roots: readonly unknown[]): Placed[] {
  const nodes: Placed[] = [];
  const waiting: { row: JsonObject; above: string | null }[] = objectItems(roots)
    .map((row) => ({ row, above: null }))
    .reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, above } = next;
    const id = idText(row.messageId) ?? `message ${nodes.length}`;
    const parentId = idText(row.parentMessageId);
    nodes.push({ id, parent: parentId === noParent ? null : (parentId ?? above), row });
    const childNodes = objectItems(row.children).map((child) => ({ row: child, above: id }));
    waiting.push(...childNodes.reverse());
  }
  return nodes;
}

function partText(part: JsonObject): string {
  return part.type === 'text' ? textOrValue(part.text) : '';
}

/** Assistants wrap text in an object. */
function textOrValue(text: unknown): string {
  return typeof text === 'string' ? text : asString(jsonObject(text).value);
}

function takePart(part: JsonObject, reply: ReplyParts): boolean {
  switch (part.type) {
    case 'text':
      reply.text(textOrValue(part.text));
      return true;
    case 'think':
      reply.thinking(textOrValue(part.think));
      return true;
    case 'error':
      reply.text(textOrValue(part.error) || textOrValue(part.text));
      return true;
    case 'tool_call': {
      const call = jsonObject(part.tool_call);
      const fn = jsonObject(call.function);
      const name = idText(call.name) ?? idText(fn.name) ?? 'tool';
      const id = reply.call(idText(call.id), name, jsonTextOf(call.args ?? fn.arguments ?? ''));
      const output = call.output ?? fn.output;
      if (output !== undefined && output !== null) {
        reply.result({ callId: id, toolName: name, content: jsonTextOf(output), outcome: 'ok' });
      }
      return true;
    }
    default:
      return false;
  }
}
