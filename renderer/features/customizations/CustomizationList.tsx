// All active customizations by kind, with their source; above them those of an untrusted folder and files with errors.

import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { useApp } from '../../core/state/context.tsx';
import type { ListView } from '../../core/state/fetchedList.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { SettingCheck } from '../settings/SettingCheck.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { BadFiles } from './BadFiles.tsx';
import { kindIcons } from './kindIcons.ts';
import { UntrustedFolder } from './UntrustedFolder.tsx';
import type { Customizations } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

/** In display order. Presets have their own page. */
const kinds = ['command', 'skill', 'prompt', 'agent'] as const;
/** Up to this many entries need no filter. */
const fewEntries = 12;

interface CustomizationListProps {
  found: ListView<Customizations>;
  project: ProjectInfo | null;
  onOpen: (info: CustomizationInfo) => void;
  onNew: (kind: 'prompt' | 'command') => void;
}

export function CustomizationList({ found: { value, error }, project, onOpen, onNew }: CustomizationListProps) {
  const [typed, setTyped] = useState('');
  const all = value?.entries.filter(({ kind }) => kind !== 'preset') ?? [];
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((entry) => {
    const text = `${entry.name}\n${entry.title}\n${entry.description}\n${entry.origin.label}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
  return (
    <div>
      <p className="text-ink-2 text-ui">{words.intro}</p>
      {error && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail text-ui">
          {error.message}
        </p>
      )}
      {value && project && value.untrusted.count > 0 && <UntrustedFolder project={project} found={value.untrusted} />}
      {value && <BadFiles problems={value.problems} />}
      <div className="mt-4 flex flex-wrap gap-2">
        {(['prompt', 'command'] as const).map((kind) => (
          <Button key={kind} data-make={kind} onClick={() => onNew(kind)}>
            <Plus className="size-4" strokeWidth={1.75} aria-hidden />
            {words.make[kind]}
          </Button>
        ))}
      </div>
      {all.length > fewEntries && (
        <FilterRow
          label={words.find}
          text={typed}
          onText={setTyped}
          isFiltered={parts.length > 0}
          left={{ shown: shown.length, of: all.length }}
          onClear={() => setTyped('')}
          className="mt-4"
        />
      )}
      {value &&
        kinds.map((kind) => (
          <Kind
            key={kind}
            kind={kind}
            entries={shown.filter((entry) => entry.kind === kind)}
            folder={value.folders[kind]}
            isFiltered={parts.length > 0}
            onOpen={onOpen}
          />
        ))}
      <OtherPrograms />
    </div>
  );
}

interface KindProps {
  kind: (typeof kinds)[number];
  entries: readonly CustomizationInfo[];
  folder: string | undefined;
  isFiltered: boolean;
  onOpen: (info: CustomizationInfo) => void;
}

function Kind({ kind, entries, folder, isFiltered, onOpen }: KindProps) {
  if (entries.length === 0 && isFiltered) return null;
  return (
    <section aria-labelledby={`customizations-${kind}`} className="mt-6">
      <h4 id={`customizations-${kind}`} className="font-strong text-ui">
        {words.kinds[kind]}
      </h4>
      <p className="text-ink-3 text-small">{words.kindHints[kind]}</p>
      {folder !== undefined && !isFiltered && (
        <p className="flex items-center gap-1 text-ink-3 text-small">
          <span className="truncate font-mono">{visibleText(folder)}</span>
          <CopyButton text={folder} label={words.copyFolder(words.kinds[kind])} />
        </p>
      )}
      {entries.length > 0 && (
        <ul className="mt-1.5 divide-y divide-line border-line border-y">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Row entry={entry} onOpen={() => onOpen(entry)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ entry, onOpen }: { entry: CustomizationInfo; onOpen: () => void }) {
  const { kind, name, title, description, origin, shadowedBy, notes } = entry;
  const Icon = kindIcons[kind];
  return (
    <button
      type="button"
      onClick={onOpen}
      data-customization={name}
      className="flex w-full items-start gap-2.5 rounded-m px-2 py-2 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-x-3">
          <span className={shadowedBy === null ? 'truncate font-strong' : 'truncate text-ink-3 line-through'}>
            {kind === 'agent' ? '' : '/'}
            <VisibleText text={name} />
          </span>
          <span
            className="ml-auto min-w-0 max-w-[60%] truncate text-ink-3 text-small"
            title={visibleText(origin.label)}
          >
            <VisibleText text={origin.label} />
          </span>
        </span>
        {(description || title) && (
          <span className="block truncate text-ink-2 text-small">
            <VisibleText text={description || title} />
          </span>
        )}
        {shadowedBy !== null && (
          <span className="wrap-anywhere block text-small text-wait">{words.shadowed(visibleText(shadowedBy))}</span>
        )}
        {notes.length > 0 && <span className="block text-small text-wait">{words.notes(notes.length)}</span>}
      </span>
      <ChevronRight className="mt-1 size-3.5 shrink-0 text-ink-3" aria-hidden />
    </button>
  );
}

function OtherPrograms() {
  const on = useApp((snapshot) => snapshot.settings.otherProgramsFiles);
  const { error, change } = useSetting();
  return (
    <div className="mt-6">
      <SettingCheck
        label={words.others}
        hint={words.othersHint}
        checked={on}
        error={error}
        onChange={(otherProgramsFiles) => void change({ otherProgramsFiles })}
      />
    </div>
  );
}
