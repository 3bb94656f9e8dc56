// Above a message that a goal sent: it is not the user's.

import { Target } from 'lucide-react';
import { goalWords } from './words.ts';

export function GoalMark({ round }: { round: number }) {
  return (
    <h2 data-goal-round={round} className="mb-1 flex items-center gap-1.5 text-ink-3 text-small">
      <Target className="size-3.5" strokeWidth={1.75} aria-hidden />
      {goalWords.mark(round)}
    </h2>
  );
}
