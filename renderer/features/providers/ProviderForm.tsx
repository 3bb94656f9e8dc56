// The form of a server: name, address, key, a test that asks it for its models, and the model to use. A test saves nothing;
// what is wrong is said beside the field. The first server that a person adds answers in new chats, unless they chose
// another; who opened the form is told, to say so.

import { type FormEvent, useRef, useState } from 'react';
import type { ProviderInfo } from '../../../../shared/contract/provider.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { defaultModel } from '../../../../shared/modelChoice.ts';
import type { ModelInfo } from '../../../../shared/modelInfo.ts';
import type { WireKind } from '../../../../shared/providerKind.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useApp } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, TextInput } from '../../../ui/Field.tsx';
import { type ServerErrors, serverErrors } from './serverErrors.ts';

const words = lateStrings.providers.form;

export interface ServerFormProps {
  /** Null: a new one. */
  provider: ProviderInfo | null;
  /** What a new one begins with. */
  begin?: { name: string; kind?: WireKind; baseUrl: string; models?: readonly ModelInfo[] } | undefined;
  /** Ask for the model of new chats, too. */
  askModel?: boolean;
  /** With what a saved first server means for new chats. */
  onDone: (first?: FirstServer) => void;
}

/** `model` null: it did not say which it has, so that new chats could not be given one. */
export interface FirstServer {
  name: string;
  model: string | null;
}

export function ServerForm({ provider, begin, askModel = false, onDone }: ServerFormProps) {
  const { call } = useActions();
  const isFirst = useApp(
    ({ settings, providers }) => settings.model === null && providers.every(({ origin }) => origin === 'demo'),
  );
  /** Before it was saved: by then it is one of those that there are. */
  const first = useRef(isFirst && provider === null).current;
  const [id, setId] = useState<string | null>(provider?.id ?? null);
  const [name, setName] = useState(provider?.name ?? begin?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? begin?.baseUrl ?? '');
  const kind = provider?.kind ?? begin?.kind ?? 'openai';
  const [key, setKey] = useState('');
  const [model, setModel] = useState(begin?.models ? (defaultModel(begin.models) ?? '') : '');
  const [models, setModels] = useState<readonly ModelInfo[] | null>(begin?.models?.length ? begin.models : null);
  /** The model was written by the person, and stays when the address changes. */
  const isTyped = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ServerErrors & { model?: string }>({});
  const lastUsed = useApp(({ settings }) => (settings.model?.provider === id ? (settings.model?.model ?? null) : null));

  function refuse(error: AppError): null {
    setErrors(serverErrors(error));
    return null;
  }

  const addressIsGood = (): boolean => /^https?:\/\/[^\s/]+/.test(baseUrl.trim());

  async function save(): Promise<string | null> {
    const title = name.trim() || hostOf(baseUrl);
    if (title === '') return refuseField({ name: lateStrings.providers.nameMissing });
    if (!addressIsGood()) return refuseField({ baseUrl: lateStrings.providers.addressBad });
    const saved = await call('provider.save', { id, name: title, kind, baseUrl: baseUrl.trim() });
    if (!saved.ok) return refuse(saved.error);
    setId(saved.value.id);
    setName(saved.value.name);
    if (key === '') return saved.value.id;
    const kept = await call('provider.setKey', { provider: saved.value.id, key });
    if (!kept.ok) return refuse(kept.error);
    setKey('');
    return saved.value.id;
  }

  function refuseField(next: typeof errors): null {
    setErrors(next);
    return null;
  }

  async function during<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true);
    setErrors({});
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  }

  const test = (): Promise<void> =>
    during(async () => {
      setModels(null);
      if (!addressIsGood()) return void refuseField({ baseUrl: lateStrings.providers.addressBad });
      const answer = await call('provider.test', { provider: id, kind, baseUrl: baseUrl.trim(), key });
      if (!answer.ok) return void refuse(answer.error);
      offer(answer.value.models);
    });

  /** What another server had is not what this one has. */
  function changeAddress(next: string): void {
    setBaseUrl(next);
    setModels(null);
    if (!isTyped.current) setModel('');
  }

  function typeModel(next: string): void {
    isTyped.current = next.trim() !== '';
    setModel(next);
  }

  /** What may be taken unasked; empty: the person is to choose. */
  function offer(found: readonly ModelInfo[]): string {
    const chosen = model.trim() || (defaultModel(found, lastUsed) ?? '');
    setModels(found);
    setModel(chosen);
    return chosen;
  }

  const finish = (event: FormEvent): void => {
    event.preventDefault();
    void during(async () => {
      const savedId = await save();
      if (savedId === null) return;
      const found = models ?? (first || askModel ? await modelsOf(savedId) : []);
      const chosen = found.length > 0 ? offer(found) : model.trim();
      if ((askModel || first) && chosen === '' && found.length > 0)
        return void refuseField({ model: words.modelMissing });
      if ((askModel || first) && chosen !== '') {
        const used = await call('settings.update', { patch: { model: { provider: savedId, model: chosen } } });
        if (!used.ok) return void refuse(used.error);
      }
      onDone(first ? { name: name.trim() || hostOf(baseUrl), model: chosen || null } : undefined);
    });
  };

  async function modelsOf(savedId: string): Promise<readonly ModelInfo[]> {
    const answer = await call('provider.models', { provider: savedId });
    return answer.ok ? answer.value.models : [];
  }

  /** What was saved on the way to something that then failed is not to stay. */
  const cancel = (): void => {
    if (provider === null && id !== null) void call('provider.remove', { provider: id });
    onDone();
  };

  /** A key goes only to the server that it was typed for. */
  const keyHint = (): string => {
    if (!provider || provider.key === 'none' || provider.key === 'not_needed') return words.keyHint;
    const typed = URL.parse(baseUrl.trim())?.origin ?? null;
    return typed === null || typed === URL.parse(provider.baseUrl)?.origin ? words.keyHintSaved : words.keyHintAgain;
  };

  const listId = `models-${id ?? 'new'}`;
  return (
    <form onSubmit={finish} className="grid gap-3 pt-1">
      <div className="grid gap-3 narrow:grid-cols-[1fr_2fr]">
        <Field label={words.name} error={errors.name}>
          {(ids) => (
            <TextInput
              {...ids}
              placeholder={words.namePlaceholder}
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={words.address} hint={words.addressHint} error={errors.baseUrl}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              inputMode="url"
              placeholder={words.addressPlaceholder}
              value={baseUrl}
              onChange={(event) => changeAddress(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label={words.key} hint={keyHint()} error={errors.key}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      {(askModel || first) && models && (
        <Field label={words.model} error={errors.model}>
          {(ids) => (
            <>
              <TextInput {...ids} list={listId} value={model} onChange={(event) => typeModel(event.target.value)} />
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
      )}
      {errors.other && (
        <p className="wrap-anywhere text-fail text-ui" role="alert">
          {errors.other}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={busy} onClick={() => void test()}>
          {busy ? words.testing : words.test}
        </Button>
        {models && (
          <span className="text-ink-2 text-ui" role="status">
            {words.tested(models.length)}
          </span>
        )}
        <span className="ml-auto flex gap-2">
          <Button tone="ghost" onClick={cancel}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={busy}>
            {askModel ? words.use : strings.ui.save}
          </Button>
        </span>
      </div>
    </form>
  );
}

function hostOf(address: string): string {
  try {
    return new URL(address.trim()).hostname;
  } catch {
    return '';
  }
}
