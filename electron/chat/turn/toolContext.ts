// What a running tool may see and do: its folder, its signal, the earlier results and the to-do list.

import type { Message, Todo } from '../../../shared/conversation/message.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { RunDeps } from '../chatDeps.ts';
import type { RunSettings } from '../run/runSettings.ts';
import { askingParts } from './asking.ts';
import { readNamedResult } from './namedResult.ts';

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
    readResult: (reference, offset, limit) => readNamedResult(deps.store, conversationId, reference, offset, limit),
  };
}

function lastTodos(messages: readonly Message[]): readonly Todo[] {
  const last = messages.findLast((message) => message.role === 'tool' && message.details?.todos !== undefined);
  return last?.role === 'tool' ? (last.details?.todos?.after ?? []) : [];
}
