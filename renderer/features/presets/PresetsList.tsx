// All presets by location, errors in their files, and the default for new conversations.

import { Download } from 'lucide-react';
import { type Ref, useRef } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import { emptyPreset, type Preset } from '../../../shared/features/presets/preset.ts';
import { useApp, useChatProject, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/FormFields.tsx';
import { AddButton, EmptyList, ItemGroup, ListPage, Problems } from '../../ui/ListPage.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { addPresetFiles } from './addPresetFiles.ts';
import { PresetRow } from './PresetRow.tsx';
import type { PresetPage } from './presetDraft.ts';
import { presetWords } from './words.ts';

const words = presetWords.page;
const { sample } = presetWords.form;

type PresetsListProps = ResultOf<'preset.list'> & {
  ref: Ref<HTMLDivElement>;
  onOpen: (page: PresetPage) => void;
};

export function PresetsList({ ref, presets, problems, onOpen }: PresetsListProps) {
  const session = useSession();
  const project = useChatProject();
  const picker = useRef<HTMLInputElement>(null);
  const personal = presets.filter((preset) => preset.ref.scope === 'personal');
  const shared = presets.filter((preset) => preset.ref.scope === 'project');
  const ofTeams = presets.filter((preset) => preset.ref.scope === 'team');
  const showTeams = (): void => session.view.setState({ dialog: { type: 'settings', section: 'sharing' } });
  const add = (fields = emptyPreset): void => onOpen({ type: 'new', fields });
  const row = (preset: Preset) => (
    <PresetRow
      key={preset.ref.id}
      preset={preset}
      onOpen={() => (preset.ref.scope === 'team' ? showTeams() : onOpen({ type: 'edit', ref: preset.ref }))}
    />
  );
  return (
    <ListPage ref={ref} intro={words.intro}>
      <Problems
        title={words.problems}
        problems={problems.map(({ label, line, message }) => ({
          place: line === null ? label : words.line(label, line),
          text: strings.sentences.host(message),
        }))}
      />
      {presets.length === 0 && (
        <EmptyList
          text={words.empty}
          hint={words.emptyHint}
          action={words.example}
          onAction={() => add({ ...emptyPreset, ...sample, tools: ['read_file', 'list_files', 'search_files'] })}
        />
      )}
      {personal.length > 0 && <ItemGroup title={words.personal}>{personal.map(row)}</ItemGroup>}
      {shared.length > 0 && (
        <ItemGroup title={words.project(visibleText(project?.name ?? ''))} hint={words.projectHint}>
          {shared.map(row)}
        </ItemGroup>
      )}
      {ofTeams.length > 0 && (
        <ItemGroup title={words.teams} hint={words.teamsHint}>
          {ofTeams.map(row)}
        </ItemGroup>
      )}
      <div>
        <div className="flex flex-wrap gap-2">
          <AddButton onClick={() => add()}>{words.add}</AddButton>
          <Button onClick={() => picker.current?.click()}>
            <Download className="size-4" strokeWidth={1.75} aria-hidden />
            {words.import}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept=".md,.markdown,.json"
            aria-label={words.import}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              void addPresetFiles(session, files);
            }}
          />
        </div>
        <p className="mt-1.5 text-ink-3 text-small">{words.importHint}</p>
      </div>
      {personal.length > 0 && <Standard presets={personal} />}
    </ListPage>
  );
}

/** The default for new conversations: one of the user's own presets, since those exist in every folder. */
function Standard({ presets }: { presets: readonly Preset[] }) {
  const { actions } = useSession();
  const standard = useApp((snapshot) => snapshot.settings.preset);
  const isGone = standard !== null && !presets.some(({ ref }) => ref.id === standard);
  const choose = async (id: string): Promise<void> => {
    const answer = await actions.call('settings.update', { patch: { preset: id === '' ? null : id } });
    if (!answer.ok) actions.report(answer.error);
  };
  return (
    <div className="max-w-100">
      <SelectField
        label={words.standard}
        hint={words.standardHint}
        value={standard ?? ''}
        choices={[
          ['', presetWords.none],
          ...presets.map(({ ref, name }) => [ref.id, visibleText(name)] as const),
          ...(isGone ? [[standard, words.standardGone(visibleText(standard))] as const] : []),
        ]}
        onChange={(id) => void choose(id)}
      />
    </div>
  );
}
