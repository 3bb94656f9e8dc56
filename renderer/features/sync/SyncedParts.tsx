// The texts and settings that sync next to conversations, by choice.

import type { ReactNode } from 'react';
import { type SyncPart, syncParts } from '../../../shared/features/sync/sync.ts';
import { useActions } from '../../core/state/context.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { SyncedProjects } from './SyncedProjects.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.parts;

interface SyncedPartsProps {
  parts: readonly SyncPart[];
  leftOut: readonly string[];
}

export function SyncedParts({ parts, leftOut }: SyncedPartsProps) {
  const { call } = useActions();
  const request = useRequest();
  const choose = (part: SyncPart, isOn: boolean): void => {
    const chosen = syncParts.filter((each) => (each === part ? isOn : parts.includes(each)));
    void request.run(call('sync.choose', { parts: chosen }));
  };
  return (
    <section aria-label={texts.title} className="grid grid-cols-1 gap-3">
      <div>
        <h4 className="font-strong">{texts.title}</h4>
        <p className="text-ink-3 text-small">{texts.always}</p>
      </div>
      <SyncedProjects leftOut={leftOut} />
      {syncParts.map((part) => (
        <CheckboxField
          key={part}
          label={texts.labels[part]}
          hint={texts.hints[part]}
          checked={parts.includes(part)}
          onChange={(isOn) => choose(part, isOn)}
        />
      ))}
      <ErrorLine error={request.error} small />
      <p className="text-ink-3 text-small">{texts.never}</p>
    </section>
  );
}

/** A titled row with its button at the right. */
export function PartRow({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <h4 className="font-strong">{title}</h4>
        <p className="text-ink-3 text-small">{hint}</p>
      </div>
      {children}
    </section>
  );
}
