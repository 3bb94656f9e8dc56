// Where file names in a call's output may lead.

import type { Message } from '../../../shared/conversation/message.ts';
import { leadingFolder } from '../../../shared/features/files/commandFolder.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import type { NameScope } from '../markdown/fileLinks/nameScope.ts';

/** A command that begins with `cd sub` names files relative to `sub`. */
export function scopeOf(call: { name: string; arguments: string }): NameScope {
  const nativeCall = toNativeCall(call);
  const { command } = parseArguments(nativeCall.arguments);
  return { folder: nativeCall.name === 'run_command' && typeof command === 'string' ? leadingFolder(command) : null };
}

/** Finds the call of a result among the messages. */
export function scopeOfResult(messages: readonly Message[], resultId: string): NameScope {
  const at = messages.findIndex(({ id }) => id === resultId);
  const result = messages[at];
  if (result?.role !== 'tool') return {};
  // The user ran this one.
  if (result.arguments !== undefined) return scopeOf({ name: result.toolName, arguments: result.arguments });
  const caller = messages.slice(0, at).findLast(({ role }) => role === 'assistant');
  const calls = caller?.role === 'assistant' ? (caller.tool_calls ?? []) : [];
  const call = calls.find(({ id }) => id === result.tool_call_id);
  return call ? scopeOf(call.function) : {};
}
