// A backend of the search: how it is asked, and where in its answer the results are. Pure: `webSearch.ts` sends and checks.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { RawSource } from '../../lib/cleanSource.ts';

export interface SearchRequest {
  method: 'GET' | 'POST';
  /** Behind the address of the backend. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Refusal {
  status: number;
  /** Its JSON; null where it sent none. */
  answer: unknown;
}

export interface SearchBackend {
  request(query: string, count: number, key: string): SearchRequest;
  /** Null: this is no answer of the backend. */
  results(answer: unknown): RawSource[] | null;
  /** Why there is nothing, where the answer says it. */
  whyEmpty?(answer: unknown): Sentence | null;
  /** What its own words for a refusal are; empty: it said none. */
  said(answer: unknown): string;
  /** A refusal that means something else here than its status says. */
  meaning?(refusal: Refusal): 'key' | 'quota' | Sentence | null;
}

/** A field of an object that came from elsewhere; undefined where there is none. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

export function list(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' };
