// The conversations in the files, each with its outcome; those with new content are preselected.

import { useMemo, useState } from 'react';
import type { ImportFindings, ImportRow, ImportState } from '../../../shared/features/import/methods.ts';
import { type ImportProgram, programNames } from '../../../shared/features/import/otherApps.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { ImportStatus } from './ChooseStep.tsx';
import { ConversationChoices } from './ConversationChoices.tsx';
import { Problems } from './Problems.tsx';
import type { Import } from './useImport.ts';
import { importWords } from './words.ts';

const words = importWords;

export function isImportable({ state }: ImportRow): boolean {
  return state === 'new' || state === 'grown';
}

export interface FindingsStepProps {
  findings: ImportFindings;
  status: Import['status'];
  onBring: Import['bring'];
  onAgain: () => void;
}

export function FindingsStep({ findings, status, onBring, onAgain }: FindingsStepProps) {
  const { rows, counts } = findings;
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(new Set());
  const offered = useMemo(() => rows.filter(isImportable), [rows]);
  const chosen = offered.filter(({ conversationId }) => !unchosen.has(conversationId));
  const unlisted = counts.new + counts.grown - offered.length;
  const isAll = chosen.length === offered.length;
  const count = isAll ? chosen.length + unlisted : chosen.length;

  /** Deselects the given rows if all are selected; otherwise selects all of them. */
  const toggle = (some: readonly ImportRow[]): void => {
    const ids = new Set(some.filter(isImportable).map(({ conversationId }) => conversationId));
    const isWhole = [...ids].every((id) => !unchosen.has(id));
    setUnchosen(new Set(isWhole ? [...unchosen, ...ids] : [...unchosen].filter((id) => !ids.has(id))));
  };
  const bring = (): void => {
    const work = chosen.reduce((sum, { agents }) => sum + 1 + agents, isAll ? unlisted : 0);
    onBring(isAll && unlisted > 0 ? null : chosen.map(({ conversationId }) => conversationId), work);
  };

  if (rows.length === 0) {
    return (
      <div className="py-5">
        <div className="flex flex-col items-center gap-2 px-5 py-8 text-center">
          <p role="status" className="font-strong text-prose">
            {words.none}
          </p>
          <p className="text-ink-2 text-ui">{words.noneHint}</p>
          <Button autoFocus tone="primary" className="mt-3" onClick={onAgain}>
            {words.again}
          </Button>
        </div>
        <Problems findings={findings} open />
      </div>
    );
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-5 pt-3 pb-2">
        <p role="status" className="tabular min-w-60 flex-1 text-ink-2 text-ui">
          {summaryOf(findings)}
        </p>
        {offered.length > 1 && <Groups offered={offered} unchosen={unchosen} onToggle={toggle} />}
        <div className="w-full empty:hidden">
          <ImportStatus status={status ?? (offered.length === 0 ? { text: words.nothingNew, isError: false } : null)} />
        </div>
      </div>
      <ConversationChoices
        rows={rows}
        isChosen={(row) => isImportable(row) && !unchosen.has(row.conversationId)}
        onToggle={(row) => toggle([row])}
        onToggleAll={() => toggle(offered)}
      />
      {unlisted > 0 && <p className="shrink-0 px-5 pt-2 text-ink-3 text-small">{words.more(unlisted)}</p>}
      <Problems findings={findings} />
      <FormActions className={`sticky bottom-0 bg-over ${dialogFootClasses}`} onCancel={onAgain} cancel={words.again}>
        <Button tone="primary" data-import-next disabled={count === 0} onClick={bring}>
          {words.import(count)}
        </Button>
      </FormActions>
    </>
  );
}

function summaryOf({ counts }: ImportFindings): string {
  const states: readonly ImportState[] = ['new', 'grown', 'known', 'failed'];
  return states.flatMap((state) => (counts[state] > 0 ? [words.counts[state](counts[state])] : [])).join(' · ');
}

interface GroupsProps {
  offered: readonly ImportRow[];
  unchosen: ReadonlySet<string>;
  onToggle: (rows: readonly ImportRow[]) => void;
}

/** Selects all, or those of one app. */
function Groups({ offered, unchosen, onToggle }: GroupsProps) {
  const programs = [...new Set(offered.map(({ program }) => program))];
  const groups: { key: ImportProgram | 'all'; label: string; rows: readonly ImportRow[] }[] = [
    { key: 'all', label: words.all, rows: offered },
    ...(programs.length < 2 ? [] : programs).map((program) => ({
      key: program,
      label: programNames[program],
      rows: offered.filter((row) => row.program === program),
    })),
  ];
  return groups.map(({ key, label, rows }) => {
    const out = rows.filter(({ conversationId }) => unchosen.has(conversationId)).length;
    return (
      <label key={key} className="flex shrink-0 items-center gap-1.5 text-ui">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={out === 0}
          ref={(box) => {
            if (box) box.indeterminate = out > 0 && out < rows.length;
          }}
          onChange={() => onToggle(rows)}
        />
        {label}
      </label>
    );
  });
}
