// Logic of the provider form: testing, which lists the models and saves nothing, and saving, with errors by field. The
// first provider added becomes the default for new chats unless the user chose another; `onDone` reports that.

import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/core/errors.ts';
import { pickUsualModel } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { defaultModel } from '../../../shared/features/models/modelChoice.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { type ConnectionDraft, connectionDraft, connectionFromDraft, invalidTimeouts } from './connectionDraft.ts';
import { type FormErrors, formErrors, noErrors, type Suggestion, suggestionOf } from './formErrors.ts';
import { type FormStart, hostOf } from './pickerRows.ts';
import { modelWords } from './words.ts';

const words = modelWords;

export interface ProviderFormProps {
  /** Null: a new provider. */
  provider: ProviderInfo | null;
  /** Initial values of a new provider. */
  begin?: FormStart;
  /** Also ask for the model of new chats. */
  askModel?: boolean;
  /** Receives what saving a first provider changes for new chats. */
  onDone: (first?: FirstProvider) => void;
}

/** `model` null: the server listed no models, so new chats got no default. */
export interface FirstProvider {
  name: string;
  model: string | null;
}

export interface ProviderDraft {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  key: string;
  model: string;
  /** Null: never expanded, so unchanged. */
  connection: ConnectionDraft | null;
}

export function isKeyAvailable({ key }: ProviderInfo): boolean {
  return key !== 'none' && key !== 'not_needed' && key !== 'missing';
}

