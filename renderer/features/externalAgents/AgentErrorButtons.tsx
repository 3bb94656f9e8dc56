// The next step after an agent could not answer: trust the folder, or the agent's page with what it needs.

import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import { useApp, useConversation, useSession } from '../../core/state/context.tsx';
import { useTrust } from '../../core/state/useTrust.ts';
import { Button } from '../../ui/Button.tsx';
import { openAgentSettings } from './reportAgentError.ts';
import { agentWords } from './words.ts';

export function AgentErrorButtons({ agentId, error }: { agentId: string; error: ErrorInfo }) {
  const { view } = useSession();
  const { code, untrusted } = error;
  return (
    <>
      {untrusted && <TrustButton />}
      <Button
        size="small"
        // A dialog covers the menu, as for a compared answer.
        onClick={() =>
          view.getState().dialog ? openAgentSettings(view, agentId) : view.setState({ modelMenu: `agent:${agentId}` })
        }
      >
        {nextSteps[code] ?? agentWords.open}
      </Button>
    </>
  );
}

const nextSteps: Readonly<Record<string, string>> = {
  AGENT_NOT_FOUND: agentWords.next.install,
  AGENT_NOT_APPROVED: agentWords.next.allow,
  AGENT_SIGNED_OUT: agentWords.next.signIn,
};

/** Trusts the folder of the conversation, and sends the request again. */
function TrustButton() {
  const { recover } = useSession();
  const trust = useTrust();
  const projectId = useConversation((state) => state.projectId);
  const project = useApp(({ projects }) => projects.find(({ id }) => id === projectId));
  if (!project || project.trusted) return null;
  const trustAndGo = async (): Promise<void> => {
    if (await trust.set(project, true)) void recover.resume();
  };
  return (
    <Button size="small" data-follows onClick={() => void trustAndGo()}>
      {agentWords.listed.trustFolder}
    </Button>
  );
}
