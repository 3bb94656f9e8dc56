// agent.*: the external agents, what may run, and their sign-ins.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { externalAgentMethods } from '../../../shared/features/externalAgents/methods.ts';
import type { ManagedAgents } from '../../externalAgents/externalAgents.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { agentModePower, approveAgentPower, needsConfirmation } from './powers.ts';

export function agentHandlers(
  { confirm, agentSessions }: Pick<AppParts, 'confirm' | 'agentSessions'>,
  agents: ManagedAgents,
): HandlersOf<typeof externalAgentMethods> {
  return {
    'agent.list': async () => ok({ agents: await agents.list() }),
    'agent.save': ({ id, ...input }) => agents.save(id, input),
    async 'agent.remove'({ agent }) {
      const removed = await agents.remove(agent);
      return removed.ok ? ok({}) : removed;
    },
    async 'agent.approve'({ agent, fingerprint, allow }) {
      if (!allow) return agents.approve(agent, fingerprint, false);
      const info = await agents.find(agent);
      if (info === null) return fail('AGENT_NOT_FOUND', say`There is no agent with this ID. It may have been removed.`);
      if (info.fingerprint === fingerprint) {
        const confirmed = confirm.require(approveAgentPower(info));
        if (!confirmed.ok) return confirmed;
      }
      return agents.approve(agent, fingerprint, true);
    },
    'agent.check': ({ agent }, { signal }) => agents.check(agent, signal),
    'agent.cancelStart': ({ agent }) => agents.cancelStart(agent),
    'agent.signIn': ({ agent, signIn }, { signal }) => agents.signIn(agent, signIn, signal),
    async 'agent.readRegistry'({ text }) {
      const { readRegistry } = await import('../../externalAgents/registryFile.ts');
      return readRegistry(text);
    },
    async 'agent.session'({ conversationId }) {
      const session = await agentSessions.info(conversationId);
      return session.ok ? ok({ session: session.value }) : session;
    },
    async 'agent.setOption'({ conversationId, option, value }) {
      const now = await agentSessions.info(conversationId);
      if (!now.ok) return now;
      if (now.value !== null && needsConfirmation(now.value, option, value)) {
        const { agentId } = now.value;
        const name = (await agents.find(agentId))?.name ?? agentId;
        const confirmed = confirm.require(agentModePower(now.value, name, { conversationId, option, value }));
        if (!confirmed.ok) return confirmed;
      }
      const session = await agentSessions.setOption(conversationId, option, value);
      return session.ok ? ok({ session: session.value }) : session;
    },
  };
}
