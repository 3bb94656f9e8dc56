// Whether what is not committed goes along into a new worktree.

import { useId } from 'react';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

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
