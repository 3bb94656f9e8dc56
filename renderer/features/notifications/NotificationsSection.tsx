// Setting for system notifications when a run waits for the user or ends. In a browser, the user must also grant permission,
// which takes a click.

import { Bell } from 'lucide-react';
import { useState } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { PushSetting } from '../push/PushSetting.tsx';
import { CheckboxSetting } from '../settings/SettingFields.tsx';
import { noticePermission, requestNoticePermission } from './browserNotices.ts';

const words = lateStrings.notifications.settings;

function NotificationsSection() {
  const on = useApp((snapshot) => snapshot.settings.notifications);
  const host = useApp((snapshot) => snapshot.host);
  const mayChange = useMay('settings.update');
  return (
    <div className="max-w-[60ch]">
      <fieldset disabled={!mayChange}>
        <CheckboxSetting name="notifications" label={words.label} hint={words.hint} />
      </fieldset>
      {on && host === 'browser' && <BrowserPermission />}
      {on && host === 'browser' && (
        <PushSetting askPermission={async () => (await requestNoticePermission()) === 'granted'} />
      )}
    </div>
  );
}

function BrowserPermission() {
  const [permission, setPermission] = useState(noticePermission);
  const sentences = {
    granted: words.granted,
    default: words.ask,
    denied: words.denied,
    unsupported: words.unsupported,
  };
  return (
    <div className="mt-4 flex flex-col items-start gap-2" role="status">
      <p className="text-ink-2 text-ui">{sentences[permission]}</p>
      {permission === 'default' && (
        <Button onClick={() => void requestNoticePermission().then(setPermission)}>{words.allow}</Button>
      )}
    </div>
  );
}

export const notificationsPage: SettingsPage = {
  icon: Bell,
  words: lateStrings.notifications.settings,
  Section: NotificationsSection,
};
