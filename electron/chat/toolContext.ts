// What a running tool may see and do: its folder, its signal, the earlier results and the to-do list.

import type { Message, Todo } from '../../shared/conversation/message.ts';
import { fail } from '../../shared/errors.ts';
import type { ToolContext } from '../ports/tool.ts';
import type { ChatDeps } from './chatDeps.ts';
import type { RunSettings } from './runSettings.ts';

export function toolContext(
  conversationId: string,
  settings: RunSettings,
  signal: AbortSignal,
  deps: ChatDeps,
  print: ToolContext['print'],
  onProcess: ToolContext['onProcess'],
): ToolContext {
  const messages = deps.hub.peek(conversationId)?.messages ?? [];
  return {
    conversationId,
    folder: settings.folder,
    signal,
    print,
    onProcess,
    todos: lastTodos(messages),
    async readResult(reference, offset, limit) {
      const branch = await deps.store.readBranch(conversationId);
      if (!branch.ok) return branch;
      const found = findResult(branch.value.messages, reference);
      if (!found) return fail('MESSAGE_NOT_FOUND', `There is no result named "${reference}" in this conversation.`);
      return deps.store.readToolResult(conversationId, found.id, offset, limit);
    },
  };
}

function lastTodos(messages: readonly Message[]): readonly Todo[] {
  const last = messages.findLast((message) => message.role === 'tool' && message.details?.todos !== undefined);
  return last?.role === 'tool' ? (last.details?.todos?.after ?? []) : [];
}

function findResult(messages: readonly Message[], reference: string): Message | undefined {
  const wanted = reference.trim();
  const name = wanted
    .split('/')
    .at(-1)
    ?.replace(/\.json$/, '');
  return messages.findLast(
    (message) => message.role === 'tool' && (message.id === name || message.tool_call_id === wanted),
  );
}
