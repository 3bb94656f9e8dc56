// A boolean setting.

import type { Settings } from '../../../shared/features/settings/settings.ts';
import { useApp } from '../../core/state/context.tsx';
import { SettingCheck } from './SettingCheck.tsx';
import { useSetting } from './useSetting.ts';

interface CheckSettingProps {
  name: keyof Settings & ('maskTokens' | 'memory' | 'notifications');
  label: string;
  hint: string;
}

export function CheckSetting({ name, label, hint }: CheckSettingProps) {
  const on = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  const put = (checked: boolean): void => void change({ [name]: checked });
  return <SettingCheck label={label} hint={hint} checked={on} error={error} onChange={put} />;
}
