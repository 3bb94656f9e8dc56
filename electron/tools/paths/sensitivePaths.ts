// Recognizes sensitive paths (`sensitivePathTable.ts`) by name at any depth: those no tool may write, and those that
// always need approval. Compares names like the most lenient file systems: ignoring case, Unicode form, invisible
// characters, trailing dots and spaces and stream names, and by Windows short name. Pure.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { askedToWrite, neverWrittenPaths, type SensitivePathGroup, secretPlaces } from './sensitivePathTable.ts';

const invisible = /\u00ad|\u200b|\u200c|\u200d|\u200e|\u200f|[\u202a-\u202e]|[\u2060-\u2064]|[\u206a-\u206f]|\ufeff/g;

/** A name in its form for comparison. */
export function comparableName(name: string): string {
  return foldCase(name.replace(invisible, ''))
    .replace(/(?<=.):.*$/s, '')
    .replace(/[. ]+$/, '');
}

/** Upper case first: file systems equate `ſ` and `s`, which lower-casing would not. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}

/** A path's segments in that form. */
function plainPath(path: string): string {
  const names = path
    .split(/[/\\]/)
    .map(comparableName)
    .filter((name) => name !== '');
  return `/${names.join('/')}`;
}

/** Why no tool may write there, judged by name; null if it may. */
export function unwritableReason(path: string): Sentence | null {
  return whyOf(never, plainPath(path));
}

/** Whether, by its name, it controls what other apps run or instructs models. */
export function controlsOtherApps(path: string): boolean {
  return whyOf(deciding, plainPath(path)) !== null;
}

/** System pseudo-files, which may expose a running process and its secrets: never read or written. */
export function isSystemPseudoFile(path: string): boolean {
  return /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/.test(path);
}

/** Why it always needs approval, judged by name; null if not. */
export function sensitivityReason(path: string, access: 'read' | 'write'): Sentence | null {
  const plain = plainPath(path);
  if (environment.test(plain)) return say`files like this often contain passwords and keys`;
  if (access === 'write') return whyOf(sensitiveGroups, plain);
  return secrets.test(plain) && !plain.endsWith('.pub') ? say`it may contain passwords or keys` : null;
}

/** `.env` and variants, but not the shareable examples. */
const environment =
  /\/(\.env(\.(?!example$|sample$|template$|dist$|defaults$)[^/]+)?|env~\d+|(?!example\.|sample\.|template\.|dist\.|defaults\.)[^/]+\.env)$/;

const sensitiveGroups = [...secretPlaces, ...askedToWrite].map(readGroup);
const never = neverWrittenPaths.map(readGroup);
const deciding = [...neverWrittenPaths, ...askedToWrite].map(readGroup);
const secrets = matcher(secretPlaces.flatMap(({ patterns }) => patterns));

function readGroup({ why, patterns }: SensitivePathGroup): { why: Sentence; names: RegExp } {
  return { why, names: matcher(patterns) };
}

function whyOf(groups: readonly { why: Sentence; names: RegExp }[], plain: string): Sentence | null {
  return groups.find(({ names }) => names.test(plain))?.why ?? null;
}

function matcher(patterns: readonly string[]): RegExp {
  const all = patterns.map((pattern) => {
    const names = pattern.split('/').filter((name) => name !== '');
    return `${names.map(nameSource).join('/')}${pattern.endsWith('/') ? '(?:/|$)' : '$'}`;
  });
  return new RegExp(`/(?:${all.join('|')})`);
}

/** Matches the name or its Windows short form: `settings.json` is `SETTIN~1.JSO` there. */
function nameSource(pattern: string): string {
  const source = (text: string): string => text.replace(/[.+$()]/g, '\\$&').replaceAll('*', '[^/]*');
  const dot = pattern.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [pattern.slice(0, dot), pattern.slice(dot + 1)] : [pattern, ''];
  if (/^[^. ]{1,8}$/.test(base) && ending.length <= 3) return source(pattern);
  const short = base.replace(/[. ]/g, '').slice(0, 6);
  return `(?:${source(pattern)}|${source(short)}~\\d+${ending === '' ? '' : source(`.${ending.slice(0, 3)}`)})`;
}
