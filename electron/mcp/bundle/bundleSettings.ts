// The settings of a bundle: its fields, the values in effect, and which are missing. Sensitive values are in the keychain and
// never in here.

import { isAbsolute, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { BundleSetting, SettingValue } from '../../../shared/features/plugins/bundle.ts';
import { replaceVariables, type UserFolders } from './bundleFolders.ts';
import type { BundleManifest, BundleSettingField } from './bundleManifest.ts';

/** The user's entries. */
export interface StoredSettings {
  values: Readonly<Record<string, SettingValue>>;
  /** Names of sensitive values in the keychain. */
  secrets: readonly string[];
}

/** The name of a value in the keychain, too. */
export const settingKey = /^[\w.-]{1,100}$/;

export function settingsOf(manifest: BundleManifest, folders: UserFolders, stored: StoredSettings): BundleSetting[] {
  return Object.entries(manifest.user_config ?? {}).map(([key, field]) => {
    const sensitive = field.sensitive === true;
    const isPath = field.type === 'directory' || field.type === 'file';
    const setting: BundleSetting = {
      key,
      type: field.type,
      title: field.title,
      description: field.description,
      required: field.required === true,
      multiple: isPath && field.multiple === true && !sensitive,
      sensitive,
      min: field.min ?? null,
      max: field.max ?? null,
      default: defaultOf(field, folders),
      value: null,
      isStored: sensitive && stored.secrets.includes(key),
    };
    const value = Object.hasOwn(stored.values, key) ? stored.values[key] : undefined;
    // An update may have changed the type of a setting.
    const usable = value === undefined || sensitive ? null : checkValue(setting, value);
    return usable?.ok ? { ...setting, value: usable.value } : setting;
  });
}

function defaultOf({ type, default: value }: BundleSettingField, folders: UserFolders): SettingValue | null {
  const isPath = type === 'directory' || type === 'file';
  const expand = (text: string): string => {
    const replaced = replaceVariables(text, folders, () => null);
    return isPath && /^~(?=$|[\\/])/.test(replaced) ? join(folders.home, replaced.slice(1)) : replaced;
  };
  if (typeof value === 'string') return expand(value);
  return Array.isArray(value) ? value.map(expand) : (value ?? null);
}

/** Checks a value that the user entered, and brings it into the type of its setting. */
export function checkValue(setting: BundleSetting, value: SettingValue): Result<SettingValue> {
  const { type, min, max, multiple } = setting;
  const title = visibleText(setting.title.slice(0, 100));
  const wrong = (reason: ReturnType<typeof say>): Result<never> => fail('PARAMS_INVALID', reason);
  if (type === 'boolean') {
    const flag = typeof value === 'boolean' ? value : ({ true: true, false: false } as const)[String(value)];
    return flag === undefined ? wrong(say`“${title}” is true or false.`) : ok(flag);
  }
  if (type === 'number') {
    const amount =
      typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : NaN;
    if (!Number.isFinite(amount)) return wrong(say`“${title}” is a number.`);
    if (min !== null && amount < min) return wrong(say`“${title}” is at least ${min}.`);
    return max !== null && amount > max ? wrong(say`“${title}” is at most ${max}.`) : ok(amount);
  }
  const texts = Array.isArray(value) ? value : [String(value)];
  if (texts.some((text) => text.includes('\0'))) return wrong(say`“${title}” has a character that is not allowed.`);
  if (type === 'directory' || type === 'file') {
    const relative = texts.find((text) => text !== '' && !isAbsolute(text));
    if (relative !== undefined)
      return wrong(say`“${title}” is a full path, not “${visibleText(relative.slice(0, 100))}”.`);
  }
  if (multiple) return ok(texts.filter((text) => text !== ''));
  return texts.length > 1 ? wrong(say`“${title}” has one value.`) : ok(texts[0] ?? '');
}

/** In effect: what the user entered, else the default. Null: none. */
export function effectiveValue({ value, default: otherwise, type }: BundleSetting): SettingValue | null {
  return value ?? otherwise ?? (type === 'boolean' ? false : null);
}

/** Required settings without a value. */
export function missingSettings(settings: readonly BundleSetting[]): BundleSetting[] {
  return settings.filter((setting) => {
    if (!setting.required || setting.isStored) return false;
    const value = effectiveValue(setting);
    return value === null || value === '' || (Array.isArray(value) && value.every((each) => each === ''));
  });
}

export function missingSentence(missing: readonly BundleSetting[]): ReturnType<typeof say> {
  const titles = missing.slice(0, 20).map(({ title }) => visibleText(title.slice(0, 100)));
  return say`It needs these settings: ${say.list(titles)}. Enter them in Settings → Plugins.`;
}
