// The default model of new chats: any that a provider lists, or any name typed.

import { Sparkle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { titleWriters } from '../../../shared/features/settings/settings.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { CommitOnBlurField, SelectField } from '../../ui/FormFields.tsx';
import { SegmentSetting } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { useModels } from './useModels.ts';
import { WindowSetting } from './WindowSetting.tsx';

const words = lateStrings.settings.model;
const { titles } = words;
const titleChoices = titleWriters.map((value) => ({ value, label: titles[value] }));

function ModelSection() {
  const providers = useApp((snapshot) => snapshot.providers);
  const saved = useApp((snapshot) => snapshot.settings.model);
  const { error, change, refuse } = useSetting();
  const [provider, setProvider] = useState(saved?.provider ?? '');
  const [model, setModel] = useState(saved?.model ?? '');
  const lists = useModels(providers.filter((candidate) => candidate.id === provider));
  useEffect(() => {
    setProvider(saved?.provider ?? '');
    setModel(saved?.model ?? '');
  }, [saved]);
  const listing = lists[provider];

  const choose = (next: string): void => {
    setProvider(next);
    if (next === '') {
      setModel('');
      void change({ model: null });
      return;
    }
    const first = providers.find((candidate) => candidate.id === next)?.defaultModel?.model ?? '';
    setModel(first);
    if (first !== '') void change({ model: { provider: next, model: first } });
  };
  const save = (name: string): void => {
    if (name === saved?.model) return;
    if (name === '') refuse(words.nameMissing);
    else void change({ model: { provider, model: name } });
  };
  return (
    <div className="grid max-w-100 gap-4">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <SelectField
        label={words.provider}
        value={provider}
        choices={[
          ['', words.automatic],
          ...providers.map(({ id, origin, name }) => [id, origin === 'demo' ? strings.chat.demoBadge : name] as const),
        ]}
        onChange={choose}
      />
      {provider !== '' && (
        <CommitOnBlurField
          label={words.name}
          hint={words.nameHint}
          error={error ?? listing?.error}
          suggestions={listing?.models.map(({ id }) => [id]) ?? []}
          maxLength={300}
          saved={model}
          onApply={save}
        />
      )}
      {saved && <WindowSetting key={`${saved.provider}/${saved.model}`} model={saved} />}
      <SegmentSetting name="titles" label={titles.label} hint={titles.hint} choices={titleChoices} />
    </div>
  );
}

export const modelPage: SettingsPage = { icon: Sparkle, words: lateStrings.settings.model, Section: ModelSection };
