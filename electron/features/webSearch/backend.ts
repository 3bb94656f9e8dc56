// A search backend: how to query it, and where its response has the results. Pure; `webSearch.ts` sends and checks.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { RawSource } from '../../lib/cleanSource.ts';

export interface SearchRequest {
  method: 'GET' | 'POST';
  /** Appended to the backend's address. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Refusal {
  status: number;
  answer: unknown;
}

export interface SearchBackend {
  request(query: string, count: number, key: string): SearchRequest;
  results(answer: unknown): RawSource[] | null;
  /** Why there are no results, if the response says so. */
  whyEmpty?(answer: unknown): Sentence | null;
  /** The backend's own error message; empty if none. */
  errorText(answer: unknown): string;
  /** An error that means something other than its status suggests. */
  meaning?(refusal: Refusal): 'key' | 'quota' | Sentence | null;
}

/** A nested field of an untrusted object; undefined if missing. */
export function nestedField(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

export function arrayOrNull(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

export function stringValue(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' };
