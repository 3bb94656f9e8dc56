// Installed agents on the first screen, each ready to use with one click.

import { Bot } from 'lucide-react';
import { type AgentStatus, agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useAgents } from '../externalAgents/agentStore.ts';
import { agentWords } from '../externalAgents/words.ts';
import { StartChoice } from './StartRow.tsx';

const labels = agentWords.start;

/** The others need something first, on their page. */
const usable: readonly AgentStatus[] = ['idle', 'ready'];

export function StartAgents() {
  const actions = useActions();
  const { view } = useSession();
  const { value: agents } = useAgents();
  const installed = (agents ?? []).filter(({ status }) => status !== 'missing');
  return installed.map(({ id, name, status }) => {
    const choose = (): void => {
      if (usable.includes(status)) {
        void actions.chooseModel(agentModelRef(id));
        focusComposer();
      } else view.setState({ modelMenu: `agent:${id}` });
    };
    return (
      <div key={id} data-start-agent={id}>
        <StartChoice icon={Bot} title={labels.found(visibleText(name))} body={labels.about}>
          <Button onClick={choose}>{labels.use(visibleText(name))}</Button>
        </StartChoice>
      </div>
    );
  });
}
