// Reads Open WebUI exports: an array of chats with message trees. Answers of several models to one prompt are branches.
// A reply's content is in `output`, or else in its text as HTML.

import type { ContentPart, Usage } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { countOrUndefined } from '../looseJson.ts';
import { createImportedBytes, decodeDataUrl, type ImportedBytes } from '../web/importedBytes.ts';
import { createItemFormat, type ItemContext } from '../web/itemFormat.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { createReplyParts, type ReplyParts } from '../web/replyParts.ts';
import { addTree, orderRows } from '../web/treeRecords.ts';
import { arrayOrEmpty, asString, idText, jsonTextOf, objectItems, timeOf, withoutFields } from '../web/values.ts';
import { readDetails } from './details.ts';

const program = 'open-webui';

export const openWebUiFormat = createItemFormat({
  program,
  recognises: ({ keys }) => keys.has('chat') || (keys.has('history') && keys.has('models')),
  toHistory: readChat,
});

async function readChat(
  value: unknown,
  { problem, slice, item }: ItemContext,
): Promise<History | HistoryProblem | null> {
  if (!isJsonObject(value)) return problem(say`The entry that starts here is not a conversation.`);
  const chat = isJsonObject(value.chat) ? value.chat : value;
  const title = titleFrom(value.title) || titleFrom(chat.title);
  const session = idText(value.id) ?? idText(chat.id) ?? idText(chat.timestamp) ?? `chat ${item.index}`;
  const history = jsonObject(chat.history);
  const rows = isJsonObject(history.messages) ? Object.entries(history.messages) : numbered(chat.messages);
  const problems: HistoryProblem[] = [];
  const chatNodes = rows.flatMap(([id, row]) => {
    if (isJsonObject(row)) return [{ id, parent: idText(row.parentId), row }];
    problems.push(problem(say`The conversation “${title}” has a message that cannot be read: ${id}`));
    return [];
  });
  const { nodes, problems: odd } = orderRows(chatNodes, title, problem);
  problems.push(...odd);
  if (nodes.length === 0) return problems[0] ?? null;
  const records = createRecords(program, session);
  const bytes = createImportedBytes();
  const conversation = {
    ...withoutFields(value, ['chat', 'history', 'messages']),
    chat: withoutFields(chat, ['history', 'messages']),
  };
  let model: string | null = idText(arrayOrEmpty(chat.models)[0]);
  const { recordOf } = await addTree(records, nodes, {
    conversation,
    slice,
    add({ id, row }, parentId, before) {
      const time = timeOf(row.timestamp);
      if (row.role === 'assistant') return addReply(id, row, parentId, time, before);
      const content = row.role === 'user' ? userContent(row, bytes) : '';
      if (content === '') return null;
      const extra = withoutFields(row, [...placeFields, 'content']);
      return records.add({ role: 'user', content }, parentId, time, { name: id, kept: extra, before });
    },
  });

  function addReply(
    name: string,
    row: JsonObject,
    parentId: string | null,
    time: string | null,
    before: unknown[],
  ): string | null {
    const reply = createReplyParts(program, session, name);
    const output = objectItems(row.output);
    const unplaced = output.filter((one) => !takeOutput(one, reply));
    if (output.length === 0) readDetails(asString(row.content), reply);
    const error = errorOf(row.error);
    if (reply.end().length === 0 && !error) return null;
    const drafts = error
      ? [
          ...reply.end(),
          ...(reply.end().length === 0 ? [{ content: null, reasoning: '', calls: [], results: [] }] : []),
        ]
      : reply.end();
    model = idText(row.model) ?? model;
    const usage = usageOf(row.usage);
    return records.addReply(drafts, parentId, time, {
      name,
      kept: {
        ...withoutFields(row, [...placeFields, 'content', 'output', 'usage', 'model', 'error']),
        ...(unplaced.length === 0 ? {} : { output: unplaced }),
        ...(output.length === 0 && drafts[0]?.content !== row.content ? { content: row.content } : {}),
      },
      before,
      each: idText(row.model) === null ? {} : { model: row.model },
      last: {
        ...(usage ? { usage } : {}),
        ...(row.done === false ? { finishReason: 'interrupted' } : {}),
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
    headId: recordOf(asString(history.currentId)) ?? records.messages.at(-1)?.id ?? null,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

const placeFields = ['id', 'parentId', 'childrenIds', 'role', 'timestamp'];

/** A linear list, each entry following the previous one. */
function numbered(value: unknown): [string, unknown][] {
  let last: string | null = null;
  return objectItems(value).map((row, at) => {
    const id = idText(row.id) ?? `message ${at}`;
    const linked = { parentId: last, ...row };
    last = id;
    return [id, linked];
  });
}

function userContent(row: JsonObject, bytes: ImportedBytes): string | ContentPart[] {
  const text = asString(row.content);
  const files = objectItems(row.files).map((file): ContentPart => {
    const image = decodeDataUrl(file.url);
    const name = idText(file.name) ?? idText(jsonObject(file.file).filename) ?? 'file';
    return (image && bytes.image(image, name)) ?? { type: 'text', text: `[${name}]\n` };
  });
  return files.length === 0 ? text : [...files, ...(text === '' ? [] : [{ type: 'text' as const, text }])];
}

function takeOutput(one: JsonObject, reply: ReplyParts): boolean {
  switch (one.type) {
    case 'message':
      reply.text(partsText(one.content));
      return true;
    case 'reasoning':
      reply.thinking(partsText(one.content) || partsText(one.summary));
      return true;
    case 'function_call':
      reply.call(idText(one.call_id) ?? idText(one.id), idText(one.name) ?? 'tool', jsonTextOf(one.arguments ?? ''));
      return true;
    case 'function_call_output': {
      const callId = asString(one.call_id);
      const replyDrafts = reply
        .end()
        .flatMap(({ calls }) => calls)
        .find(({ id }) => id === callId);
      const content = typeof one.output === 'string' ? one.output : partsText(one.output);
      const outcome = one.status === 'failed' ? 'error' : one.status === 'incomplete' ? 'interrupted' : 'ok';
      return reply.result({ callId, toolName: replyDrafts?.function.name ?? '', content, outcome });
    }
    default:
      return false;
  }
}

function partsText(parts: unknown): string {
  return objectItems(parts)
    .map((part) => asString(part.text))
    .join('');
}

function errorOf(value: unknown): { code: string; message: string } | null {
  const message = idText(jsonObject(value).content) ?? idText(jsonObject(value).message) ?? idText(value);
  if (message !== null) return { code: 'LLM_ERROR', message };
  return value === true ? { code: 'LLM_ERROR', message: '' } : null;
}

/** Upstream servers use two formats. */
function usageOf(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const inputTokens =
    countOrUndefined(value.prompt_tokens) ??
    countOrUndefined(value.input_tokens) ??
    countOrUndefined(value.prompt_eval_count);
  const outputTokens =
    countOrUndefined(value.completion_tokens) ??
    countOrUndefined(value.output_tokens) ??
    countOrUndefined(value.eval_count);
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    raw: value,
  };
}
