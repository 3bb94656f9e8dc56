// A list of messages as OpenAI's Chat Completions take them, as records. They have no ids, no times and no name: the
// conversation is known by what is in it.

import { createHash } from 'node:crypto';
import type { ContentPart } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { bytesOfDataUrl, createFoundBytes, type FoundBytes } from '../web/foundBytes.ts';
import type { Slice } from '../web/readJson.ts';
import { createRecords, type Records } from '../web/records.ts';
import { isRow, jsonTextOf, nameIn, type Row, rowOf, rowsOf, textIn, withoutFields } from '../web/values.ts';

const program = 'messages';

export interface MessagesSource {
  file: string;
  line: number | null;
  /** What stands beside the messages, as tools of a line for fine-tuning. */
  beside?: Row | undefined;
}

export async function messagesHistory(
  messages: readonly unknown[],
  { file, line, beside }: MessagesSource,
  slice: Slice,
): Promise<History> {
  const session = await sessionOf(messages, beside, slice);
  const records = createRecords(program, session);
  const bytes = createFoundBytes();
  const problems: HistoryProblem[] = [];
  let headId: string | null = null;
  let before: unknown[] = beside ? [{ beside }] : [];
  let model = nameIn(beside?.model);
  const open = new Map<string, string>();
  for (const [at, message] of messages.entries()) {
    const made: string | null = isRow(message)
      ? addMessage(message, { records, bytes, at, headId, before, open })
      : null;
    if (made === null) {
      if (!isRow(message) || !isInstruction(message)) {
        problems.push({ file, line, message: say`Message ${at + 1} of the conversation cannot be read.` });
      }
      before.push(message);
    } else {
      before = [];
      headId = made;
      if (isRow(message)) model = nameIn(message.model) ?? model;
    }
    const turn = slice();
    if (turn) await turn;
  }
  if (headId !== null) for (const message of before) records.addAfter(headId, message);
  return {
    program,
    session,
    title: '',
    folder: null,
    model,
    messages: records.messages,
    headId,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

interface Place {
  records: Records;
  bytes: FoundBytes;
  at: number;
  headId: string | null;
  before: unknown[];
  /** Ids of the calls that have no result yet, and their tools. */
  open: Map<string, string>;
}

function isInstruction({ role }: Row): boolean {
  return role === 'system' || role === 'developer';
}

/** Null: it has no place among our records. */
function addMessage(message: Row, place: Place): string | null {
  const { records, bytes, at, headId, before, open } = place;
  const add = (fields: Parameters<Records['add']>[0], kept: Row | undefined): string =>
    records.add(fields, headId, null, { name: `message ${at}`, ids: [], kept, before });
  switch (message.role) {
    case 'user': {
      const content = userContent(message.content, bytes);
      const raw = isPlain(message.content, content) ? ['content'] : [];
      return add({ role: 'user', content }, withoutFields(message, ['role', ...raw]));
    }
    case 'assistant':
      return add(...assistantFields(message, at, open));
    case 'tool':
    case 'function': {
      const name = nameIn(message.name);
      const byName = [...open].find(([, tool]) => tool === name)?.[0];
      const id = nameIn(message.tool_call_id) ?? byName ?? `call_${at}`;
      const toolName = open.get(id) ?? name ?? '';
      open.delete(id);
      const content = textOfContent(message.content);
      const raw = content === message.content ? ['content'] : [];
      const wasTool = message.role === 'tool' ? ['role'] : [];
      return add(
        { role: 'tool', tool_call_id: id, toolName, content, outcome: 'ok' },
        withoutFields(message, [...wasTool, 'tool_call_id', ...raw]),
      );
    }
    default:
      return null;
  }
}

type AddArguments = [Parameters<Records['add']>[0], Row | undefined];

function assistantFields(message: Row, at: number, open: Map<string, string>): AddArguments {
  open.clear();
  const asked = rowsOf(message.tool_calls).map((call, index) => {
    const called = rowOf(call.function);
    return {
      id: nameIn(call.id) ?? `call_${at}_${index}`,
      type: 'function' as const,
      function: { name: textIn(called.name), arguments: jsonTextOf(called.arguments ?? '') },
    };
  });
  const old = isRow(message.function_call) ? message.function_call : null;
  if (old) {
    const called = { name: textIn(old.name), arguments: jsonTextOf(old.arguments ?? '') };
    asked.push({ id: `call_${at}`, type: 'function', function: called });
  }
  for (const call of asked) open.set(call.id, call.function.name);
  const content = message.content === null || message.content === undefined ? null : textOfContent(message.content);
  const reasoning = nameIn(message.reasoning_content) ?? nameIn(message.reasoning);
  const model = nameIn(message.model);
  const calls = asked.length === 0 ? {} : { tool_calls: asked };
  const sameCalls = JSON.stringify(message.tool_calls) === JSON.stringify(asked) || message.tool_calls === undefined;
  const taken = ['role', ...(sameCalls ? ['tool_calls'] : []), ...(content === message.content ? ['content'] : [])];
  return [
    {
      role: 'assistant',
      content,
      ...calls,
      ...(reasoning === null ? {} : { reasoning }),
      ...(model === null ? {} : { model }),
    },
    withoutFields(message, taken),
  ];
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return rowsOf(content)
      .map((part) => textIn(part.text) || textIn(part.refusal))
      .join('');
  return content === undefined || content === null ? '' : jsonTextOf(content);
}

function userContent(content: unknown, bytes: FoundBytes): string | ContentPart[] {
  if (!Array.isArray(content)) return textOfContent(content);
  return rowsOf(content).map((part): ContentPart => {
    if (part.type === 'text') return { type: 'text', text: textIn(part.text) };
    const address = rowOf(part.image_url).url ?? part.image_url;
    const data = bytesOfDataUrl(address);
    const image = data && bytes.image(data);
    if (image) return image;
    return {
      type: 'text',
      text: `[${textIn(address).startsWith('http') ? textIn(address) : (nameIn(part.type) ?? 'part')}]`,
    };
  });
}

/** Our record says all of it: plain text, or parts of nothing but text. */
function isPlain(given: unknown, ours: string | ContentPart[]): boolean {
  return given === ours || (Array.isArray(ours) && JSON.stringify(given) === JSON.stringify(ours));
}

async function sessionOf(messages: readonly unknown[], beside: Row | undefined, slice: Slice): Promise<string> {
  const mark = createHash('sha256').update(JSON.stringify(beside ?? null));
  for (const message of messages) {
    mark.update(JSON.stringify(message) ?? '');
    const turn = slice();
    if (turn) await turn;
  }
  return mark.digest('hex').slice(0, 40);
}
