// What a turn of tools is made with, from the parts of the program.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import { decide } from '../../../shared/permission.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../run/runSettings.ts';
import type { FinishedCall } from './repeatDetector.ts';
import { toolContext } from './toolContext.ts';
import type { ToolTurnDeps } from './toolTurn.ts';

/** `finished` is what the run has done so far, for noticing that it goes in circles; `stopRun` ends the run. */
export function toolParts(
  conversationId: string,
  settings: RunSettings,
  signal: AbortSignal,
  deps: ChatDeps,
  onToolMessage: ToolTurnDeps['onToolMessage'],
  { finished = [], stopRun }: { finished?: FinishedCall[]; stopRun(): void },
): ToolTurnDeps {
  const publish = (event: ConversationEvent): void => deps.hub.publish(conversationId, event);
  return {
    tools: settings.known,
    offered: settings.offered,
    clock: deps.clock,
    signal,
    newId: () => deps.ids.ulid(),
    publish,
    stopRun,
    openOutput: (toolCallId, onPrinted) => deps.store.openOutput(conversationId, toolCallId, onPrinted),
    context: (call, print, onProcess) =>
      toolContext({ conversationId, settings, signal, deps, call, print, onProcess }),
    async decide(facts) {
      const rules = (await deps.permissions.list()).filter(
        ({ scope }) =>
          scope.type === 'always' ||
          (scope.type === 'project' && scope.projectId === settings.projectId) ||
          (scope.type === 'conversation' && scope.conversationId === conversationId),
      );
      const mode = settings.approvalMode ?? deps.hub.peek(conversationId)?.approvalMode ?? 'ask';
      const decision = decide({ mode, facts, rules, folder: settings.folder });
      deps.permissions.used(decision.ruleIds);
      return { ...decision, offers: [{ match: { tool: facts.toolName }, label: `every call of ${facts.toolName}` }] };
    },
    ask: (request) => deps.approvals.ask(conversationId, request, signal),
    async remember(request, answer) {
      const offer = answer.remember && request.offers[answer.remember.offer];
      if (!offer || !answer.remember) return;
      const { scope } = answer.remember;
      await deps.permissions.add({
        effect: answer.decision,
        match: offer.match,
        scope:
          scope === 'conversation'
            ? { type: 'conversation', conversationId }
            : scope === 'project'
              ? { type: 'project', projectId: settings.projectId }
              : { type: 'always' },
        origin: { type: 'answer', conversationId, messageId: request.messageId },
      });
    },
    async watch({ messageId, index }, watched) {
      const { folder } = settings;
      return folder === null ? null : deps.changes.begin({ conversationId, messageId, index, folder }, watched);
    },
    async keepImages(images) {
      const kept = await Promise.all(images.map(({ bytes }) => deps.store.saveAttachment(conversationId, bytes)));
      const attachments = kept.flatMap((saved, at) =>
        saved.ok ? [{ hash: saved.value.hash, mediaType: images[at]?.mediaType ?? '' }] : [],
      );
      const lost = kept.find((saved) => !saved.ok);
      return {
        attachments,
        ...(lost && !lost.ok ? { problem: `An image could not be kept: ${lost.error.message}` } : {}),
      };
    },
    logExecution: (entry) => deps.store.logExecution(conversationId, entry),
    onToolMessage,
    finished,
  };
}
