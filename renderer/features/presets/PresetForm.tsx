// Form to create or edit a preset: every field of its file, validated while typing.

import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Preset, PresetFields } from '../../../shared/features/presets/preset.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { focusAfter } from '../../ui/focus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { ExamplesField } from './ExamplesField.tsx';
import { ModelFields } from './ModelFields.tsx';
import { draftErrors, draftOf, fieldsOf, type PresetDraft } from './presetDraft.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(fields, preset?.ref.scope ?? 'personal'));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wrong = draftErrors(draft);
  const errors: typeof wrong = Object.fromEntries(Object.entries(wrong).filter(([name]) => touched.has(name)));
  const change = (next: Partial<PresetDraft>): void => {
    setDraft((now) => ({ ...now, ...next }));
    setError(null);
    // A field is validated once it was edited; an example once both of its fields were left.
    setTouched((now) => new Set([...now, ...Object.keys(next)]));
  };
  const touch = (name: string): void => setTouched((now) => new Set([...now, name]));

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (Object.keys(wrong).length > 0) {
      const showErrors = (): void => {
        setTouched(new Set(Object.keys(wrong)));
        setError(words.fix);
      };
      return focusAfter(showErrors, () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
    }
    setBusy(true);
    const { scope } = draft;
    const answer = await actions.call('preset.save', {
      projectId: project?.id ?? null,
      scope,
      ref: preset?.ref ?? null,
      version: preset?.version ?? null,
      fields: fieldsOf(draft),
    });
    if (answer.ok) await lists.presets.reload();
    setBusy(false);
    if (answer.ok) onDone();
    else setError(answer.error.message);
  };

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate className="grid max-w-[640px] grid-cols-1 gap-5">
      <div>
        <BackButton label={preset ? words.edit(visibleText(preset.name)) : words.add} onClick={onDone} />
        {preset && (
          <p className="wrap-anywhere mt-1 font-mono text-code text-ink-3">
            <VisibleText text={preset.origin.label} />
          </p>
        )}
      </div>
      <Field label={words.name} error={errors.name}>
        {(ids) => (
          <TextInput
            {...ids}
            value={draft.name}
            autoComplete="off"
            onBlur={() => touch('name')}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.description} hint={words.descriptionHint} error={errors.description}>
        {(ids) => (
          <TextInput
            {...ids}
            value={draft.description}
            autoComplete="off"
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      {!preset && mayShare && (
        <ChoiceField
          label={words.where}
          value={draft.scope}
          choices={[
            ['personal', words.wherePersonal],
            ['project', words.whereProject(visibleText(project?.name ?? ''))],
          ]}
          onChange={(scope) => change({ scope })}
        />
      )}
      <Field label={words.words} hint={words.wordsHint} error={errors.words}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={7}
            value={draft.words}
            onChange={(event) => change({ words: event.target.value })}
            className="resize-y text-prose"
          />
        )}
      </Field>
      <ExamplesField draft={draft} errors={errors} onChange={change} onLeave={touch} />
      <ModelFields draft={draft} errors={errors} onChange={change} />
      <ToolsField chosen={draft.tools} onChange={(tools) => change({ tools })} />
      <ServersField chosen={draft.servers} onChange={(servers) => change({ servers })} />
      <Bar error={error}>
        <Button type="submit" tone="primary" disabled={busy}>
          {words.save}
        </Button>
        <Button onClick={onDone}>{words.cancel}</Button>
      </Bar>
    </form>
  );
}

/** Stays visible below a long form. */
function Bar({ error, children }: { error: string | null; children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center gap-2 border-line border-t bg-over px-6 py-3">
      {children}
      {error && (
        <p role="alert" className="wrap-anywhere min-w-0 flex-1 text-fail text-small">
          {error}
        </p>
      )}
    </div>
  );
}
