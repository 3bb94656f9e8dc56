// Detects commands that run what they download: `curl … | sh`, `bash -c "$(curl …)"`, `wget x.sh && sh x.sh`. Judged by
// the words of the parts, however joined: one program downloads, and another runs its input, a run-time value, or a
// file that the first one wrote.

import { type Sentence, say } from '../core/sentence.ts';
import { isInterpreter, programName } from './programs.ts';
import type { CommandPart } from './rule.ts';

const loading = new Set('curl wget aria2c http https xh iwr irm invoke-webrequest invoke-restmethod'.split(' '));
const inTheShell = new Set(['eval', 'source', '.', 'iex', 'invoke-expression']);

export function downloadedScriptReasons(parts: readonly CommandPart[]): Sentence[] {
  const loads = parts.filter(({ words }) => loading.has(nameOf(words[0])));
  if (loads.length === 0) return [];
  const written = new Set(loads.flatMap(writtenBy));
  if (!parts.some((part) => runsLoaded(part, written))) return [];
  const host = loads.flatMap(({ words }) => words.flatMap((word) => hostOf(word) ?? []))[0];
  return [
    host === undefined
      ? say`It runs a script that it downloads.`
      : say`It runs a script that it downloads from ${host}.`,
  ];
}

function runsLoaded({ words }: CommandPart, written: ReadonlySet<string>): boolean {
  const [first, ...rest] = words;
  const name = nameOf(first);
  if (typeof first === 'string' && written.has(plain(first))) return true;
  if (!inTheShell.has(name) && !isInterpreter(name)) return false;
  if (rest.some((word) => word !== null && written.has(plain(word)))) return true;
  const [script] = rest.filter((word) => word === null || !word.startsWith('-'));
  // Computed at run time, as by $( ); or nothing is named, so it reads its input.
  return (
    script === null || (script === undefined && !inTheShell.has(name)) || (/sh$/.test(name) && rest.includes('-s'))
  );
}

/** Possible file names of the download. */
function writtenBy({ words, redirections }: CommandPart): string[] {
  const named = words.flatMap((word, at) => {
    if (word === null) return [];
    const before = words[at - 1];
    const isOutput = typeof before === 'string' && /^(?:-[a-zA-Z]*[oO]|--output(?:-document)?|-OutFile)$/.test(before);
    const outputFile = /^--output(?:-document)?=(.+)$/.exec(word)?.[1];
    const ofAddress = hostOf(word) === null ? undefined : /\/([^/?#]+)(?:[?#].*)?$/.exec(word)?.[1];
    return [
      ...(isOutput ? [word] : []),
      ...(outputFile === undefined ? [] : [outputFile]),
      ...(ofAddress ? [ofAddress] : []),
    ];
  });
  const files = redirections.flatMap(({ mode, path }) => (mode === 'write' && path !== null ? [path] : []));
  return [...named, ...files].map(plain).filter((name) => name !== '' && name !== '-');
}

function hostOf(word: string | null): string | null {
  return word === null ? null : (/^(?:https?|ftp):\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(word)?.[1] ?? null);
}

const plain = (path: string): string => path.replace(/^\.\//, '');

function nameOf(word: string | null | undefined): string {
  return programName(word ?? '').toLowerCase();
}
