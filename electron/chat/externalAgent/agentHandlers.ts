// Answers an agent's requests during a prompt.

import type { AgentHandlers } from '../../ports/externalAgents.ts';
import { askerOf } from '../turn/approvalRouting.ts';
import { createAllowedCalls } from './agentAllowed.ts';
import { permissionHandler } from './agentPermission.ts';
import type { AgentRun } from './agentRun.ts';
import type { AgentTurn } from './agentTurn.ts';
import { createAgentWork } from './agentWork.ts';

export function createAgentHandlers(
  run: AgentRun,
  turn: AgentTurn,
): { handlers: AgentHandlers; close(): Promise<void> } {
  const allowed = createAllowedCalls();
  // An agent that dies or ends its turn while it asks leaves no open prompt behind, and nothing that still begins.
  const closing = new AbortController();
  const ending = AbortSignal.any([run.scope.signal, closing.signal]);
  const work = createAgentWork(run, turn, allowed, ending);
  const { readTextFile, writeTextFile, terminals } = work;
  return {
    close() {
      closing.abort();
      return work.close();
    },
    handlers: {
      onUpdates: (updates) => turn.update(updates),
      onPermission: permissionHandler(run, turn, allowed, ending),
      ...{ readTextFile, writeTextFile, terminals },

      async onQuestion({ message, fields, url }, withdrawn) {
        const { deps, conversationId, settings } = run.scope;
        const id = `own_${deps.ids.ulid().toLowerCase()}`;
        if (ending.aborted) return null;
        const open = turn.openCalls().at(-1) ?? null;
        const ownCall = open ? null : { id, title: 'ask_user', toolName: 'ask_user', rawInput: { question: message } };
        const state = open ?? (ownCall && (await turn.storedCall({ ...ownCall, status: 'in_progress' })));
        if (!state?.stored) return null;
        const { messageId, index } = state.stored;
        const place = { messageId, index, questionId: deps.ids.ulid(), askedAt: deps.clock.now().toISOString() };
        const from = { type: 'agent' as const, name: run.agent.name };
        const question = { ...place, from, message, fields, ...(url === undefined ? {} : { url }) };
        const until = AbortSignal.any([ending, withdrawn]);
        const answer = await askerOf(deps, conversationId, settings.agent).question(question, until);
        state.ours = { ...state.ours, question: { message, fields, answer } };
        if (ownCall) {
          const text = answer.action === 'accept' ? 'The user answered.' : 'The user did not answer.';
          const content = [{ type: 'text' as const, text }];
          await turn.update([{ type: 'call_update', call: { id, status: 'completed', content } }]);
        }
        return answer.action === 'decline' ? null : answer;
      },
    },
  };
}
