// Hides secrets in text before it is stored or shown (STORE-16): the app's own keys always, tokens of well-known forms when
// the person has turned that on. A stream gives the same text as the whole at once, however it was cut into pieces, and
// holds back no more than what may still become a secret: a line that is complete is shown at once.

import { formTokens, undecidedFrom } from './secretPatterns.ts';

export interface SecretMask {
  /** True while there is nothing to hide: then every text stays as it is. */
  isIdle(): boolean;
  text(text: string): string;
  stream(): MaskStream;
}

interface MaskStream {
  /** What can be passed on now, masked. */
  add(text: string): string;
  /**
   * True when these bytes of UTF-8 are passed on as they are, which spares making text of them: nothing is held back, and
   * nothing in them is a secret or the beginning of one. Always false where forms are looked for.
   */
  passes(bytes: Buffer): boolean;
  /** The rest. The stream may be used anew after it. */
  end(): string;
}

/** Shorter ones are no secrets, and would tear holes into ordinary words. */
const minCharacters = 12;
const keyRemoved = '[key removed]';
const tokenRemoved = '[token removed]';
/** What a token is told by may stand before it: an escape such as `\u0022`. */
const contextUnits = 6;

/** Both are asked again with each text, so that a key that is saved meanwhile is hidden from then on. */
export function createSecretMask(secrets: () => readonly string[], patterns: () => boolean): SecretMask {
  let known: readonly string[] = [];
  let literals = createLiterals([]);

  function current(): Literals {
    const now = secrets();
    if (now.length !== known.length || now.some((secret, at) => secret !== known[at])) {
      known = [...now];
      literals = createLiterals(known);
    }
    return literals;
  }

  /** The state of one text: what is not decided yet, and how much of that is hidden already. */
  function masking() {
    let held = '';
    /** The end of what was passed on, as it was before it was masked. */
    let context = '';
    let hidden = { all: 0, tokens: 0 };

    function pass(text: string, last: boolean): string {
      const keys = current();
      const tokens = patterns();
      if (keys.none && !tokens && held === '') {
        context = '';
        return text;
      }
      const whole = context + held + text;
      const start = context.length;
      const ready = last ? whole.length : readyUntil(whole, start, keys, tokens);
      const found = findAll(whole, start, start + hidden.tokens, keys, tokens);
      const { masked, done, tokensDone } = replace(whole, start + hidden.all, ready, found);
      held = whole.slice(ready);
      hidden = { all: Math.max(0, done - ready), tokens: Math.max(0, tokensDone - ready) };
      context = whole.slice(Math.max(0, ready - contextUnits), ready);
      return masked;
    }

    function passes(bytes: Buffer): boolean {
      if (held !== '' || patterns() || !current().areOutside(bytes)) return false;
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

/** Places before this one are decided: what comes after cannot change what is found there. */
function readyUntil(text: string, start: number, keys: Literals, tokens: boolean): number {
  const byKeys = keys.undecidedFrom(text, start);
  return tokens ? Math.min(byKeys, undecidedFrom(text, start)) : byKeys;
}

interface Found {
  at: number;
  end: number;
  instead: string;
}

/** In order of their places; at one place a key comes before a token. */
function findAll(text: string, start: number, tokensFrom: number, keys: Literals, tokens: boolean): Found[] {
  const found = keys.find(text, start).map((place): Found => ({ ...place, instead: keyRemoved }));
  if (tokens) found.push(...formTokens(text, tokensFrom).map((place): Found => ({ ...place, instead: tokenRemoved })));
  return found.length < 2 ? found : found.sort((a, b) => a.at - b.at || (a.instead === keyRemoved ? -1 : 1));
}

/**
 * The text from `from` to `ready`, with a mark for what was found there. Where two overlap both are hidden, under the name
 * of the first. `done` is where the last one ends, which may be after `ready`.
 */
function replace(text: string, from: number, ready: number, found: readonly Found[]) {
  let masked = '';
  let done = from;
  let tokensDone = 0;
  for (const { at, end, instead } of found) {
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
  /** Whether none is in the bytes, nor begins at their end. */
  areOutside(bytes: Buffer): boolean;
}

/** The forms in which a secret may stand in a text: as it is, in JSON, in JSON within JSON, in an address. */
export function secretForms(secret: string): string[] {
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
    ...new Set(secrets.filter((secret) => secret.length >= minCharacters).flatMap((secret) => secretForms(secret))),
  ];
  const longest = Math.max(0, ...forms.map((form) => form.length));
  const encoded = forms.map((form) => Buffer.from(form, 'utf8'));
  const maxBytes = Math.max(0, ...encoded.map((form) => form.length));
  const beginnings = new Set(forms.map((form) => form.charCodeAt(0)));

  /** Where the longest end of the text begins that a form begins with. */
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
      const found: { at: number; end: number }[] = [];
      for (const form of forms) {
        for (let at = text.indexOf(form, start); at >= 0; at = text.indexOf(form, at + 1)) {
          found.push({ at, end: at + form.length });
        }
      }
      return found;
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
