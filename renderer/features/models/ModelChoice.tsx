// A setting that names a model: any that a provider lists, or any name typed; or none.

import { useEffect, useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { CommitOnBlurField, SelectField } from '../../ui/FormFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { useModels } from './useModels.ts';

const words = lateStrings.settings.model;

interface ModelChoiceProps {
  setting: 'model' | 'fallbackModel';
  /** For the two fields. */
  labels: { provider: string; name: string };
  /** Label of the choice of no model. */
  none: string;
  hint?: string;
}

export function ModelChoice({ setting, labels, none, hint }: ModelChoiceProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  const saved = useApp((snapshot) => snapshot.settings[setting]);
  const { error, change, refuse } = useSetting();
  const [provider, setProvider] = useState(saved?.provider ?? '');
  const [model, setModel] = useState(saved?.model ?? '');
  const lists = useModels(providers.filter((candidate) => candidate.id === provider));
  useEffect(() => {
    setProvider(saved?.provider ?? '');
    setModel(saved?.model ?? '');
  }, [saved]);
  const listing = lists[provider];
  const apply = (value: Settings['model']): void => void change({ [setting]: value });

  const choose = (next: string): void => {
    setProvider(next);
    if (next === '') {
      setModel('');
      apply(null);
      return;
    }
    const first = providers.find((candidate) => candidate.id === next)?.defaultModel?.model ?? '';
    setModel(first);
    if (first !== '') apply({ provider: next, model: first });
  };
  const save = (name: string): void => {
    if (name === saved?.model && provider === saved.provider) return;
    if (name === '') refuse(words.nameMissing);
    else apply({ provider, model: name });
  };
  return (
    <>
      <SelectField
        label={labels.provider}
        hint={hint}
        value={provider}
        choices={[
          ['', none],
          ...providers.map(({ id, origin, name }) => [id, origin === 'demo' ? strings.chat.demoBadge : name] as const),
        ]}
        onChange={choose}
      />
      {provider !== '' && (
        <CommitOnBlurField
          label={labels.name}
          hint={words.nameHint}
          error={error ?? listing?.error}
          suggestions={listing?.models.map(({ id }) => [id]) ?? []}
          maxLength={300}
          saved={model}
          onApply={save}
        />
      )}
    </>
  );
}
