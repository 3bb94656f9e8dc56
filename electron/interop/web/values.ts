// Reads untrusted values from imported files.

import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';

export function objectItems(value: unknown): JsonObject[] {
  return arrayOrEmpty(value).filter(isJsonObject);
}

export function arrayOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads an id: accepts numbers, rejects empty text. */
export function idText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** For fields with JSON text: strings as is, other values serialized. */
export function jsonTextOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns the remaining fields; undefined if there are none. */
export function withoutFields(row: JsonObject, fields: readonly string[]): JsonObject | undefined {
  const remaining = Object.entries(row).filter(([key]) => !fields.includes(key));
  return remaining.length === 0 ? undefined : Object.fromEntries(remaining);
}

/** Converts seconds, milliseconds or ISO 8601 to ISO 8601 in UTC; null if invalid. */
export function timeOf(value: unknown): string | null {
  if (typeof value === 'string' && !/^\d{4}-\d\d/.test(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(typeof value === 'number' ? millisecondsOf(value) : value);
  return Number.isNaN(date.getTime()) || date.getTime() <= 0 ? null : date.toISOString();
}

/** Current times have ten digits in seconds, thirteen in milliseconds. */
function millisecondsOf(value: number): number {
  return value < 1e11 ? value * 1000 : value;
}
