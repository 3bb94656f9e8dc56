// The context of a conversation that an external agent answers: what the agent reports. Throughline knows neither what the
// agent sends to its model nor can it change that.

import type { AgentSessionInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useAgent } from '../externalAgents/agentStore.ts';
import { agentWords } from '../externalAgents/words.ts';

export function AgentContext({ agentId, session }: { agentId: string; session: AgentSessionInfo | null }) {
  const name = visibleText(useAgent(agentId)?.name ?? agentId);
  const labels = agentWords.session;
  return (
    <section className="border-line border-b px-4 pt-3 pb-4 text-ui" data-agent-context={agentId}>
      <p className="tabular font-strong">
        {session?.context
          ? lateStrings.context.used(session.context.used, session.context.size)
          : labels.unknownContext(name)}
      </p>
      <p className="mt-1 text-ink-2">{labels.ownContext(name)}</p>
      {session?.continuation && <p className="mt-1 text-ink-3 text-small">{labels.given[session.continuation]}</p>}
    </section>
  );
}
