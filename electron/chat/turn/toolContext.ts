// What a running tool may see and do: its folder, its signal, the earlier results and the to-do list.

import type { Message, Todo } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { RunDeps } from '../chatDeps.ts';
import type { RunSettings } from '../run/runSettings.ts';
import { askingParts } from './asking.ts';

export interface ContextParts {
  conversationId: string;
  settings: RunSettings;
  signal: AbortSignal;
  deps: RunDeps;
  call: ToolContext['call'];
  print: ToolContext['print'];
  onProcess: ToolContext['onProcess'];
  /** Told once with the conversation of an agent that the call starts, before the agent begins. Awaited, like `onProcess`. */
  onAgent(conversationId: string): Promise<void>;
}

export function toolContext(parts: ContextParts): ToolContext {
  const { conversationId, settings, signal, deps, call, print, onProcess, onAgent } = parts;
  const messages = deps.hub.peek(conversationId)?.messages ?? [];
  const place = { messageId: call.messageId, index: call.index };
  const announce = async (agentId: string): Promise<void> => {
    await onAgent(agentId);
    deps.hub.publish(conversationId, { type: 'call.agent', ...place, conversationId: agentId });
  };
  return {
    conversationId,
    projectId: settings.projectId,
    call,
    folder: settings.folder,
    signal,
    print,
    onProcess,
    progress: (progress) => deps.hub.publish(conversationId, { type: 'call.progress', ...place, progress }),
    runAgent: (request) =>
      deps.startAgent({ conversationId, settings, signal, ...place, onStarted: announce }, request),
    ...askingParts(parts),
    todos: lastTodos(messages),
    async readResult(reference, offset, limit) {
      const found = await findResult(conversationId, reference.trim(), deps);
      return found.ok ? deps.store.readToolResult(conversationId, found.value, offset, limit) : found;
    },
  };
}

function lastTodos(messages: readonly Message[]): readonly Todo[] {
  const last = messages.findLast((message) => message.role === 'tool' && message.details?.todos !== undefined);
  return last?.role === 'tool' ? (last.details?.todos?.after ?? []) : [];
}

/** The message that is named by its path, its id or the id of its call; the last one of those with that call id. */
async function findResult(conversationId: string, wanted: string, { store }: RunDeps): Promise<Result<string>> {
  const name =
    wanted
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '') ?? '';
  // Models name what they have read not long ago: from the end, page by page.
  for (let before: string | null = null; ; ) {
    const page: Result<{ messages: Message[]; hasEarlier: boolean }> = await store.readPage(
      conversationId,
      before,
      500,
    );
    if (!page.ok) return page;
    const { messages, hasEarlier } = page.value;
    const answer = messages.findLast(
      (message) => message.role === 'tool' && (message.id === name || message.tool_call_id === wanted),
    );
    if (answer) return ok(answer.id);
    const named = before === null ? await store.readMessage(conversationId, name) : null;
    if (named?.ok && named.value.role === 'tool') return ok(named.value.id);
    before = messages[0]?.id ?? null;
    if (!hasEarlier || before === null) {
      return fail('MESSAGE_NOT_FOUND', `There is no result named "${wanted}" in this conversation.`);
    }
  }
}
