// The default model of new chats, the one that continues when it is unavailable, and who writes titles.

import { Sparkle } from 'lucide-react';
import { titleWriters } from '../../../shared/features/settings/settings.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { SegmentSetting } from '../settings/SettingFields.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { WindowSetting } from './WindowSetting.tsx';

const words = lateStrings.settings.model;
const { titles, fallback } = words;
const titleChoices = titleWriters.map((value) => ({ value, label: titles[value] }));

function ModelSection() {
  const saved = useApp((snapshot) => snapshot.settings.model);
  return (
    <div className="grid max-w-100 gap-4">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <ModelChoice setting="model" labels={words} none={words.automatic} />
      {saved && <WindowSetting key={`${saved.provider}/${saved.model}`} model={saved} />}
      <ModelChoice setting="fallbackModel" labels={fallback} none={fallback.none} hint={fallback.hint} />
      <SegmentSetting name="titles" label={titles.label} hint={titles.hint} choices={titleChoices} />
    </div>
  );
}

export const modelPage: SettingsPage = { icon: Sparkle, words: lateStrings.settings.model, Section: ModelSection };
