// What a turn of tools is made with, from the parts of the program.

import { type ConversationEvent, callKey } from '../../../shared/conversation/event.ts';
import { agentTurn } from '../agent/agentLane.ts';
import type { AgentParent } from '../agent/agentParent.ts';
import type { RunDeps } from '../chatDeps.ts';
import { callPermission } from '../permissions/callPermission.ts';
import type { RunSettings } from '../run/runSettings.ts';
import { askerOf } from './askedIn.ts';
import { hasEffects } from './handleCall.ts';
import { keepImages } from './keepImages.ts';
import type { FinishedCall } from './repeatDetector.ts';
import { toolContext } from './toolContext.ts';
import type { ToolTurnDeps } from './toolTurn.ts';

/** `finished` is what the run has done so far, for noticing that it goes in circles; `stopRun` ends the run. */
export function toolParts(
  conversationId: string,
  settings: RunSettings,
  signal: AbortSignal,
  deps: RunDeps,
  onToolMessage: ToolTurnDeps['onToolMessage'],
  { finished = [], stopRun }: { finished?: FinishedCall[]; stopRun(): void },
): ToolTurnDeps {
  const { agent } = settings;
  const asker = askerOf(deps, conversationId, agent);
  const permission = callPermission({
    permissions: deps.permissions,
    approvals: deps.approvals,
    conversationId: asker.conversationId,
    projectId: settings.projectId,
    folder: settings.folder,
    mode: () => settings.approvalMode ?? deps.hub.peek(asker.conversationId)?.approvalMode ?? 'ask',
    reportError: deps.reportStoreError,
  });
  return {
    tools: settings.known,
    offered: settings.offered,
    isSwitchedOff: async (name) =>
      settings.switchedOff.includes(name) || (await deps.settings()).disabledTools.includes(name),
    inTurn: (tool, task) => {
      // What only asks or keeps notes would make the others wait for a person.
      const alone = agent !== null && tool.exclusive && hasEffects(tool);
      return alone ? agentTurn(deps.lanes, settings.folder, signal, task) : task();
    },
    clock: deps.clock,
    signal,
    newId: () => deps.ids.ulid(),
    publish: (event) => deps.hub.publish(conversationId, agent ? askedElsewhere(event, conversationId, agent) : event),
    stopRun,
    openOutput: ({ toolCallId, ...place }, onPrinted) =>
      deps.store.openOutput(conversationId, { toolCallId, place }, onPrinted),
    context: (call, print, onProcess, onAgent) =>
      toolContext({ conversationId, settings, signal, deps, call, print, onProcess, onAgent }),
    decide: permission.decide,
    ask: (request, facts) =>
      permission.waiting(request, facts, () =>
        agent ? asker.approval(request, signal) : deps.approvals.ask(conversationId, request, signal),
      ),
    remember: (request, answer) => permission.remember(request, answer, asker.at(request).messageId),
    async watch({ messageId, index }, watched) {
      const { folder } = settings;
      if (folder === null) return null;
      const begun = await deps.changes.begin({ conversationId, messageId, index, folder }, watched);
      const key = callKey({ messageId, index });
      if (begun.wasUndone) deps.hub.publish(conversationId, { type: 'changes.changed', undone: { [key]: false } });
      return begun;
    },
    keepImages: (images) => keepImages(images, conversationId, deps.store),
    logExecution: (entry) => deps.store.logExecution(conversationId, entry),
    onToolMessage,
    finished,
  };
}

/** In the agent's own conversation it is shown that a call waits; it is answered where the agent was started. */
function askedElsewhere(event: ConversationEvent, conversationId: string, agent: AgentParent): ConversationEvent {
  if (event.type !== 'call.waiting') return event;
  return { ...event, approval: { ...event.approval, agent: { conversationId, title: agent.title } } };
}
