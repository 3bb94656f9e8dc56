// All presets by location, errors in their files, and the default for new conversations.

import { Download, Plus, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import { emptyPreset, type Preset, type PresetProblem } from '../../../shared/features/presets/preset.ts';
import { useApp, useChatProject, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, inputClasses } from '../../ui/Field.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { addPresetFiles } from './addPresetFiles.ts';
import { PresetRow } from './PresetRow.tsx';
import type { PresetPage } from './presetDraft.ts';
import { presetWords } from './words.ts';

const words = presetWords.page;
const { sample } = presetWords.form;

type PresetsListProps = ResultOf<'preset.list'> & { onOpen: (page: PresetPage) => void };

export function PresetsList({ presets, problems, onOpen }: PresetsListProps) {
  const session = useSession();
  const project = useChatProject();
  const picker = useRef<HTMLInputElement>(null);
  const of = (scope: Preset['ref']['scope']): Preset[] => presets.filter(({ ref }) => ref.scope === scope);
  const add = (fields = emptyPreset): void => onOpen({ type: 'new', fields });
  const example = { ...emptyPreset, ...sample, tools: ['read_file', 'list_files', 'search_files'] };
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <Problems list={problems} />
      {presets.length === 0 && (
        <div className="rounded-l bg-soft px-4 py-3 text-ui">
          <p>{words.empty}</p>
          <p className="mt-0.5 text-ink-2">{words.emptyHint}</p>
          <Button size="small" className="mt-2.5" onClick={() => add(example)}>
            {words.example}
          </Button>
        </div>
      )}
      <Group title={words.personal} presets={of('personal')} onOpen={onOpen} />
      <Group
        title={words.project(visibleText(project?.name ?? ''))}
        hint={words.projectHint}
        presets={of('project')}
        onOpen={onOpen}
      />
      <div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => add()}>
            <Plus className="size-4" strokeWidth={1.75} aria-hidden />
            {words.add}
          </Button>
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
      {of('personal').length > 0 && <Standard presets={of('personal')} />}
    </div>
  );
}

interface GroupProps {
  title: string;
  hint?: string;
  presets: readonly Preset[];
  onOpen: (page: PresetPage) => void;
}

function Group({ title, hint, presets, onOpen }: GroupProps) {
  if (presets.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4 className="wrap-anywhere font-strong text-ui">
        <VisibleText text={title} />
      </h4>
      {hint && <p className="text-ink-3 text-small">{hint}</p>}
      <ul className="mt-1.5 divide-y divide-line border-line border-y">
        {presets.map((preset) => (
          <PresetRow key={preset.ref.id} preset={preset} onEdit={() => onOpen({ type: 'edit', ref: preset.ref })} />
        ))}
      </ul>
    </section>
  );
}

function Problems({ list }: { list: readonly PresetProblem[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={words.problems} className="flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5 text-ui">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{words.problems}</p>
        {list.map(({ label, line, message }) => (
          <p key={`${label}:${line}:${englishOf(message)}`} className="wrap-anywhere mt-1">
            <span className="font-mono text-code">
              <VisibleText text={line === null ? label : words.line(label, line)} />
            </span>
            <span className="block text-ink-2">
              <VisibleText text={strings.sentences.host(message)} />
            </span>
          </p>
        ))}
      </div>
    </section>
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
      <Field label={words.standard} hint={words.standardHint}>
        {(ids) => (
          <select
            {...ids}
            className={classes(inputClasses, 'h-8')}
            value={standard ?? ''}
            onChange={(event) => void choose(event.target.value)}
          >
            <option value="">{presetWords.none}</option>
            {presets.map(({ ref, name }) => (
              <option key={ref.id} value={ref.id}>
                {visibleText(name)}
              </option>
            ))}
            {isGone && <option value={standard}>{words.standardGone(visibleText(standard))}</option>}
          </select>
        )}
      </Field>
    </div>
  );
}
