// The fields for the settings of a bundle, before it is installed and later. A stored secret is replaced or removed, and never
// shown.

import type { BundleSetting, SettingValue } from '../../../shared/features/plugins/bundle.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { pluginWords } from './words.ts';

const labels = pluginWords.settings;

/** Null: the stored secret goes. */
type FieldValue = string | boolean | null;
type BundleValues = Readonly<Record<string, FieldValue>>;

interface BundleFieldsProps {
  settings: readonly BundleSetting[];
  values: BundleValues;
  onChange: (values: BundleValues) => void;
}

export function BundleFields({ settings, values, onChange }: BundleFieldsProps) {
  const requiredFirst = settings.toSorted((one, other) => Number(other.required) - Number(one.required));
  return requiredFirst.map((setting) => (
    <SettingField
      key={setting.key}
      setting={setting}
      value={values[setting.key] ?? null}
      onChange={(value) => onChange({ ...values, [setting.key]: value })}
    />
  ));
}

interface SettingFieldProps {
  setting: BundleSetting;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  const { type, title, description, required, sensitive, multiple, isStored, min, max } = setting;
  const label = required ? labels.required(visibleText(title)) : visibleText(title);
  const about = visibleText(description);
  if (type === 'boolean' && !sensitive)
    return <CheckboxField label={label} hint={about} checked={value === true} onChange={onChange} />;
  const isRemoved = isStored && value === null;
  const hints = [
    about,
    isStored ? (isRemoved ? labels.removed : labels.stored) : sensitive ? labels.secret : '',
    multiple ? labels.oneEach : '',
    min === null ? '' : labels.min(String(min)),
    max === null ? '' : labels.max(String(max)),
  ];
  const field = {
    label,
    hint: hints.filter(Boolean).join(' '),
    value: String(value ?? ''),
    onChange,
    spellCheck: false,
  };
  if ((type === 'directory' || type === 'file') && !sensitive) return <PathField {...field} {...{ setting }} />;
  if (!sensitive) return <TextField {...field} {...(type === 'number' ? { inputMode: 'decimal' as const } : {})} />;
  const secretField = <TextField {...field} type="password" autoComplete="new-password" />;
  if (!isStored) return secretField;
  const action = isRemoved ? labels.keep : labels.remove;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">{secretField}</div>
      <Button
        className="mt-6"
        aria-label={strings.sentences.pair(action, visibleText(title))}
        onClick={() => onChange(isRemoved ? '' : null)}
      >
        {action}
      </Button>
    </div>
  );
}

interface PathFieldProps {
  setting: BundleSetting;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** A path to type, or to choose where the host has a dialog. Of several, it is added. */
function PathField({ setting: { type, title, multiple }, ...field }: PathFieldProps) {
  const { call } = useActions();
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const request = useRequest();
  const choose = (): void => {
    const what = type === 'directory' ? 'directory' : 'file';
    void request.run(call('plugins.pick', { what }), ({ path }) => {
      if (path !== null) field.onChange(multiple && field.value !== '' ? `${field.value}\n${path}` : path);
    });
  };
  const props = { ...field, error: request.error, spellCheck: false };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">{multiple ? <TextAreaField {...props} rows={3} /> : <TextField {...props} />}</div>
      {hasPicker && (
        <Button
          className="mt-6"
          aria-label={strings.sentences.pair(labels.choose, visibleText(title))}
          onClick={choose}
        >
          {labels.choose}
        </Button>
      )}
    </div>
  );
}

export function initialValues(settings: readonly BundleSetting[]): BundleValues {
  return Object.fromEntries(settings.map((setting) => [setting.key, initialValue(setting)]));
}

function initialValue({ type, value, default: otherwise, sensitive }: BundleSetting): FieldValue {
  if (sensitive) return '';
  const current = value ?? otherwise;
  if (type === 'boolean') return current === true;
  return Array.isArray(current) ? current.join('\n') : String(current ?? '');
}

/** The changed settings, as the host takes them. */
export function changedEntries(settings: readonly BundleSetting[], values: BundleValues) {
  const initial = initialValues(settings);
  const changed = settings.filter(({ key }) => values[key] !== initial[key]);
  const plain = changed.filter(({ sensitive }) => !sensitive).map((each) => [each.key, enteredValue(each, values)]);
  const secrets = changed
    .filter(({ sensitive }) => sensitive)
    .map(({ key }): [string, string | null] => [key, values[key] === null ? null : String(values[key])]);
  return {
    values: Object.fromEntries(plain) as Record<string, SettingValue | null>,
    secrets: Object.fromEntries(secrets),
  };
}

function enteredValue({ key, type, multiple }: BundleSetting, values: BundleValues): SettingValue | null {
  const value = values[key] ?? '';
  if (type === 'boolean' || typeof value === 'boolean') return value === true;
  if (value.trim() === '') return null;
  return multiple ? value.split('\n').flatMap((line) => line.trim() || []) : value.trim();
}
