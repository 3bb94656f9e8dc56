// The blocks of a reply as they are written: as they came where they are still what the record says, otherwise from the record.

import type { AssistantMessage, ToolCall } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { isTooDeep, type Row, row, rows } from '../looseJson.ts';
import { isCall, saidText } from './blocks.ts';
import { program, wire } from './kept.ts';
import { plainToolName } from './names.ts';
import { placeIn, toolForm } from './toolForms.ts';
import { filled } from './values.ts';

export interface WrittenCall {
  id: string;
  name: string;
  input: Row;
}

/** `ids`: of each call the one that it is written with. `own`: the record came from this program. */
export function replyBlocks(
  record: AssistantMessage,
  ids: readonly string[],
  folder: string | null,
  own: boolean,
): { blocks: Row[]; calls: WrittenCall[] } {
  const given = record.tool_calls ?? [];
  const calls = given.map((call, at) => ({ ...writtenCall(call, folder, own), id: ids[at] ?? call.id }));
  const said = isBlankText(record.content) ? null : record.content;
  const came = cameBlocks(record, said, given.length);
  let at = 0;
  const used = (call: WrittenCall | undefined): Row[] => (call ? [{ type: 'tool_use', ...call }] : []);
  const blocks = came
    ? came.flatMap((block) => (isCall(block) ? used(calls[at++]) : [block]))
    : [...(said === null ? [] : [{ type: 'text', text: said }]), ...calls.flatMap(used)];
  return { blocks, calls };
}

function writtenCall(call: ToolCall, folder: string | null, own: boolean): WrittenCall {
  const input = inputOf(call.function.arguments);
  const form = own ? null : toolForm(call.function.name);
  if (!form) return { id: call.id, name: plainToolName(call.function.name), input };
  return { id: call.id, name: form.name, input: form.input(input, placeIn(folder)) };
}

/** The provider refuses an `input` that is no object. */
function inputOf(args: string): Row {
  try {
    const input = row(JSON.parse(args));
    if (input && !isTooDeep(input)) return input;
  } catch {
    // It is kept as a text.
  }
  return isBlankText(args) ? {} : { arguments: args };
}

/** Null: it has none, they are another wire's or model's, or the record was changed since. */
function cameBlocks(record: AssistantMessage, said: string | null, calls: number): Row[] | null {
  const data = row(record.providerData?.[wire]);
  if (!data || !Array.isArray(data.content)) return null;
  // Another's signature would be refused, and with it the whole conversation.
  if (data.provider !== program && !filled(data.model)?.startsWith('claude')) return null;
  const blocks = rows(data.content).filter(isTaken);
  const isSame = saidText(blocks) === said && blocks.filter(isCall).length === calls;
  return isSame ? blocks : null;
}

/** Not thinking without its signature, nor empty text, nor tools that ran at the provider. */
function isTaken(block: Row): boolean {
  switch (block.type) {
    case 'text':
      return !isBlankText(block.text);
    case 'thinking':
      return filled(block.signature) !== null && typeof block.thinking === 'string';
    case 'redacted_thinking':
      return filled(block.data) !== null;
    case 'tool_use':
      return isCall(block);
    default:
      return true;
  }
}
