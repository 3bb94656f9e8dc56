// A preset from another app's file, and helpers to read its values. Pure.

import { isJsonObject } from '../../../../shared/core/json.ts';
import { type PresetExample, type PresetFields, presetBounds } from '../../../../shared/features/presets/preset.ts';

/** Before validation as a preset. */
export interface ForeignPreset {
  fields: Partial<PresetFields>;
  /** Fields that a preset has no place for. */
  skipped: string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function toPresetExamples(turns: readonly (readonly [string, string])[]): PresetExample[] {
  return turns
    .filter(([user, assistant]) => user !== '' && assistant !== '')
    .slice(0, presetBounds.examples)
    .map(([user, assistant]) => ({ user, assistant }));
}

/** Those of the named fields that are set. */
export function nonEmptyFieldNames(item: Fields, names: readonly string[], before = ''): string[] {
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
