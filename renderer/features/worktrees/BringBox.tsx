// Whether what is not committed goes along into a new worktree.

import { useId } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';

const words = lateStrings.worktrees;

interface BringBoxProps {
  checked: boolean;
  count: number;
  onChange: (checked: boolean) => void;
}

export function BringBox({ checked, count, onChange }: BringBoxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-2 text-ui" title={words.bringHint(count)}>
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={() => onChange(!checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      {words.bring}
    </label>
  );
}
