// Form for a provider: name, address, protocol, key, connection and, if requested, the model of new chats.

import { type FormEvent, useEffect, useRef } from 'react';
import { type KnownProvider, providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { providerKinds } from '../../../shared/features/models/providerKind.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { strings } from '../../core/strings.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm } from '../../ui/ItemForm.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { SafeLink } from '../markdown/SafeLink.tsx';
import { connectionDraft } from './connectionDraft.ts';
import { hasConnectionError, noErrors, type Suggestion } from './formErrors.ts';
import { type FormStart, hostOf, knownProviderAt } from './pickerRows.ts';
import { SuggestionRow } from './SuggestionRow.tsx';
import { isKeyAvailable, type ProviderDraft, type ProviderFormProps, useProviderForm } from './useProviderForm.ts';
import { modelWords } from './words.ts';

const words = modelWords.form;

const ConnectionFields = lazyPart(async () => (await import('./ConnectionFields.tsx')).ConnectionFields);

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
  const knownProvider = begin ? begin.knownProvider : knownProviderAt(draft.baseUrl);
  const adopt = (place: Suggestion): void => {
    // The button that was pressed disappears.
    testButton.current?.focus();
    void form.adopt(place);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.finish();
  };
  return (
    <ItemForm
      form={{ element, errors, busy: busy !== null, submit }}
      className="pt-1"
      save={form.insists ? words.saveAnyway : props.askModel ? words.use : strings.ui.save}
      onCancel={() => form.leave(props.onDone)}
      actions={
        <>
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
            <span className="text-ink-2" role="status">
              {words.tested(models.length)}
            </span>
          )}
        </>
      }
    >
      {begin && <Head begin={begin} onBack={onBack && (() => form.leave(onBack))} />}
      <div className="grid gap-3 narrow:grid-cols-[1fr_2fr]">
        <TextField
          label={words.name}
          error={errors.name}
          placeholder={words.namePlaceholder}
          maxLength={80}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={words.address}
          hint={addressHint(draft, knownProvider)}
          error={errors.baseUrl}
          autoFocus={!knownProvider?.baseUrl}
          inputMode="url"
          placeholder={knownProvider?.addressHint === undefined ? words.addressPlaceholder : ''}
          value={draft.baseUrl}
          onChange={(baseUrl) => change({ baseUrl })}
        />
      </div>
      {suggestion && <SuggestionRow suggestion={suggestion} now={draft} onTake={adopt} />}
      {begin?.knownProvider ? (
        <p>
          <span className="font-strong">{words.wire}</span>
          <span className="ml-2 text-ink-2">{providerApiNames[draft.kind]}</span>
        </p>
      ) : (
        <SelectField
          label={words.wire}
          hint={words.wireHints[draft.kind]}
          className="max-w-72"
          value={draft.kind}
          choices={providerKinds.map((kind) => [kind, providerApiNames[kind]])}
          onChange={(kind) => change({ kind })}
        />
      )}
      <TextField
        label={words.key}
        hint={<KeyHint provider={provider} knownProvider={knownProvider} draft={draft} />}
        error={errors.key}
        autoFocus={Boolean(knownProvider?.baseUrl) || provider?.key === 'missing'}
        type="password"
        autoComplete="off"
        value={draft.key}
        onChange={(key) => change({ key })}
      />
      <ConnectionFields
        draft={draft.connection ?? connectionDraft(provider?.connection)}
        errors={errors}
        isWrong={hasConnectionError(errors)}
        onChange={(connection) => change({ connection })}
      />
      {form.asksModel && (models || form.insists) && (
        <TextField
          label={words.model}
          error={errors.model}
          suggestions={(models ?? []).map((entry) => [entry.id, lateStrings.modelMenu.list.facts(entry)])}
          value={draft.model}
          onChange={(model) => change({ model })}
        />
      )}
    </ItemForm>
  );
}

function Head({ begin, onBack }: { begin: FormStart; onBack: (() => void) | undefined }) {
  return (
    <div>
      {onBack && <BackButton label={modelWords.picker.back} onClick={onBack} />}
      <h4 className="wrap-anywhere mt-1 font-strong text-prose">
        <VisibleText text={begin.knownProvider?.name ?? (begin.name || modelWords.picker.other)} />
      </h4>
    </div>
  );
}

function addressHint({ kind, baseUrl }: ProviderDraft, knownProvider: KnownProvider | null): string {
  if (knownProvider?.addressHint !== undefined) return words.addressOwn(knownProvider.addressHint);
  return knownProvider && baseUrl === knownProvider.baseUrl ? '' : words.addressHints[kind];
}

/** A key is only sent to the server it was entered for. */
function KeyHint({
  provider,
  knownProvider,
  draft,
}: {
  provider: ProviderInfo | null;
  knownProvider: KnownProvider | null;
  draft: ProviderDraft;
}) {
  if (provider?.key === 'missing') return words.keyHintMissing;
  if (provider && isKeyAvailable(provider)) {
    const typed = URL.parse(draft.baseUrl.trim())?.origin ?? null;
    const isSame = typed === null || typed === URL.parse(provider.baseUrl)?.origin;
    return isSame ? words.keyHintSaved : words.keyHintAgain;
  }
  if (!knownProvider?.keyPage) return knownProvider?.local ? words.keyHintLocal : words.keyHint;
  return (
    <span className="[&_a]:text-accent [&_a]:underline">
      <SafeLink href={knownProvider.keyPage}>{words.keyPage(hostOf(knownProvider.keyPage))}</SafeLink>
    </span>
  );
}
