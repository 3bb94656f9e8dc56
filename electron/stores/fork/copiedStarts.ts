// Which calls of a fork had been started: the copy of a running or crashed call must not claim that nothing was done.
// Their processes belong to the original conversation, so nothing here ends them.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import type { ExecutionEntry } from '../../conversation/formats.ts';

export interface CopiedStarts {
  add(message: Message): void;
  /**
   * `log` is the original's execution log, read after its messages, so it lists every call that started before its
   * result was looked up. Null if unreadable: any call may have started.
   */
  entries(log: readonly ExecutionEntry[] | null, at: string): ExecutionEntry[];
}

export function createCopiedStarts(): CopiedStarts {
  const callsByReply = new Map<string, { id: string; name: string }[]>();
  return {
    add(message) {
      const calls = callsOf(message);
      if (calls.length === 0) return;
      callsByReply.set(
        message.id,
        calls.map((call) => ({ id: call.id, name: call.function.name })),
      );
    },
    entries(log, at) {
      const isStart = (entry: ExecutionEntry): boolean =>
        entry.type === 'tool_started' && callsByReply.has(entry.messageId);
      if (log) return log.filter(isStart).map(ofNobody);
      return [...callsByReply].flatMap(([messageId, calls]) =>
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
