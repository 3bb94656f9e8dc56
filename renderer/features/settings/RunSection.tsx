// Settings for the limits of a run and for automatic compaction.

import { Repeat } from 'lucide-react';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { NumberSetting } from './SettingFields.tsx';

function RunSection() {
  return (
    <div className="grid max-w-100 gap-5">
      <NumberSetting name="maxTurns" />
      <NumberSetting name="idleTimeoutSeconds" />
      <NumberSetting name="retryMinutes" />
      <NumberSetting name="compactAt" />
    </div>
  );
}

export const runPage: SettingsPage = { icon: Repeat, words: lateStrings.settings.run, Section: RunSection };
