// Puts one run together: the functions that the loop is given, made from the parts of the program.

import type { ConversationEvent } from '../../shared/conversation/event.ts';
import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/errors.ts';
import type { PrintedResult, StoredBranch } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';
import type { LoopDeps } from './chatToolLoop.ts';
import { modelTurn } from './modelTurn.ts';
import { requestFor } from './nextRequest.ts';
import type { FinishedCall } from './repeatDetector.ts';
import { replyRecord } from './replyRecord.ts';
import type { RunSettings } from './runSettings.ts';
import { toolContext } from './toolContext.ts';
import { toolTurn } from './toolTurn.ts';

export interface RunStorage {
  append(message: NewMessage, printed?: PrintedResult): Promise<Result<Message>>;
  storeQueued(): Promise<Result<number>>;
}

export function loopDeps(
  conversationId: string,
  settings: RunSettings,
  signal: AbortSignal,
  deps: ChatDeps,
  storage: RunStorage,
): LoopDeps {
  const finished: FinishedCall[] = [];
  const publish = (event: ConversationEvent): void => deps.hub.publish(conversationId, event);
  let branch: StoredBranch | null = null;

  async function readBranch(): Promise<Result<StoredBranch>> {
    const read = await deps.store.readBranch(conversationId, 'context');
    if (read.ok) branch = read.value;
    return read;
  }

  return {
    hooks: { onAssistantMessage: storage.append, onToolMessage: storage.append },
    maxTurns: settings.maxTurns,
    signal,
    storeQueued: storage.storeQueued,
    enterPhase: (phase) => publish({ type: 'run.phase', phase }),
    async buildRequest() {
      const read = await readBranch();
      return read.ok ? requestFor(deps, read.value, settings) : read;
    },
    modelTurn: (request) =>
      modelTurn(request, {
        provider: settings.provider,
        clock: deps.clock,
        retry: deps.retry,
        idleTimeoutMs: settings.idleTimeoutMs,
        signal,
        newMessageId: () => deps.ids.ulid(),
        publish,
        savePartial: (partial) => deps.store.savePartial(conversationId, partial),
        parentId: branch?.headId ?? null,
      }),
    replyRecord: (messageId, turn) =>
      replyRecord(messageId, turn.reply, settings.model.model, branch?.messages ?? [], deps.ids),
    toolTurn: (message, hooks) =>
      toolTurn(message, {
        tools: deps.tools,
        offered: settings.offered,
        clock: deps.clock,
        signal,
        newId: () => deps.ids.ulid(),
        publish,
        openOutput: (toolCallId, onPrinted) => deps.store.openOutput(conversationId, toolCallId, onPrinted),
        context: (print, onProcess) => toolContext(conversationId, settings, signal, deps, print, onProcess),
        permission: () => permissionOf(conversationId, settings, deps),
        ask: (request) => deps.approvals.ask(conversationId, request, signal),
        allowInConversation: (toolName) => allowTool(conversationId, toolName, deps),
        logExecution: (entry) => deps.store.logExecution(conversationId, entry),
        onToolMessage: hooks.onToolMessage,
        finished,
      }),
  };
}

function permissionOf(conversationId: string, settings: RunSettings, deps: ChatDeps) {
  const state = deps.hub.peek(conversationId);
  return {
    mode: settings.approvalMode ?? state?.approvalMode ?? 'ask',
    allowedInConversation: state?.allowedTools ?? [],
  };
}

async function allowTool(conversationId: string, toolName: string, deps: ChatDeps): Promise<void> {
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({
    ...meta,
    allowedTools: [...new Set([...meta.allowedTools, toolName])],
  }));
  const projectId = deps.hub.peek(conversationId)?.projectId;
  if (saved.ok && projectId) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
