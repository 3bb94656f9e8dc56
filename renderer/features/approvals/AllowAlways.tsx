// Allows more than this one call: what may run from now on without asking, and where. Replaces the question's buttons.

import { useEffect, useRef } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { Button } from '../../ui/Button.tsx';
import { isComplete, RuleChoice, type RuleOption, useChosenRule } from './RuleChoice.tsx';

const words = lateStrings.approvals.card;

export interface AnswerPartProps {
  request: ApprovalRequest;
  /** Already answered. */
  off: boolean;
  onBack: () => void;
}

export function AllowAlways({
  request,
  off,
  onBack,
  onAllow,
}: AnswerPartProps & { onAllow: (chosen: RuleOption) => void }) {
  const [chosen, setChosen] = useChosenRule(request, 'allow');
  const place = useFirstFieldFocus<HTMLDivElement>();
  return (
    <div ref={place} data-answers data-allow-always>
      <div className="px-3 pt-2 pb-1">
        <RuleChoice request={request} effect="allow" chosen={chosen} onChange={setChosen} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2 pb-3">
        <Button tone="ghost" onClick={onBack} className="-ml-3">
          {words.back}
        </Button>
        <Button tone="primary" disabled={off || !isComplete(chosen)} onClick={() => onAllow(chosen)}>
          {words.allowAlways}
        </Button>
      </div>
    </div>
  );
}

/** Focuses the first field of what the user opened, or its selected one. */
export function useFirstFieldFocus<T extends HTMLElement>() {
  const place = useRef<T>(null);
  useEffect(() => {
    const field = place.current?.querySelector<HTMLElement>('input[type="text"], input:checked');
    field?.focus({ preventScroll: true });
  }, []);
  return place;
}