export function useProviderForm({ provider, begin, askModel = false, onDone }: ProviderFormProps) {
  const { call } = useActions();
  const isFirst = useApp(
    ({ settings, providers }) => settings.model === null && providers.every(({ origin }) => origin === 'demo'),
  );
  /** Decided before saving, which adds it to the list. */
  const asksModel = useRef(askModel || (isFirst && provider === null)).current;
  const [id, setId] = useState<string | null>(provider?.id ?? null);
  const [draft, setDraft] = useState<ProviderDraft>(() => ({
    name: provider?.name ?? begin?.name ?? '',
    kind: provider?.kind ?? begin?.kind ?? 'openai',
    baseUrl: provider?.baseUrl ?? begin?.baseUrl ?? '',
    key: '',
    model: begin?.models ? (defaultModel(begin.models) ?? '') : '',
    connection: null,
  }));
  const [models, setModels] = useState<readonly ModelInfo[] | null>(begin?.models?.length ? begin.models : null);
  /** The user typed the model, so it survives a change of address. */
  const isTyped = useRef(false);
  const [busy, setBusy] = useState<'test' | 'save' | null>(null);
  const [errors, setErrors] = useState(noErrors);
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  /** The form values that the last attempt to save rejected; saving them again overrides. */
  const [refused, setRefused] = useState<string | null>(null);
  const lastUsed = useApp(({ settings }) => (settings.model?.provider === id ? (settings.model?.model ?? null) : null));

  /** No key or header, entered or saved, that the server could have rejected. */
  const hasNoKey =
    draft.key === '' &&
    (provider === null || !isKeyAvailable(provider)) &&
    (draft.connection ?? connectionDraft(provider?.connection)).headers.length === 0;

  function refuse(error: AppError): null {
    setErrors(formErrors(error, hasNoKey ? words.form.keyNeeded : undefined));
    setSuggestion(suggestionOf(error));
    return null;
  }

  function refuseField(next: FormErrors): null {
    setErrors(next);
    return null;
  }

  async function during(kind: 'test' | 'save', work: () => Promise<unknown>): Promise<void> {
    setBusy(kind);
    setErrors(noErrors);
    setSuggestion(null);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  }

  /** Results from another server do not apply to this one. */
  function change(next: Partial<ProviderDraft>): void {
    const isElsewhere = next.baseUrl !== undefined || next.kind !== undefined;
    if (isElsewhere) setModels(null);
    if (next.model !== undefined) isTyped.current = next.model.trim() !== '';
    const model = isElsewhere && !isTyped.current ? '' : draft.model;
    setDraft({ ...draft, model, ...next });
  }

  /** Errors detectable without a request; null if none. */
  function mistakes({ kind, baseUrl, connection }: ProviderDraft): FormErrors | null {
    const isAddress = kind === 'ollama' ? baseUrl.trim() !== '' : /^https?:\/\/[^\s/]+/.test(baseUrl.trim());
    if (!isAddress) return { baseUrl: words.addressBad };
    const times = connection ? invalidTimeouts(connection) : [];
    return times.length === 0
      ? null
      : Object.fromEntries(times.map((field) => [field, words.form.connection.times[field].bad]));
  }

  const placeOf = ({ kind, baseUrl, connection }: ProviderDraft) => ({
    kind,
    baseUrl: baseUrl.trim(),
    ...(connection ? { connection: connectionFromDraft(connection) } : {}),
  });

  /** Fetches the models; stores nothing. */
  const ask = (now: ProviderDraft) => call('provider.test', { provider: id, key: now.key, ...placeOf(now) });

  const testNow = async (now: ProviderDraft): Promise<void> => {
    setModels(null);
    const wrong = mistakes(now);
    if (wrong) return void refuseField(wrong);
    const answer = await ask(now);
    if (!answer.ok) return void refuse(answer.error);
    offer(answer.value.models);
  };

  const test = (): Promise<void> => during('test', () => testNow(draft));

  /** Applies the host's suggestion and tests it at once. */
  const adopt = (place: Suggestion): Promise<void> => {
    const now = { ...draft, ...place, model: isTyped.current ? draft.model : '' };
    setDraft(now);
    return during('test', () => testNow(now));
  };

  const titleOf = ({ name, baseUrl }: ProviderDraft): string => name.trim() || hostOf(baseUrl);

  async function save(): Promise<string | null> {
    const saved = await call('provider.save', { id, name: titleOf(draft), ...placeOf(draft) });
    if (!saved.ok) return refuse(saved.error);
    setId(saved.value.id);
    setDraft((now) => ({ ...now, name: saved.value.name }));
    if (draft.key === '') return saved.value.id;
    const savedKey = await call('provider.setKey', { provider: saved.value.id, key: draft.key });
    return savedKey.ok ? saved.value.id : refuse(savedKey.error);
  }

  /** The model to use without asking; empty: the user must choose, with the default prefilled. */
  function offer(listed: readonly ModelInfo[]): string {
    const chosen = draft.model.trim() || (defaultModel(listed, lastUsed) ?? '');
    const ids = listed.map(({ id }) => id);
    const model = chosen || ((begin?.knownProvider && pickUsualModel(begin.knownProvider, ids)) ?? '');
    setModels(listed);
    setDraft((now) => ({ ...now, model }));
    return chosen;
  }

  const placeText = JSON.stringify([placeOf(draft), draft.key]);
  const insists = refused === placeText;

  /** Runs before saving, since saving closes the form on the first screen. Null: refused. */
  async function modelToUse(): Promise<string | null> {
    let availableModels = models;
    if (availableModels === null && !insists) {
      const answer = await ask(draft);
      if (!answer.ok) {
        setRefused(placeText);
        return refuse(answer.error);
      }
      availableModels = answer.value.models;
    }
    const chosen = availableModels && availableModels.length > 0 ? offer(availableModels) : draft.model.trim();
    return chosen === '' && availableModels && availableModels.length > 0
      ? refuseField({ model: words.form.modelMissing })
      : chosen;
  }

  const finish = (): Promise<void> =>
    during('save', async () => {
      const wrong = mistakes(draft) ?? (titleOf(draft) === '' ? { name: words.nameMissing } : null);
      if (wrong) return refuseField(wrong);
      const model = asksModel ? await modelToUse() : '';
      if (model === null) return;
      const provider = await save();
      if (provider === null) return;
      if (model !== '') {
        const used = await call('settings.update', { patch: { model: { provider, model } } });
        if (!used.ok) return refuse(used.error);
      }
      onDone(asksModel ? { name: titleOf(draft), model: model || null } : undefined);
    });

  /** Rolls back what was saved before a later step failed. */
  const leave = (to: () => void): void => {
    if (provider === null && id !== null) void call('provider.remove', { provider: id });
    to();
  };

  return {
    draft,
    change,
    id,
    models,
    asksModel,
    errors,
    suggestion,
    busy,
    insists,
    test,
    adopt,
    finish,
    leave,
  };
}
