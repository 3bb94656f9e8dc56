// Finds what looks like a secret in everything that is to be published, and masks it: first all texts are scanned, then cleaned, so that a
// password that one message names is masked in the others, too. Paths of the home folder are shortened to `~`. Long texts are searched
// in pieces, with pauses.

import type { FoundSecret } from '../../../../shared/features/sharing/sharing.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { contentHash } from '../../../lib/ids.ts';
import { createLiteralSearch } from '../../../lib/literalSearch.ts';
import { secretEncodings } from '../../../lib/secretMask.ts';
import { tokenSearches } from '../../../lib/secretPatterns.ts';
import {
  findInPieces,
  finish,
  finishInSlices,
  isOnePiece,
  patternSearch,
  replaceInPieces,
  type TextSpan,
} from '../../../lib/textSearch.ts';
import { secretSearches } from './secretSearches.ts';

export interface Scrubber {
  /** Call it for every text before the first `clean`. A long text returns a promise to await. */
  scan(text: string): Promise<void> | null;
  /** For a title or another short text. */
  clean(text: string): string;
  /** Masks the strings of a JSON value, keys included. */
  cleanDeep<T>(value: T): Promise<T>;
  secrets(): Promise<FoundSecret[]>;
  homePaths(): number;
}

interface ScrubOptions {
  /** The app's own keys: never published. */
  ownKeys: readonly string[];
  home: string;
  /** IDs of secrets that the user has chosen to publish. */
  unmasked: ReadonlySet<string>;
}

interface Found {
  text: string;
  isOwnKey: boolean;
  count: number;
  before: string;
  after: string;
}

const instead = '[secret removed]';
const contextLength = 90;
const minOwnKey = 12;
const mergedAtOnce = 4_096;

export function createScrubber({ ownKeys, home, unmasked }: ScrubOptions): Scrubber {
  const slice = createTimeSlice();
  const secrets = new Map<string, Found>();
  const keys = createLiteralSearch();
  for (const key of ownKeys) if (key.length >= minOwnKey) for (const form of secretEncodings(key)) keys.add(form);
  const searches = [keys, ...secretSearches];
  const masks = createLiteralSearch();
  const homes = home.length < 4 ? [] : secretEncodings(home.replace(/[/\\]+$/, ''));
  const homeSearch =
    homes.length === 0
      ? null
      : patternSearch(
          new RegExp(`(?:${homes.map(escaped).join('|')})(?![\\w.-])`, 'g'),
          Math.max(...homes.map(({ length }) => length)) + 1,
        );
  let homePaths = 0;

  function note(text: string, { at, end }: TextSpan, isOwnKey: boolean): void {
    const secret = text.slice(at, end);
    if (secret.includes(instead) || /removed\]$/.test(secret)) return;
    const earlier = secrets.get(secret);
    if (earlier) {
      earlier.count++;
      return;
    }
    const [from, to] = [Math.max(0, at - contextLength), end + contextLength];
    // A part of another secret at the ends would not be recognized.
    const before = from === 0 ? text.slice(0, at) : text.slice(from, at).replace(/^\S*/, '');
    const after = to >= text.length ? text.slice(end) : text.slice(end, to).replace(/\S*$/, '');
    secrets.set(secret, { text: secret, isOwnKey, count: 1, before, after });
    if (isOwnKey || !unmasked.has(idOf(secret))) for (const form of secretEncodings(secret)) masks.add(form);
  }

  function* scanning(text: string): Generator<undefined, void> {
    /** In order; what an earlier search has found is not searched again. */
    let taken: TextSpan[] = [];
    for (const search of searches) {
      const spans: TextSpan[] = [];
      let next = 0;
      for (const match of findInPieces(text, search)) {
        if (match === null) yield;
        const value = match?.value;
        if (!value) continue;
        while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= value.at) next++;
        if ((taken[next]?.at ?? Number.POSITIVE_INFINITY) < value.end) continue;
        spans.push(value);
        note(text, value, search === keys);
      }
      taken = yield* merged(taken, spans);
    }
  }

  function* cleaning(text: string): Generator<undefined, string> {
    let cleaned = yield* replaceInPieces(text, masks, () => instead);
    for (const search of tokenSearches) {
      cleaned = yield* replaceInPieces(cleaned, search, (token) => (unmasked.has(idOf(token)) ? null : instead));
    }
    if (!homeSearch) return cleaned;
    return yield* replaceInPieces(cleaned, homeSearch, () => {
      homePaths++;
      return '~';
    });
  }

  const clean = (text: string): string => finish(cleaning(text));

  function* cleaningDeep(value: unknown): Generator<undefined, unknown> {
    if (typeof value === 'string') return yield* cleaning(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(yield* cleaningDeep(item));
      return items;
    }
    const entries: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value)) entries.push([clean(key), yield* cleaningDeep(inner)]);
    return Object.fromEntries(entries);
  }

  return {
    scan(text) {
      if (!isOnePiece(text)) return finishInSlices(scanning(text), slice);
      finish(scanning(text));
      return null;
    },
    clean,
    cleanDeep: async <T>(value: T) => (await finishInSlices(cleaningDeep(value), slice)) as T,
    async secrets() {
      const listed: FoundSecret[] = [];
      for (const { text, isOwnKey, count, before, after } of secrets.values()) {
        await slice();
        listed.push({
          id: idOf(text),
          masked: mostlyHidden(text),
          before: clean(before),
          after: clean(after),
          count,
          isMasked: isOwnKey || !unmasked.has(idOf(text)),
          isOwnKey,
        });
      }
      return listed;
    },
    homePaths: () => homePaths,
  };
}

/** Both are in order, and do not overlap. */
function* merged(some: TextSpan[], others: TextSpan[]): Generator<undefined, TextSpan[]> {
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some;
  const all: TextSpan[] = [];
  let next = 0;
  for (const span of some) {
    for (let other = others[next]; other && other.at < span.at; other = others[++next]) all.push(other);
    all.push(span);
    if (all.length % mergedAtOnce === 0) yield;
  }
  for (; next < others.length; next += mergedAtOnce) {
    all.push(...others.slice(next, next + mergedAtOnce));
    yield;
  }
  return all;
}

function idOf(text: string): string {
  return contentHash(Buffer.from(text, 'utf8')).slice(0, 16);
}

function mostlyHidden(text: string): string {
  const letters = [...text];
  const visible = letters.length >= 16 ? 4 : letters.length >= 10 ? 2 : 0;
  return `${letters.slice(0, visible).join('').replace(/\s/g, ' ')}…`;
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
