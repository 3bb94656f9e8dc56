// The Data page: what is stored, and how much space it uses.

import { Database } from 'lucide-react';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { BackupSection } from '../backup/BackupSection.tsx';
import { backupWords } from '../backup/words.ts';
import { EncryptionSettings } from '../encryption/EncryptionSettings.tsx';
import { encryptionWords } from '../encryption/words.ts';
import { CheckboxSetting, NumberSetting } from '../settings/SettingFields.tsx';
import { StorageUsage } from './StorageUsage.tsx';

const words = lateStrings.settings.data;

function DataSection() {
  const version = useApp((snapshot) => snapshot.version);
  return (
    <div className="grid max-w-[60ch] grid-cols-1 gap-5 text-ui">
      <p className="text-ink-2">{words.body}</p>
      <CheckboxSetting name="maskTokens" label={words.maskTokens} hint={words.maskTokensHint} />
      <NumberSetting name="resultCapMegabytes" />
      <NumberSetting name="undoMegabytes" />
      <BackupSection />
      <section aria-label={words.space.title}>
        <h4 className="mb-2 font-strong">{words.space.title}</h4>
        <StorageUsage />
      </section>
      <EncryptionSettings />
      <p className="text-ink-3">{words.version(version)}</p>
    </div>
  );
}

export const dataPage: SettingsPage = {
  icon: Database,
  words: [words, backupWords, encryptionWords],
  Section: DataSection,
};
