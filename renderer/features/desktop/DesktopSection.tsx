// Settings of the desktop app: tray, power, notifications, the quick window, spelling.

import { AppWindow, X } from 'lucide-react';
import { useId } from 'react';
import type { DesktopStatus } from '../../../shared/features/desktop/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { locale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/FormFields.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { KeyField } from '../settings/KeyField.tsx';
import { CheckboxSetting, SettingCheckbox } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { useDesktopStatus } from './useDesktopStatus.ts';
import { desktopWords } from './words.ts';

const words = desktopWords.settings;

function DesktopSection() {
  const status = useDesktopStatus();
  return (
    <div className="flex max-w-[60ch] flex-col gap-6">
      <CheckboxSetting name="trayIcon" label={words.tray} hint={words.trayHint} />
      <CheckboxSetting name="keepAwake" label={words.awake} hint={words.awakeHint} />
      <CheckboxSetting name="noticeContent" label={words.content} hint={words.contentHint} />
      <QuickKeys status={status} />
      {status && <Spelling status={status} />}
    </div>
  );
}

function QuickKeys({ status }: { status: DesktopStatus | null }) {
  const keys = useApp((snapshot) => snapshot.settings.quickKeys);
  const { call } = useActions();
  const { error, change } = useSetting();
  const id = useId();
  const isTaken = status?.quickKeys === 'taken' && keys !== '';
  const problem = error ?? (isTaken ? words.quickTaken : null);
  return (
    <div className="text-ui" data-field={words.quick} aria-describedby={id}>
      <p className="mb-1 font-strong">{words.quick}</p>
      <div className="flex flex-wrap items-center gap-2">
        <KeyField
          title={words.quick}
          keys={keys}
          fixed={false}
          invalid={problem !== null}
          onKeys={(quickKeys) => void change({ quickKeys })}
          onLeave={() => {}}
        />
        <Button size="small" onClick={() => void call('desktop.quick', { open: true })}>
          {words.openQuick}
        </Button>
      </div>
      {problem !== null && (
        <p className="mt-1 text-fail text-small" role="alert">
          {problem}
        </p>
      )}
      <p id={id} className="mt-1 text-ink-3 text-small">
        {words.quickHint} {status?.isWayland && words.quickWayland}
      </p>
    </div>
  );
}

/** A language by its own rules: `en-GB` is "British English". */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function Spelling({ status: { platform, spellLanguages } }: { status: DesktopStatus }) {
  const chosen = useApp((snapshot) => snapshot.settings.spellLanguages);
  const { error, change } = useSetting();
  if (platform === 'mac') {
    return (
      <div data-field={words.spelling}>
        <SettingCheckbox
          label={words.spellingMac}
          hint={words.spellingMacHint}
          checked={chosen.length > 0}
          error={error}
          onChange={(isOn) => void change({ spellLanguages: isOn ? ['system'] : [] })}
        />
      </div>
    );
  }
  const left = spellLanguages
    .filter((tag) => !chosen.includes(tag))
    .map((tag) => [tag, languageName(tag)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));
  return (
    <div className="flex flex-col gap-2 text-ui">
      <SelectField
        label={words.spelling}
        hint={words.spellingHint}
        error={error}
        value=""
        choices={[['', words.addLanguage] as const, ...left]}
        className="max-w-72"
        onChange={(tag) => tag !== '' && void change({ spellLanguages: [...chosen, tag] })}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={words.spelling}>
          {chosen.map((tag) => (
            <li key={tag} className="flex h-7 items-center gap-1 rounded-m border border-line pr-0.5 pl-2.5">
              {languageName(tag)}
              <IconButton
                icon={X}
                size="small"
                label={words.removeLanguage(languageName(tag))}
                onClick={() => void change({ spellLanguages: chosen.filter((each) => each !== tag) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const desktopPage: SettingsPage = { icon: AppWindow, words, Section: DesktopSection };
