// Form to create or edit a preset: every field of its file, validated while typing.

import { useState } from 'react';
import type { Preset, PresetFields } from '../../../shared/features/presets/preset.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { useItemForm } from '../../ui/useItemForm.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { ExamplesField } from './ExamplesField.tsx';
import { ModelFields } from './ModelFields.tsx';
import { type DraftErrors, draftErrors, draftOf, fieldsOf, type PresetDraft } from './presetDraft.ts';
import { ServersField, ToolsField } from './ToolsField.tsx';
import { presetWords } from './words.ts';

const words = presetWords.form;

interface PresetFormProps {
  /** Null: create a new one. */
  preset: Preset | null;
  fields: PresetFields;
  /** The chat's folder exists and is trusted. */
  mayShare: boolean;
  onDone: () => void;
}

export function PresetForm({ preset, fields, mayShare, onDone }: PresetFormProps) {
  const { actions, lists } = useSession();
  const project = useChatProject();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (...names: string[]): void => setTouched((now) => new Set([...now, ...names]));
  const form = useItemForm<PresetDraft, unknown>({
    values: () => draftOf(fields, preset?.ref.scope ?? 'personal'),
    check: (values) => {
      const draftProblems = draftErrors(values);
      const names = Object.keys(draftProblems);
      touch(...names);
      return names.length === 0 ? {} : { ...draftProblems, other: words.fix };
    },
    save: async (values) => {
      const answer = await actions.call('preset.save', {
        projectId: project?.id ?? null,
        scope: values.scope,
        ref: preset?.ref ?? null,
        version: preset?.version ?? null,
        fields: fieldsOf(values),
      });
      if (answer.ok) await lists.presets.reload();
      return answer;
    },
    onSaved: onDone,
  });
  const draft = form.values;
  const wrong = Object.entries(draftErrors(draft));
  const errors: DraftErrors = Object.fromEntries(wrong.filter(([name]) => touched.has(name)));
  const change = (next: Partial<PresetDraft>): void => {
    form.change(next);
    // A field is validated once it was edited; an example once both of its fields were left.
    touch(...Object.keys(next));
  };
  const title = preset ? words.edit(visibleText(preset.name)) : words.add;
  return (
    <ItemForm form={form} label={title} save={words.save} isLong onCancel={onDone}>
      <PageHead
        back={lateStrings.settings.sections.presets}
        onBack={onDone}
        title={title}
        hint={
          preset && (
            <span className="font-mono text-ink-3 text-small">
              <VisibleText text={preset.origin.label} />
            </span>
          )
        }
      />
      <TextField
        label={words.name}
        error={errors.name}
        autoComplete="off"
        value={draft.name}
        onBlur={() => touch('name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        error={errors.description}
        autoComplete="off"
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {!preset && mayShare && (
        <SelectField
          label={words.where}
          value={draft.scope}
          choices={[
            ['personal', words.wherePersonal],
            ['project', words.whereProject(visibleText(project?.name ?? ''))],
          ]}
          onChange={(scope) => change({ scope })}
        />
      )}
      <TextAreaField
        label={words.words}
        hint={words.wordsHint}
        error={errors.words}
        rows={7}
        className="resize-y text-prose"
        value={draft.words}
        onChange={(text) => change({ words: text })}
      />
      <ExamplesField draft={draft} errors={errors} onChange={change} onLeave={touch} />
      <ModelFields draft={draft} errors={errors} onChange={change} />
      <ToolsField chosen={draft.tools} onChange={(tools) => change({ tools })} />
      <ServersField chosen={draft.servers} onChange={(servers) => change({ servers })} />
    </ItemForm>
  );
}
