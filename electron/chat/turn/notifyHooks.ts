// Runs the user's hooks at events that nothing waits for: the app needs the user, or a run has ended.

import type { ConversationEvent, RunEnd } from '../../../shared/conversation/event.ts';
import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { type HookOccasion, subjectOf } from './turnHooks.ts';

type NotifyDeps = Pick<ChatDeps, 'hooks' | 'hub' | 'settings' | 'store'>;

/** Returns at once. Hooks report their failures themselves, in the list of hooks. */
export function notifyHooks(deps: NotifyDeps, conversationId: string, occasion: HookOccasion): void {
  deps.hooks.track(runHooks(deps, conversationId, occasion));
}

async function runHooks(deps: NotifyDeps, conversationId: string, occasion: HookOccasion): Promise<void> {
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return;
  const { projectId, meta } = branch.value;
  const place = await deps.store.workingFolder(branch.value);
  const { folder = null, project } = place.ok ? place.value : {};
  const chosen = deps.hub.peek(conversationId)?.approvalMode ?? meta.approvalMode;
  const mode = chosen ?? (await deps.settings()).approvalMode;
  const scope = { conversationId, projectId, folder, trusted: project?.trusted ?? false, mode };
  const hooks = await deps.hooks.inForce(scope);
  // The app's end stops them.
  if (hooks.has(occasion.event, subjectOf(occasion))) await hooks.run(occasion, new AbortController().signal);
}

/** Watches for calls that wait for the user, until the returned function is called. */
export function watchForHooks(deps: NotifyDeps): () => void {
  return deps.hub.subscribe(null, (conversationId, _seq, event) => {
    const occasion = waitingOccasion(conversationId, event);
    if (occasion) notifyHooks(deps, conversationId, occasion);
  });
}

function waitingOccasion(conversationId: string, event: ConversationEvent): HookOccasion | null {
  if (event.type === 'call.asking') {
    return { event: 'Notification', type: 'elicitation_dialog', message: 'A question waits for your answer.' };
  }
  // An agent's call waits where the agent was started, too.
  if (event.type !== 'call.waiting' || event.approval.agent?.conversationId === conversationId) return null;
  const message = `${event.approval.toolName} waits for your permission.`;
  return { event: 'Notification', type: 'permission_prompt', message };
}

/** The event at the end of a run; null: there is none. */
export function endOccasion({ end, error }: { end: RunEnd; error?: ErrorInfo }): HookOccasion | null {
  if (end === 'error') return { event: 'StopFailure', error: error?.message ?? '' };
  return end === 'done' ? { event: 'Notification', type: 'idle_prompt', message: 'The model is done.' } : null;
}
