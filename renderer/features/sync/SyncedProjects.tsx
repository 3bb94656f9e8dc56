// The projects that sync with this machine: all, except for those that the user leaves out.

import { useEffect, useState } from 'react';
import type { SyncProject } from '../../../shared/features/sync/sync.ts';
import { useActions } from '../../core/state/context.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { syncWords } from './words.ts';

const texts = syncWords.projects;

export function SyncedProjects({ leftOut }: { leftOut: readonly string[] }) {
  const { call } = useActions();
  const [isOpen, setOpen] = useState(false);
  const [projects, setProjects] = useState<SyncProject[]>([]);
  const request = useRequest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it is opened
  useEffect(() => {
    if (isOpen) void request.run(call('sync.projects', {}), (answer) => setProjects(answer.projects));
  }, [isOpen]);
  const leaveOut = (id: string, isLeftOut: boolean) => void request.run(call('sync.leaveOut', { id, isLeftOut }));
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-default py-0.5">{texts.title(leftOut.length)}</summary>
      <fieldset className="mt-2 grid max-h-72 grid-cols-1 gap-2 overflow-auto rounded-m bg-sunk px-3 py-2.5">
        <legend className="sr-only">{texts.label}</legend>
        {projects.map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={id === '' ? texts.noFolder : visibleText(name)}
            checked={!leftOut.includes(id)}
            onChange={(isOn) => leaveOut(id, !isOn)}
          />
        ))}
      </fieldset>
      <ErrorLine error={request.error} small className="mt-1" />
      <p className="mt-1.5 text-ink-3 text-small">{texts.hint}</p>
    </details>
  );
}
