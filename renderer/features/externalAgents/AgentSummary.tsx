// In the composer, next to the agent's name: its model and mode, and how it continues.

import type { AgentContinuation } from '../../../shared/features/externalAgents/externalAgent.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { footerLabelClass } from '../../ui/footerPartClass.ts';
import { useAgentSession } from './agentStore.ts';
import { choiceName } from './optionText.ts';
import { agentWords } from './words.ts';

const shownCategories = ['model', 'mode', 'thought_level'] as const;

export function AgentSummary() {
  const session = useAgentSession();
  if (!session) return null;
  const chosen = shownCategories.flatMap((category) => {
    const option = session.options.find((one) => one.category === category);
    return option ? [choiceName(option)] : [];
  });
  const continuation = session.continuation && agentWords.session.continuations[session.continuation];
  const change = session.continuation && changes[session.continuation];
  return (
    <>
      <span
        data-agent-summary
        title={strings.sentences.row([...chosen, continuation ?? ''].filter(Boolean))}
        className={classes(change ? wideLabelClass : footerLabelClass, 'max-w-44 text-ink-3')}
      >
        {chosen.join(' · ')}
      </span>
      {change ? (
        <span
          data-agent-continuation
          title={continuation ?? ''}
          className={classes(footerLabelClass, 'max-w-44 text-ink-3')}
        >
          {`· ${change}`}
        </span>
      ) : (
        continuation && <span className="sr-only">{continuation}</span>
      )}
    </>
  );
}

/** Yields to how the session continues, so that the agent's name is not cut. */
const wideLabelClass = 'hidden min-w-0 truncate @min-[46rem]/foot:inline';

const changes: Partial<Record<AgentContinuation, string>> = agentWords.session.changed;
