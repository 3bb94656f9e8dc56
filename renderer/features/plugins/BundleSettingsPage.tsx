// The settings of an installed MCP bundle. A secret goes to the keychain and is never shown again.

import { type FormEvent, useState } from 'react';
import type { BundleSetting, SettingValue } from '../../../shared/features/plugins/bundle.ts';
import type { PluginInfo } from '../../../shared/features/plugins/plugin.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { pluginWords } from './words.ts';

const labels = pluginWords.settings;

type Values = Record<string, string | boolean>;

export function BundleSettingsPage({ plugin, onDone }: { plugin: PluginInfo; onDone: () => void }) {
  const { call, say } = useActions();
  const request = useRequest();
  const settings = plugin.bundle?.settings ?? [];
  const initial = Object.fromEntries(settings.map((setting) => [setting.key, initialValue(setting)]));
  const [values, setValues] = useState<Values>(initial);
  const name = visibleText(plugin.name);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const changed = settings.filter(({ key }) => values[key] !== initial[key]);
    const plain = changed.filter(({ sensitive }) => !sensitive).map((each) => [each.key, enteredValue(each, values)]);
    const secret = changed.filter(({ sensitive }) => sensitive).map(({ key }) => [key, String(values[key])]);
    const entries = { values: Object.fromEntries(plain), secrets: Object.fromEntries(secret) };
    if (!(await request.run(call('plugins.configure', { id: plugin.id, ...entries })))) return;
    say(labels.saved(name));
    onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={labels.title(name)}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
    >
      <PageHead back={pluginWords.back} onBack={onDone} title={labels.title(name)} />
      {settings.map((setting) => (
        <SettingField
          key={setting.key}
          setting={setting}
          value={values[setting.key] ?? ''}
          onChange={(value) => setValues({ ...values, [setting.key]: value })}
        />
      ))}
      <ErrorLine error={request.error} />
      <FormActions onCancel={onDone} start={<p className="min-w-48 flex-1 text-ink-3 text-small">{labels.note}</p>}>
        <Button tone="primary" type="submit" disabled={request.busy}>
          {labels.save}
        </Button>
      </FormActions>
    </form>
  );
}

interface SettingFieldProps {
  setting: BundleSetting;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  const { type, title, description, required, sensitive, multiple, isStored } = setting;
  const label = required ? labels.required(visibleText(title)) : visibleText(title);
  const about = visibleText(description);
  if (type === 'boolean' && !sensitive)
    return <CheckboxField label={label} hint={about} checked={value === true} onChange={onChange} />;
  const hint = [about, isStored ? labels.stored : '', multiple ? labels.oneEach : ''].filter(Boolean).join(' ');
  const field = { label, hint, value: String(value), onChange, spellCheck: false };
  if (multiple) return <TextAreaField {...field} rows={3} />;
  return (
    <TextField
      {...field}
      {...(sensitive ? { type: 'password', autoComplete: 'off' } : {})}
      {...(type === 'number' && !sensitive ? { inputMode: 'decimal' as const } : {})}
    />
  );
}

function initialValue({ type, value, default: otherwise, sensitive }: BundleSetting): string | boolean {
  if (sensitive) return '';
  const current = value ?? otherwise;
  if (type === 'boolean') return current === true;
  return Array.isArray(current) ? current.join('\n') : String(current ?? '');
}

function enteredValue({ key, type, multiple }: BundleSetting, values: Values): SettingValue | null {
  const value = values[key] ?? '';
  if (type === 'boolean' || typeof value === 'boolean') return value === true;
  if (value.trim() === '') return null;
  return multiple ? value.split('\n').flatMap((line) => line.trim() || []) : value.trim();
}
