// Links from outside, such as `throughline://new?text=Hello`: from a web page, another app or a terminal. They only open
// and fill; what installs, runs or sends is never done by a link. This is the only place that reads them, and whatever is
// not exactly of these forms is refused.

import { isSafeId } from '../../core/ids.ts';
import { visibleText } from '../../core/visibleText.ts';

export type OutsideLink =
  | { kind: 'conversation'; conversationId: string }
  /** `folder`: counts only if it is a project's. */
  | { kind: 'new'; text: string; folder: string | null }
  | { kind: 'search'; text: string }
  /** The window knows its sections. */
  | { kind: 'settings'; section: string };

type LinkProblem = 'tooLong' | 'hidden' | 'unknown';

export type ReadLink = { ok: true; link: OutsideLink } | { ok: false; problem: LinkProblem };

/** In characters, encoded. Systems and browsers pass on a few kilobytes at most. */
const maxLinkCharacters = 16_000;
const maxTextCharacters = 4000;
const maxSearchCharacters = 300;

const scheme = /^throughline:/i;
/** Percent encoding only, as `encodeURIComponent` writes it. No user, port or fragment. Browsers may insert the slash. */
const linkForm = /^throughline:\/\/([a-z]+)(?:\/([A-Za-z0-9_-]{0,128}))?\/?(?:\?([A-Za-z0-9%&=+.,:;@!~*'()/_-]*))?$/i;

/** Whether it is meant as a link, however malformed. */
export function isLink(text: string): boolean {
  return scheme.test(text);
}

export function readLink(text: string): ReadLink {
  if (text.length > maxLinkCharacters) return refused('tooLong');
  const [, action = '', name = '', query = ''] = linkForm.exec(text) ?? [];
  const values = readQuery(query);
  if (values === null) return refused('unknown');
  const only = (...names: string[]): boolean => [...values.keys()].every((each) => names.includes(each));
  switch (action.toLowerCase()) {
    case 'conversation':
      return only() && isSafeId(name) ? accepted({ kind: 'conversation', conversationId: name }) : refused('unknown');
    case 'settings':
      return only() && /^[A-Za-z]{1,30}$/.test(name)
        ? accepted({ kind: 'settings', section: name })
        : refused('unknown');
    case 'search': {
      if (name !== '' || !only('text')) return refused('unknown');
      const typed = values.get('text') ?? '';
      const problem = problemOf(typed, maxSearchCharacters);
      return problem === null ? accepted({ kind: 'search', text: typed }) : refused(problem);
    }
    case 'new': {
      if (name !== '' || !only('text', 'folder')) return refused('unknown');
      const draft = (values.get('text') ?? '').replaceAll('\r\n', '\n');
      const folder = values.get('folder') ?? null;
      const problem = problemOf(draft, maxTextCharacters) ?? problemOf(folder ?? '', maxTextCharacters);
      return problem === null ? accepted({ kind: 'new', text: draft, folder }) : refused(problem);
    }
    default:
      return refused('unknown');
  }
}

/** Decoded once: what is still encoded afterwards stays as it is. Null: malformed, or a name is repeated. */
function readQuery(query: string): Map<string, string> | null {
  const values = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', ...rest] = part.split('=');
    const text = decoded((rest[0] ?? '').replaceAll('+', ' '));
    if (values.has(name) || rest.length !== 1 || text === null) return null;
    values.set(name, text);
  }
  return values;
}

function problemOf(text: string, maxCharacters: number): LinkProblem | null {
  if (text.length > maxCharacters) return 'tooLong';
  // The user must see exactly what the model would receive.
  return visibleText(text) === text ? null : 'hidden';
}

function accepted(link: OutsideLink): ReadLink {
  return { ok: true, link };
}

function refused(problem: LinkProblem): ReadLink {
  return { ok: false, problem };
}

// How a host hands something from outside to its page: in the fragment of the page's URL.

/** Fragment of the page's URL for a link. */
export function linkFragment(link: string): `#${string}` {
  return `#link=${encodeURIComponent(link)}`;
}

/** Fragment for files that the user opened with the app; the host knows them by `key`. */
export function openedFragment(key: string): `#${string}` {
  return `#opened=${key}`;
}

export type Arrival = { kind: 'link'; link: string } | { kind: 'opened'; key: string };

/** Returns the link or files in a URL's fragment; null: none. */
export function arrivalIn(fragment: string): Arrival | null {
  const [, kind, value = ''] = /^#(link|opened)=(.*)$/.exec(fragment) ?? [];
  if (kind === 'opened') return isSafeId(value) ? { kind, key: value } : null;
  if (kind !== 'link') return null;
  // Malformed: refused like any other text that is no link.
  return { kind: 'link', link: decoded(value) ?? '' };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
