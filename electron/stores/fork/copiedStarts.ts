// Which calls of a copy were started: the copy of a call that runs, or of one that a crash cut, must not say that nothing was
// done. Their processes belong to the other conversation and are not taken along, so nothing here ends them.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import type { ExecutionEntry } from '../../conversation/formats.ts';

export interface CopiedStarts {
  add(message: Message): void;
  /**
   * `log`: the execution log of the other conversation, read after its records were: then it has every call that was started
   * before its result was looked for. Null: it could not be read, and any call may have been started.
   */
  entries(log: readonly ExecutionEntry[] | null, at: string): ExecutionEntry[];
}

export function createCopiedStarts(): CopiedStarts {
  const asked = new Map<string, { id: string; name: string }[]>();
  return {
    add(message) {
      const calls = callsOf(message);
      if (calls.length === 0) return;
      asked.set(
        message.id,
        calls.map((call) => ({ id: call.id, name: call.function.name })),
      );
    },
    entries(log, at) {
      const isStart = (entry: ExecutionEntry): boolean => entry.type === 'tool_started' && asked.has(entry.messageId);
      if (log) return log.filter(isStart).map(ofNobody);
      return [...asked].flatMap(([messageId, calls]) =>
        calls.map(({ id, name }, index): ExecutionEntry => {
          return { v: 1, type: 'tool_started', at, messageId, toolCallId: id, index, name };
        }),
      );
    },
  };
}

function ofNobody({ pid: _pid, processStartedAt: _at, ...entry }: ExecutionEntry): ExecutionEntry {
  return entry;
}
