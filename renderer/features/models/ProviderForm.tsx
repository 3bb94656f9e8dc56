// Form for a provider: name, address, protocol, key, connection and, if requested, the model of new chats.

import { useEffect, useRef } from 'react';
import { type ProviderPreset, providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { part } from '../../core/parts/part.tsx';
import { strings } from '../../core/strings.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { SafeLink } from '../markdown/SafeLink.tsx';
import { connectionDraft } from './connectionDraft.ts';
import { type FormErrors, isOfConnection, noErrors, type Suggestion } from './formErrors.ts';
import { type FormStart, hostOf, presetAt } from './pickerRows.ts';
import { SuggestionRow } from './SuggestionRow.tsx';
import { type ProviderDraft, type ProviderFormProps, useProviderForm } from './useProviderForm.ts';
import { WireField } from './WireField.tsx';
import { modelWords } from './words.ts';

const words = modelWords.form;

const ConnectionFields = part(async () => (await import('./ConnectionFields.tsx')).ConnectionFields);

export function ProviderForm({ onBack, ...props }: ProviderFormProps & { onBack?: () => void }) {
  const { provider, begin } = props;
  const form = useProviderForm(props);
  const { draft, change, errors, busy, models, suggestion } = form;
  const testButton = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLFormElement>(null);
  // The buttons are at the end; the first error may be at the beginning.
  useEffect(() => {
    if (errors !== noErrors) element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [errors]);
  // A test result adds a field above them.
  useEffect(() => {
    if (models !== null && models !== begin?.models) testButton.current?.scrollIntoView({ block: 'nearest' });
  }, [models, begin]);
  const preset = begin ? begin.preset : presetAt(draft.baseUrl);
  const adopt = (place: Suggestion): void => {
    // The button that was pressed disappears.
    testButton.current?.focus();
    void form.adopt(place);
  };
  return (
    <form
      ref={element}
      className="grid gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void form.finish();
      }}
    >
      {begin && <Head begin={begin} onBack={onBack && (() => form.leave(onBack))} />}
      <div className="grid gap-3 narrow:grid-cols-[1fr_2fr]">
        <Field label={words.name} error={errors.name}>
          {(ids) => (
            <TextInput
              {...ids}
              placeholder={words.namePlaceholder}
              maxLength={80}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.address} hint={addressHint(draft, preset)} error={errors.baseUrl}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus={!preset?.baseUrl}
              inputMode="url"
              placeholder={preset?.addressHint === undefined ? words.addressPlaceholder : ''}
              value={draft.baseUrl}
              onChange={(event) => change({ baseUrl: event.target.value })}
            />
          )}
        </Field>
      </div>
      {suggestion && <SuggestionRow suggestion={suggestion} now={draft} onTake={adopt} />}
      {begin?.preset ? (
        <p className="text-ui">
          <span className="font-strong">{words.wire}</span>
          <span className="ml-2 text-ink-2">{providerApiNames[draft.kind]}</span>
        </p>
      ) : (
        <WireField kind={draft.kind} onChange={(kind) => change({ kind })} />
      )}
      <Field label={words.key} hint={<KeyHint provider={provider} preset={preset} draft={draft} />} error={errors.key}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus={Boolean(preset?.baseUrl)}
            type="password"
            autoComplete="off"
            value={draft.key}
            onChange={(event) => change({ key: event.target.value })}
          />
        )}
      </Field>
      <ConnectionFields
        draft={draft.connection ?? connectionDraft(provider?.connection)}
        errors={errors}
        isWrong={isOfConnection(errors)}
        onChange={(connection) => change({ connection })}
      />
      {form.asksModel && (models || form.insists) && (
        <ModelField
          models={models ?? []}
          model={draft.model}
          errors={errors}
          listId={`models-${form.id ?? 'new'}`}
          onModel={(model) => change({ model })}
        />
      )}
      {errors.other && (
        <p className="wrap-anywhere text-fail text-ui" role="alert">
          {errors.other}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={testButton}
          className="scroll-mb-4"
          data-test
          aria-disabled={busy !== null}
          onClick={() => busy === null && void form.test()}
        >
          {busy === 'test' ? words.testing : words.test}
        </Button>
        {models && (
          <span className="text-ink-2 text-ui" role="status">
            {words.tested(models.length)}
          </span>
        )}
        <span className="ml-auto flex gap-2">
          <Button tone="ghost" onClick={() => form.leave(props.onDone)}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={busy !== null}>
            {form.insists ? words.saveAnyway : props.askModel ? words.use : strings.ui.save}
          </Button>
        </span>
      </div>
    </form>
  );
}

function Head({ begin, onBack }: { begin: FormStart; onBack: (() => void) | undefined }) {
  return (
    <div>
      {onBack && <BackButton label={modelWords.picker.back} onClick={onBack} />}
      <h4 className="wrap-anywhere mt-1 font-strong text-prose">
        <VisibleText text={begin.preset?.name ?? (begin.name || modelWords.picker.other)} />
      </h4>
    </div>
  );
}

function addressHint({ kind, baseUrl }: ProviderDraft, preset: ProviderPreset | null): string {
  if (preset?.addressHint !== undefined) return words.addressOwn(preset.addressHint);
  return preset && baseUrl === preset.baseUrl ? '' : words.addressHints[kind];
}

/** A key is only sent to the server it was entered for. */
function KeyHint({
  provider,
  preset,
  draft,
}: {
  provider: ProviderInfo | null;
  preset: ProviderPreset | null;
  draft: ProviderDraft;
}) {
  if (provider && provider.key !== 'none' && provider.key !== 'not_needed') {
    const typed = URL.parse(draft.baseUrl.trim())?.origin ?? null;
    const isSame = typed === null || typed === URL.parse(provider.baseUrl)?.origin;
    return isSame ? words.keyHintSaved : words.keyHintAgain;
  }
  if (!preset?.keyPage) return preset?.local ? words.keyHintLocal : words.keyHint;
  return (
    <span className="[&_a]:text-accent [&_a]:underline">
      <SafeLink href={preset.keyPage}>{words.keyPage(hostOf(preset.keyPage))}</SafeLink>
    </span>
  );
}

interface ModelFieldProps {
  models: readonly ModelInfo[];
  model: string;
  errors: FormErrors;
  listId: string;
  onModel: (model: string) => void;
}

function ModelField({ models, model, errors, listId, onModel }: ModelFieldProps) {
  return (
    <Field label={words.model} error={errors.model}>
      {(ids) => (
        <>
          <TextInput {...ids} list={listId} value={model} onChange={(event) => onModel(event.target.value)} />
          <datalist id={listId}>
            {models.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {strings.chat.modelFacts(entry)}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
