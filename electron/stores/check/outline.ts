// The records of a log without their words, in its order: who follows whom, and who asked for what. Held in columns, some
// two hundred bytes for a record, so that a check of many needs little memory.

import { callsOf, type Message, type ToolCall } from '../../../shared/conversation/message.ts';
import { isEmpty } from '../../../shared/conversation/repair.ts';
import { createTextColumn, longer } from '../../lib/textColumn.ts';

/** Records are numbered in the order of the log. */
export interface Outline {
  /** What is there already is not taken twice. */
  add(message: Message): void;
  readonly size: number;
  /** More came than may be held. Then there is none. */
  readonly isTooLong: boolean;
  find(id: string): number | null;
  at(record: number): Message;
  /** The record that this one follows, as a branch is read: without its parent, the one before; -1: none. */
  before(record: number): number;
}

/** Of more it would take more memory than a check may. */
export interface OutlineBounds {
  records: number;
  characters: number;
}

export const maxOutlined: OutlineBounds = { records: 100_000, characters: 24 * 1024 * 1024 };

export function createOutline(most: OutlineBounds): Outline {
  let ids = createTextColumn();
  /** All but its place, as JSON. */
  let rest = createTextColumn();
  let parents = new Int32Array(256);
  let characters = 0;
  let isTooLong = false;

  return {
    add(message) {
      // A log that is read again while it is being written has the same ids.
      if (isTooLong || ids.find(message.id) >= 0) return;
      const text = JSON.stringify(outlineOf(message));
      characters += text.length + message.id.length;
      if (ids.size >= most.records || characters > most.characters) {
        isTooLong = true;
        [ids, rest, parents] = [createTextColumn(), createTextColumn(), new Int32Array(0)];
        return;
      }
      const { parentId } = message;
      const parent = typeof parentId === 'string' ? ids.find(parentId) : -1;
      const record = ids.push(message.id);
      if (record === parents.length) parents = longer(parents);
      parents[record] = typeof parentId === 'string' && parent < 0 ? record - 1 : parent;
      ids.index(record);
      rest.push(text);
    },
    get size() {
      return ids.size;
    },
    get isTooLong() {
      return isTooLong;
    },
    find(id) {
      const record = ids.find(id);
      return record < 0 ? null : record;
    },
    at: (record) => ({ v: 1, id: ids.at(record), createdAt: '', ...JSON.parse(rest.at(record)) }) as Message,
    before: (record) => parents[record] as number,
  };
}

function outlineOf(message: Message): object {
  const { role, partType } = message;
  const common = { role, content: isEmpty(message) ? '' : '.', ...(partType === undefined ? {} : { partType }) };
  if (message.role === 'tool') {
    const { tool_call_id, toolName, outcome } = message;
    return { ...common, tool_call_id, toolName, outcome };
  }
  const calls = callsOf(message).map(({ id, function: { name } }): ToolCall => {
    return { id, type: 'function', function: { name, arguments: '' } };
  });
  const asked = calls.length > 0 ? { tool_calls: calls } : {};
  const ended = message.role === 'assistant' && message.finishReason ? { finishReason: message.finishReason } : {};
  return { ...common, ...asked, ...ended };
}
