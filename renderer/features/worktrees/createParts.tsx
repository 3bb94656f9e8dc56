// Shared by the dialog that creates a worktree and the notice above the composer.

import { useId } from 'react';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { useTrust } from '../../core/state/useTrust.ts';
import { Button } from '../../ui/Button.tsx';
import { worktreeWords } from './words.ts';

const labels = worktreeWords;

/** Asks the user to trust the project's folder, which the worktree depends on. */
export function TrustPrompt({ project }: { project: ProjectInfo }) {
  const trust = useTrust();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-64 text-ui">{labels.trust.first}</p>
      <Button size="small" onClick={() => void trust.set(project, true)}>
        {labels.trust.give}
      </Button>
    </div>
  );
}

interface CopyChangesCheckboxProps {
  checked: boolean;
  count: number;
  onChange: (checked: boolean) => void;
}

/** Whether uncommitted changes are copied into the new worktree. */
export function CopyChangesCheckbox({ checked, count, onChange }: CopyChangesCheckboxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-2 text-ui" title={labels.bringHint(count)}>
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={() => onChange(!checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      {labels.bring}
    </label>
  );
}
