// All active customizations by kind, with their source; above them those of an untrusted folder and files with errors.

import { type Ref, useState } from 'react';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { useApp } from '../../core/state/context.tsx';
import type { ListView } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { AddButton, ItemGroup, ListPage, OpenRow, Problems } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
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
  ref: Ref<HTMLDivElement>;
  list: ListView<Customizations>;
  project: ProjectInfo | null;
  onOpen: (info: CustomizationInfo) => void;
  onNew: (kind: 'prompt' | 'command') => void;
}

export function CustomizationList(props: CustomizationListProps) {
  const { ref, list, project, onOpen, onNew } = props;
  const { value, error } = list;
  const [typed, setTyped] = useState('');
  const all = value?.entries.filter(({ kind }) => kind !== 'preset') ?? [];
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const visibleEntries = all.filter((entry) => {
    const text = `${entry.name}\n${entry.title}\n${entry.description}\n${entry.origin.label}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
  return (
    <ListPage ref={ref} intro={words.intro} error={error?.message}>
      {value && project && value.untrusted.count > 0 && (
        <UntrustedFolder project={project} untrusted={value.untrusted} />
      )}
      <Problems
        title={words.problems}
        problems={(value?.problems ?? []).map(({ label, line, message }) => ({
          place: line === undefined ? label : words.at(visibleText(label), line),
          text: strings.sentences.host(message),
        }))}
      />
      <div className="flex flex-wrap gap-2">
        {(['prompt', 'command'] as const).map((kind) => (
          <AddButton key={kind} opens={`new ${kind}`} data-make={kind} onClick={() => onNew(kind)}>
            {words.make[kind]}
          </AddButton>
        ))}
      </div>
      {all.length > fewEntries && (
        <FilterRow
          label={words.find}
          text={typed}
          onText={setTyped}
          isFiltered={parts.length > 0}
          left={{ shown: visibleEntries.length, of: all.length }}
          onClear={() => setTyped('')}
        />
      )}
      {value &&
        kinds.map((kind) => (
          <Kind
            key={kind}
            kind={kind}
            entries={visibleEntries.filter((entry) => entry.kind === kind)}
            folder={value.folders[kind]}
            isFiltered={parts.length > 0}
            onOpen={onOpen}
          />
        ))}
      <OtherPrograms />
    </ListPage>
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
    <ItemGroup
      title={words.kinds[kind]}
      hint={words.kindHints[kind]}
      about={
        folder !== undefined &&
        !isFiltered && (
          <p className="flex items-center gap-1 text-ink-3 text-small">
            <span className="truncate font-mono">{visibleText(folder)}</span>
            <CopyButton text={folder} label={words.copyFolder(words.kinds[kind])} />
          </p>
        )
      }
    >
      {entries.map((entry) => (
        <li key={entry.id}>
          <Row entry={entry} onOpen={() => onOpen(entry)} />
        </li>
      ))}
    </ItemGroup>
  );
}

function Row({ entry, onOpen }: { entry: CustomizationInfo; onOpen: () => void }) {
  const { kind, name, title, description, origin, shadowedBy, notes } = entry;
  return (
    <OpenRow icon={kindIcons[kind]} opens={entry.id} onClick={onOpen} data-customization={name}>
      <span className="flex items-baseline gap-x-3">
        <span className={shadowedBy === null ? 'truncate font-strong' : 'truncate text-ink-3 line-through'}>
          {kind === 'agent' ? '' : '/'}
          <VisibleText text={name} />
        </span>
        <span className="ml-auto min-w-0 max-w-[60%] truncate text-ink-3 text-small" title={visibleText(origin.label)}>
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
    </OpenRow>
  );
}

function OtherPrograms() {
  const on = useApp((snapshot) => snapshot.settings.otherProgramsFiles);
  const { error, change } = useSetting();
  return (
    <SettingCheckbox
      label={words.others}
      hint={words.othersHint}
      checked={on}
      error={error}
      onChange={(otherProgramsFiles) => void change({ otherProgramsFiles })}
    />
  );
}
