// Masks secrets in text before it is stored or shown (STORE-16): always the app's own keys, and well-known token
// formats if the user enabled that. Streamed text is masked exactly like the whole, however it is split, and only the
// part that may still become a secret is held back: complete lines pass immediately.

import { findTokens, undecidedStart } from './secretPatterns.ts';

export interface SecretMask {
  /** True when there is nothing to mask, so every text stays unchanged. */
  isIdle(): boolean;
  text(text: string): string;
  stream(): MaskStream;
}

interface MaskStream {
  /** Returns what can be passed on, masked. */
  add(text: string): string;
  /**
   * True if these UTF-8 bytes pass unchanged, which avoids decoding them: nothing is held back, and they contain no
   * secret or start of one. Always false when token formats are masked.
   */
  passes(bytes: Buffer): boolean;
  /** Returns the rest. The stream can be reused afterwards. */
  end(): string;
}

/** Shorter ones are not secrets, and masking them would damage ordinary words. */
const minCharacters = 12;
const keyRemoved = '[key removed]';
const tokenRemoved = '[token removed]';
/** Context needed before a token, such as an escape `\u0022`. */
const contextUnits = 6;

/** Both are called for each text, so that newly saved keys are masked immediately. */
export function createSecretMask(secrets: () => readonly string[], patterns: () => boolean): SecretMask {
  let secretTexts: readonly string[] = [];
  let literals = createLiterals([]);

  function current(): Literals {
    const now = secrets();
    if (now.length !== secretTexts.length || now.some((secret, at) => secret !== secretTexts[at])) {
      secretTexts = [...now];
      literals = createLiterals(secretTexts);
    }
    return literals;
  }

  /** State of one text: what is undecided, and how much of it is already masked. */
  function masking() {
    let pending = '';
    /** The end of the emitted text, before masking. */
    let context = '';
    let hidden = { all: 0, tokens: 0 };

    function pass(text: string, last: boolean): string {
      const keys = current();
      const tokens = patterns();
      if (keys.none && !tokens && pending === '') {
        context = '';
        return text;
      }
      const whole = context + pending + text;
      const start = context.length;
      const ready = last ? whole.length : readyUntil(whole, start, keys, tokens);
      const matches = findAll(whole, start, start + hidden.tokens, keys, tokens);
      const { masked, done, tokensDone } = replace(whole, start + hidden.all, ready, matches);
      pending = whole.slice(ready);
      hidden = { all: Math.max(0, done - ready), tokens: Math.max(0, tokensDone - ready) };
      context = whole.slice(Math.max(0, ready - contextUnits), ready);
      return masked;
    }

    function passes(bytes: Buffer): boolean {
      if (pending !== '' || patterns() || !current().areOutside(bytes)) return false;
      context = '';
      return true;
    }

    return { pass, passes };
  }

  return {
    isIdle: () => current().none && !patterns(),
    text: (text) => masking().pass(text, true),
    stream() {
      let mask = masking();
      return {
        add: (text) => mask.pass(text, false),
        passes: (bytes) => mask.passes(bytes),
        end() {
          const rest = mask.pass('', true);
          mask = masking();
          return rest;
        },
      };
    },
  };
}

/** Positions before this one are decided: later text cannot change the matches there. */
function readyUntil(text: string, start: number, keys: Literals, tokens: boolean): number {
  const byKeys = keys.undecidedFrom(text, start);
  return tokens ? Math.min(byKeys, undecidedStart(text, start)) : byKeys;
}

interface SecretMatch {
  at: number;
  end: number;
  instead: string;
}

/** Sorted by position; at the same position a key precedes a token. */
function findAll(text: string, start: number, tokensFrom: number, keys: Literals, tokens: boolean): SecretMatch[] {
  const matches = keys.find(text, start).map((place): SecretMatch => ({ ...place, instead: keyRemoved }));
  if (tokens)
    matches.push(...findTokens(text, tokensFrom).map((place): SecretMatch => ({ ...place, instead: tokenRemoved })));
  return matches.length < 2 ? matches : matches.sort((a, b) => a.at - b.at || (a.instead === keyRemoved ? -1 : 1));
}

/**
 * Replaces the matches from `from` to `ready`. Overlapping ones are masked together under the first one's name. `done`
 * is the end of the last one, possibly after `ready`.
 */
function replace(text: string, from: number, ready: number, matches: readonly SecretMatch[]) {
  let masked = '';
  let done = from;
  let tokensDone = 0;
  for (const { at, end, instead } of matches) {
    if (at >= ready) break;
    if (at >= done) masked += text.slice(done, at) + instead;
    done = Math.max(done, end);
    if (instead === tokenRemoved) tokensDone = Math.max(tokensDone, end);
  }
  return { masked: masked + text.slice(done, Math.max(done, ready)), done, tokensDone };
}

interface Literals {
  none: boolean;
  find(text: string, start: number): { at: number; end: number }[];
  undecidedFrom(text: string, start: number): number;
  /** Returns whether the bytes contain none, nor the start of one at the end. */
  areOutside(bytes: Buffer): boolean;
}

/** The encodings of a secret: plain, in JSON, in JSON within JSON, in a URL. */
export function secretEncodings(secret: string): string[] {
  const json = inJson(secret);
  const address = encodeURIComponent(secret.toWellFormed());
  const lower = address.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [...new Set([secret, json, inJson(json), address, lower])];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function createLiterals(secrets: readonly string[]): Literals {
  const forms = [
    ...new Set(secrets.filter((secret) => secret.length >= minCharacters).flatMap((secret) => secretEncodings(secret))),
  ];
  const longest = Math.max(0, ...forms.map((form) => form.length));
  const encoded = forms.map((form) => Buffer.from(form, 'utf8'));
  const maxBytes = Math.max(0, ...encoded.map((form) => form.length));
  const beginnings = new Set(forms.map((form) => form.charCodeAt(0)));

  /** Returns the start of the longest suffix that begins a form. */
  function undecidedFrom(text: string, start: number): number {
    for (let at = Math.max(start, text.length - longest + 1); at < text.length; at++) {
      if (!beginnings.has(text.charCodeAt(at))) continue;
      const rest = text.slice(at);
      if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at;
    }
    return text.length;
  }

  return {
    none: forms.length === 0,
    find(text, start) {
      const places: { at: number; end: number }[] = [];
      for (const form of forms) {
        for (let at = text.indexOf(form, start); at >= 0; at = text.indexOf(form, at + 1)) {
          places.push({ at, end: at + form.length });
        }
      }
      return places;
    },
    undecidedFrom,
    areOutside(bytes) {
      if (forms.length === 0) return true;
      if (encoded.some((form) => bytes.includes(form))) return false;
      const end = bytes.toString('utf8', Math.max(0, bytes.length - maxBytes));
      return undecidedFrom(end, 0) === end.length;
    },
  };
}
