// Continues another app's session in the app itself, as an agent, if it is installed.

import { Bot } from 'lucide-react';
import { useSession } from '../../core/state/context.tsx';
import { useInPlaceRow } from '../../core/state/inPlace.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { reportAgentError } from '../externalAgents/reportAgentError.ts';
import { agentWords } from '../externalAgents/words.ts';

const words = agentWords.listed;

export function ContinueInAgent({
  conversationId,
  disabled,
  onBusy,
}: {
  conversationId: string;
  disabled: boolean;
  onBusy: (busy: boolean) => void;
}) {
  const session = useSession();
  const { actions } = session;
  const { value: agents } = useFetchedList('agents');
  const row = useInPlaceRow(conversationId);
  const agent = agents?.find(({ id, status }) => id === row?.agentId && status !== 'missing');
  if (!agent || !row || row.sessionId === null) return null;
  const name = visibleText(agent.name);
  const go = async (): Promise<void> => {
    onBusy(true);
    const answer = await actions.call('inPlace.continueInAgent', { conversationId });
    onBusy(false);
    if (!answer.ok) return reportAgentError(session, answer.error, agent.id);
    actions.show(answer.value.conversationId);
    actions.say(words.continued(name));
  };
  return (
    <Button disabled={disabled} onClick={() => void go()}>
      <Bot className="size-4" strokeWidth={1.75} aria-hidden />
      {words.continueWith(name)}
    </Button>
  );
}
