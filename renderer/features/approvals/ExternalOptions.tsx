// Further answers that an external agent's prompt offers, in its own words, and who keeps those that always hold.

import { useId } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { AgentPermissionOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { agentWords } from '../externalAgents/words.ts';
import { externalAnswers } from './externalAnswers.ts';
import type { Decision } from './useAnswerKeys.tsx';

const words = agentWords.permission;

interface ExternalOptionsProps {
  external: NonNullable<ApprovalRequest['external']>;
  off: boolean;
  onAnswer: (decision: Decision, option: string) => void;
}

export function ExternalOptions({ external, off, onAnswer }: ExternalOptionsProps) {
  const captionId = useId();
  const { further } = externalAnswers(external);
  if (further.length === 0) return null;
  const name = visibleText(external.agent);
  const decisionOf = ({ kind }: AgentPermissionOption): Decision => (kind.startsWith('allow') ? 'allow' : 'deny');
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, no fields
    <div role="group" aria-labelledby={captionId} className="border-line border-t px-3 pt-2">
      <p id={captionId} className="mb-1.5 text-ink-3 text-small">
        {words.own(name)}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {further.map((option) => (
          <Button
            key={`${option.kind} ${option.id} ${option.name}`}
            size="small"
            disabled={off}
            data-agent-option={option.kind}
            className="max-w-full disabled:opacity-100"
            onClick={() => onAnswer(decisionOf(option), option.id)}
          >
            <span className="truncate">
              <VisibleText text={option.name} />
            </span>
          </Button>
        ))}
      </div>
      {further.some(({ kind }) => kind.endsWith('_always')) && (
        <p className="mt-1.5 text-ink-3 text-small">{words.remembers(name)}</p>
      )}
    </div>
  );
}
