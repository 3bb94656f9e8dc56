// What is found of a preset in another program's file, and how its values are looked at. Pure.

import { isJsonObject } from '../../../../shared/core/json.ts';
import { type PresetExample, type PresetFields, presetBounds } from '../../../../shared/features/presets/preset.ts';

/** Before it is held against what a preset may be. */
export interface FoundPreset {
  fields: Partial<PresetFields>;
  /** Fields of the file that say something which a preset has no place for. */
  left: string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function pairs(said: readonly (readonly [string, string])[]): PresetExample[] {
  return said
    .filter(([user, assistant]) => user !== '' && assistant !== '')
    .slice(0, presetBounds.examples)
    .map(([user, assistant]) => ({ user, assistant }));
}

/** Of these fields those that say something. */
export function leftOf(item: Fields, names: readonly string[], before = ''): string[] {
  const says = (value: unknown): boolean =>
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return names.filter((name) => says(item[name])).map((name) => `${before}${name}`);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function isFields(value: unknown): value is Fields {
  return isJsonObject(value);
}
