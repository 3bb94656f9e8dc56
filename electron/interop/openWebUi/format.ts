// Reads Open WebUI exports: an array of chats with message trees. Answers of several models to one prompt are branches.
// A reply's content is in `output`, or else in its text as HTML.

import type { ContentPart, Usage } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { count } from '../looseJson.ts';
import { bytesOfDataUrl, createImportedBytes, type ImportedBytes } from '../web/importedBytes.ts';
import { type ItemContext, itemFormat } from '../web/itemFormat.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { createReplyParts, type ReplyParts } from '../web/replyParts.ts';
import { addTree, orderedRows } from '../web/treeRecords.ts';
import { jsonTextOf, listOf, nameIn, rowsOf, textIn, timeOf, withoutFields } from '../web/values.ts';
import { readDetails } from './details.ts';

const program = 'open-webui';

export const openWebUiFormat = itemFormat({
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
  const session = nameIn(value.id) ?? nameIn(chat.id) ?? nameIn(chat.timestamp) ?? `chat ${item.index}`;
  const history = jsonObject(chat.history);
  const rows = isJsonObject(history.messages) ? Object.entries(history.messages) : numbered(chat.messages);
  const problems: HistoryProblem[] = [];
  const chatNodes = rows.flatMap(([id, row]) => {
    if (isJsonObject(row)) return [{ id, parent: nameIn(row.parentId), row }];
    problems.push(problem(say`The conversation “${title}” has a message that can’t be read: ${id}`));
    return [];
  });
  const { nodes, problems: odd } = orderedRows(chatNodes, title, problem);
  problems.push(...odd);
  if (nodes.length === 0) return problems[0] ?? null;
  const records = createRecords(program, session);
  const bytes = createImportedBytes();
  const conversation = {
    ...withoutFields(value, ['chat', 'history', 'messages']),
    chat: withoutFields(chat, ['history', 'messages']),
  };
  let model: string | null = nameIn(listOf(chat.models)[0]);
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
    const output = rowsOf(row.output);
    const unplaced = output.filter((one) => !takeOutput(one, reply));
    if (output.length === 0) readDetails(textIn(row.content), reply);
    const error = errorOf(row.error);
    if (reply.end().length === 0 && !error) return null;
    const drafts = error
      ? [
          ...reply.end(),
          ...(reply.end().length === 0 ? [{ content: null, reasoning: '', calls: [], results: [] }] : []),
        ]
      : reply.end();
    model = nameIn(row.model) ?? model;
    const usage = usageOf(row.usage);
    return records.addReply(drafts, parentId, time, {
      name,
      kept: {
        ...withoutFields(row, [...placeFields, 'content', 'output', 'usage', 'model', 'error']),
        ...(unplaced.length === 0 ? {} : { output: unplaced }),
        ...(output.length === 0 && drafts[0]?.content !== row.content ? { content: row.content } : {}),
      },
      before,
      each: nameIn(row.model) === null ? {} : { model: row.model },
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
    headId: recordOf(textIn(history.currentId)) ?? records.messages.at(-1)?.id ?? null,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

const placeFields = ['id', 'parentId', 'childrenIds', 'role', 'timestamp'];

/** A linear list, each entry following the previous one. */
function numbered(value: unknown): [string, unknown][] {
  let last: string | null = null;
  return rowsOf(value).map((row, at) => {
    const id = nameIn(row.id) ?? `message ${at}`;
    const linked = { parentId: last, ...row };
    last = id;
    return [id, linked];
  });
}

function userContent(row: JsonObject, bytes: ImportedBytes): string | ContentPart[] {
  const text = textIn(row.content);
  const files = rowsOf(row.files).map((file): ContentPart => {
    const image = bytesOfDataUrl(file.url);
    const name = nameIn(file.name) ?? nameIn(jsonObject(file.file).filename) ?? 'file';
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
      reply.call(nameIn(one.call_id) ?? nameIn(one.id), nameIn(one.name) ?? 'tool', jsonTextOf(one.arguments ?? ''));
      return true;
    case 'function_call_output': {
      const callId = textIn(one.call_id);
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
  return rowsOf(parts)
    .map((part) => textIn(part.text))
    .join('');
}

function errorOf(value: unknown): { code: string; message: string } | null {
  const message = nameIn(jsonObject(value).content) ?? nameIn(jsonObject(value).message) ?? nameIn(value);
  if (message !== null) return { code: 'LLM_ERROR', message };
  return value === true ? { code: 'LLM_ERROR', message: '' } : null;
}

/** Upstream servers use two formats. */
function usageOf(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const inputTokens = count(value.prompt_tokens) ?? count(value.input_tokens) ?? count(value.prompt_eval_count);
  const outputTokens = count(value.completion_tokens) ?? count(value.output_tokens) ?? count(value.eval_count);
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    raw: value,
  };
}
