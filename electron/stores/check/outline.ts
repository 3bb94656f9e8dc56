// The structure of a log without its text, in file order: parent links, calls and results. Stored in columns at about
// 200 bytes per message, so that a check of many needs little memory.

import { callsOf, type Message, type ToolCall } from '../../../shared/conversation/message.ts';
import { isEmpty } from '../../../shared/conversation/repair.ts';
import { createTextColumn, doubleCapacity } from '../../lib/columns.ts';

/** Messages are numbered in file order. */
export interface Outline {
  /** Ignores a message that was already added. */
  add(message: Message): void;
  readonly size: number;
  /** True once the bounds were exceeded; the outline is then empty. */
  readonly isTooLong: boolean;
  find(id: string): number | null;
  at(record: number): Message;
  /**
   * The message before this one on its branch: its parent, or the previous one in the file if the parent is missing; -1 for none.
   */
  before(record: number): number;
}

/** Limits the memory that a check may use. */
export interface OutlineBounds {
  records: number;
  characters: number;
}

export const maxOutlined: OutlineBounds = { records: 100_000, characters: 24 * 1024 * 1024 };

export function createOutline(most: OutlineBounds): Outline {
  let ids = createTextColumn();
  /** All fields except its position, as JSON. */
  let rest = createTextColumn();
  let parents = new Int32Array(256);
  let characters = 0;
  let isTooLong = false;

  return {
    add(message) {
      // A log that is reread while being written repeats the same IDs.
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
      if (record === parents.length) parents = doubleCapacity(parents);
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
  const callFields = calls.length > 0 ? { tool_calls: calls } : {};
  if (message.role !== 'assistant') return { ...common, ...callFields };
  const { finishReason, external } = message;
  return {
    ...common,
    ...callFields,
    ...(finishReason ? { finishReason } : {}),
    // Only that it is an agent's matters, and there may be many.
    ...(external ? { external: {} } : {}),
  };
}
