// An agent's permission prompt: our rules and mode decide first; else the user is asked with the agent's own options. An
// option for always is never chosen unless the user names it.

import type { AgentPermissionOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import type { AgentHandlers } from '../../ports/externalAgents.ts';
import { type ApprovalAnswer, optionFor } from '../approvals.ts';
import { currentMode } from '../runSettings.ts';
import { askerOf } from '../turn/approvalRouting.ts';
import { authorizeCall } from '../turn/authorizeCall.ts';
import { createCallHooks } from '../turn/callHooks.ts';
import type { CallScope } from '../turn/callScope.ts';
import { createToolContext } from '../turn/toolContext.ts';
import type { AllowedCalls } from './agentAllowed.ts';
import { argumentsOfCall, type CallState } from './agentCalls.ts';
import type { AgentRun } from './agentRun.ts';
import { agentTool } from './agentTool.ts';
import type { AgentTurn } from './agentTurn.ts';

export function permissionHandler(
  run: AgentRun,
  turn: AgentTurn,
  allowed: AllowedCalls,
  ending: AbortSignal,
): AgentHandlers['onPermission'] {
  return async ({ call, options }, withdrawn) => {
    if (ending.aborted) return null;
    const state = await turn.storedCall(call);
    if (state?.stored == null) return null;
    const { stored } = state;
    // The call as it is now is shown, judged and allowed; later updates of it change nothing.
    const asked = state.call;
    const signal = AbortSignal.any([ending, withdrawn]);
    const scope = scopeWith(run, signal);
    // Without an option for once, only the user may choose.
    const tool = agentTool(asked, run, optionFor(options, { decision: 'allow' }) === null);
    const place = { messageId: stored.messageId, index: stored.index };
    const context = createToolContext({ ...place, toolCallId: stored.call.id }, silent, scope);
    let answer: ApprovalAnswer | null = null;
    const ready = {
      ...place,
      call: stored.call,
      tool,
      args: parseArguments(argumentsOfCall(asked)),
      external: {
        prompt: { agent: run.agent.name, options },
        answered: (given: ApprovalAnswer) => {
          answer = given;
        },
      },
    };
    const hooks = await createCallHooks(ready, scope);
    const hooked = await hooks.before();
    const before = run.scope.deps.clock.elapsed();
    const { refusal, waitedMs, ...decided } = hooked.refusal
      ? { refusal: hooked.refusal, waitedMs: null, allowed: null }
      : await authorizeCall(ready, context, scope, { asks: hooked.asks, asking: hooks.asking });
    if (waitedMs !== null) state.waitedMs += Math.round(run.scope.deps.clock.elapsed() - before);
    if (signal.aborted) return null;
    if (waitedMs !== null) showAnswer(run, state, refusal === null);
    const by = decidedBy(answer);
    if (refusal) {
      allowed.revoke(state);
      state.denied = { content: refusal.content, details: refusal.details ?? {} };
      const chosen = chosenOption(options, 'deny', answer);
      if (chosen === null) return null;
      state.permission = { option: chosen.name, kind: chosen.kind, by };
      return { optionId: chosen.id };
    }
    const chosen = chosenOption(options, 'allow', answer);
    if (chosen === null) return null;
    state.permission = { option: chosen.name, kind: chosen.kind, by };
    state.denied = null;
    const { deps, conversationId, settings } = run.scope;
    const mode = currentMode(deps, askerOf(deps, conversationId, settings.agent).conversationId, settings);
    const how = decided.allowed ?? { by: 'mode', mode };
    state.allowed = how;
    allowed.allow(state, tool.shown(), { by, mode, how });
    return { optionId: chosen.id };
  };
}

/** The prompt disappears now: the agent may have begun the call before it asked, or may report nothing until it ends. */
function showAnswer({ scope: { deps, conversationId } }: AgentRun, state: CallState, isAllowed: boolean): void {
  if (state.stored === null) return;
  const { messageId, index } = state.stored;
  if (!isAllowed || state.startedAt !== null) {
    deps.hub.publish(conversationId, { type: 'call.answered', messageId, index });
    return;
  }
  const startedAt = deps.clock.now().toISOString();
  state.startedAt = { iso: startedAt, elapsed: deps.clock.elapsed() };
  deps.hub.publish(conversationId, { type: 'call.started', messageId, index, startedAt });
}

/** A rule may answer an open prompt, and so does the app where there is nobody. */
function decidedBy(answer: ApprovalAnswer | null): 'person' | 'rule' {
  return answer === null || answer.byRule || answer.nobody ? 'rule' : 'person';
}

function chosenOption(
  options: readonly AgentPermissionOption[],
  decision: 'allow' | 'deny',
  answer: ApprovalAnswer | null,
): AgentPermissionOption | null {
  const option = answer?.decision === decision ? answer.option : undefined;
  const chosen = optionFor(options, { decision, ...(option === undefined ? {} : { option }) });
  return chosen === 'withdraw' ? null : chosen;
}

const silent = { print: () => null, onProcess: async () => {}, onAgent: async () => {} };

/** The run's scope with another signal. */
export function scopeWith({ scope: run }: AgentRun, signal: AbortSignal): CallScope {
  const { deps, conversationId, settings, finished, onToolMessage, stopRun } = run;
  return { deps, conversationId, settings, signal, finished, onToolMessage, stopRun };
}
