// Files and folders that mean more than their content (`sensitivePathTable.ts`), told by their names from anywhere on: what no tool
// writes, and what a person is asked about each time, whatever else is allowed. Names are compared as the file systems do that
// tell the fewest apart: without case, Unicode form, invisible characters, trailing dots and spaces, the name of a stream, and
// also by the short form that Windows gives a name. Pure.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { askedToWrite, neverWrittenPlaces, type SensitivePathGroup, secretPlaces } from './sensitivePathTable.ts';

const invisible = /\u00ad|\u200b|\u200c|\u200d|\u200e|\u200f|[\u202a-\u202e]|[\u2060-\u2064]|[\u206a-\u206f]|\ufeff/g;

/** A name in the form in which names are compared. */
export function plainName(name: string): string {
  return foldCase(name.replace(invisible, ''))
    .replace(/(?<=.):.*$/s, '')
    .replace(/[. ]+$/, '');
}

/** Capital first: file systems take `ſ` for `s`, which has no other small form. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}

/** Names of a path, from its root on, in that form. */
function plainPath(path: string): string {
  const names = path
    .split(/[/\\]/)
    .map(plainName)
    .filter((name) => name !== '');
  return `/${names.join('/')}`;
}

/** Why no tool writes there, approved or not; null: by its names it may. */
export function neverWritten(path: string): Sentence | null {
  return whyOf(never, plainPath(path));
}

/** Whether it decides what other programs run, or tells models what to do, by its names. */
export function decidesForOthers(path: string): boolean {
  return whyOf(deciding, plainPath(path)) !== null;
}

/** The machinery of the system, where a name may stand for a running program and its secrets: neither read nor written. */
export function isMachinery(path: string): boolean {
  return /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/.test(path);
}

/** Why a person is asked about it each time, by its names; null: they are not. */
export function sensitiveBecause(path: string, access: 'read' | 'write'): Sentence | null {
  const plain = plainPath(path);
  if (environment.test(plain)) return say`files like this often contain passwords and keys`;
  if (access === 'write') return whyOf(asked, plain);
  return secrets.test(plain) && !plain.endsWith('.pub') ? say`it may contain passwords or keys` : null;
}

/** `.env` and its kin, but not the examples that are made to be shown. */
const environment =
  /\/(\.env(\.(?!example$|sample$|template$|dist$|defaults$)[^/]+)?|env~\d+|(?!example\.|sample\.|template\.|dist\.|defaults\.)[^/]+\.env)$/;

const asked = [...secretPlaces, ...askedToWrite].map(readGroup);
const never = neverWrittenPlaces.map(readGroup);
const deciding = [...neverWrittenPlaces, ...askedToWrite].map(readGroup);
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

/** The name, or the short form in which Windows may keep it: `settings.json` is `SETTIN~1.JSO` there. */
function nameSource(pattern: string): string {
  const source = (text: string): string => text.replace(/[.+$()]/g, '\\$&').replaceAll('*', '[^/]*');
  const dot = pattern.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [pattern.slice(0, dot), pattern.slice(dot + 1)] : [pattern, ''];
  if (/^[^. ]{1,8}$/.test(base) && ending.length <= 3) return source(pattern);
  const short = base.replace(/[. ]/g, '').slice(0, 6);
  return `(?:${source(pattern)}|${source(short)}~\\d+${ending === '' ? '' : source(`.${ending.slice(0, 3)}`)})`;
}
