// Opens a session that only its agent has. A folder that is not trusted is offered to be trusted first.

import { useState } from 'react';
import { isJsonObject } from '../../../shared/core/json.ts';
import type { ListedAgentSession } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useSession } from '../../core/state/context.tsx';
import { createTrust } from '../../core/state/useTrust.ts';
import { reportAgentError } from '../externalAgents/reportAgentError.ts';
import { agentWords } from '../externalAgents/words.ts';

const words = agentWords.listed;

export function useOpenListed(
  { agentId, sessionId, folder }: ListedAgentSession,
  agent: string,
): { busy: boolean; open(): Promise<void> } {
  const session = useSession();
  const { actions, memory, toasts } = session;
  const [busy, setBusy] = useState(false);

  async function open(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await actions.call('inPlace.openListed', { agent: agentId, session: sessionId });
    setBusy(false);
    if (answer.ok) {
      actions.show(answer.value.conversationId);
      actions.say(words.opened(agent));
      return;
    }
    const { details, message } = answer.error;
    if (!isJsonObject(details) || details.untrusted !== true) return reportAgentError(session, answer.error, agentId);
    toasts.show({
      ...{ tone: 'error', message, failed: '' },
      action: { label: words.trust, run: () => void trustAndOpen() },
    });
  }

  async function trustAndOpen(): Promise<void> {
    const project = await actions.call('project.open', { path: folder });
    if (!project.ok) return actions.report(project.error);
    if (await createTrust(memory, actions).set(project.value, true)) await open();
  }

  return { busy, open };
}
