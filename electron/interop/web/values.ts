// Values of a file that anybody may have written: nothing is taken to be what it should be.

import { type Row, row } from '../looseJson.ts';

export type { Row };

export function isRow(value: unknown): value is Row {
  return row(value) !== null;
}

export function rowOf(value: unknown): Row {
  return isRow(value) ? value : {};
}

export function rowsOf(value: unknown): Row[] {
  return listOf(value).filter(isRow);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A name of something: numbers count, empty text does not. */
export function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Of what JSON text is expected in: text as it is, anything else as JSON. */
export function jsonTextOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** What is left when these fields are taken out; undefined when nothing is. */
export function withoutFields(row: Row, taken: readonly string[]): Row | undefined {
  const left = Object.entries(row).filter(([key]) => !taken.includes(key));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Seconds, milliseconds or ISO 8601 as ISO 8601 in UTC; null: no time. */
export function timeOf(value: unknown): string | null {
  if (typeof value === 'string' && !/^\d{4}-\d\d/.test(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(typeof value === 'number' ? millisecondsOf(value) : value);
  return Number.isNaN(date.getTime()) || date.getTime() <= 0 ? null : date.toISOString();
}

/** Seconds of this age have ten digits, milliseconds thirteen. */
function millisecondsOf(value: number): number {
  return value < 1e11 ? value * 1000 : value;
}
