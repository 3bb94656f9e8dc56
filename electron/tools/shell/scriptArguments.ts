// Programs whose first plain word is a script unless an option provides it. Scripts may run programs and write files,
// so each must be known to be plain, and so must the options that provide one.

import { isPlainScript } from '../../../shared/permission/plainScript.ts';
import { readFrom } from './shellRuns.ts';
import type { ArgumentList } from './wrapperOptions.ts';

interface Scripted {
  language: 'sed' | 'awk';
  /** Options that provide no script. */
  harmless: RegExp;
  /** The same, with a value in the next word. */
  valued: RegExp | null;
  /** Options that provide a script in their word or the next; with `f` and `--file`, a file name. */
  giving: RegExp;
  /** Options may follow other words. */
  mixed: boolean;
}

const sed: Scripted = {
  language: 'sed',
  harmless:
    /^(?:-[nErsuzab]*(?:[iI].*)?|--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|zero-terminated|posix|debug|sandbox|follow-symlinks|help|version|in-place(?:=.*)?))$/s,
  valued: null,
  giving: /^(?:-[nErsuzab]*[ef]|--(?:expression|file)(?:=|$))/,
  mixed: true,
};
/** Long options with a value only as a single word, because some of these programs skip unknown options. */
const awk: Scripted = {
  language: 'awk',
  harmless:
    /^(?:-[Fv].+|--(?:field-separator|assign)=.*|--(?:posix|traditional|re-interval|sandbox|csv|help|version))$/s,
  valued: /^-[Fv]$/,
  giving: /^-f/,
  mixed: false,
};
const scripted: Readonly<Record<string, Scripted>> = { sed, gsed: sed, awk, gawk: awk, mawk: awk, nawk: awk };

/** A no-op as a script; in BSD the backup suffix: `sed -i '' …`, `sed -i .bak …`. */
const suffix = /^(?:\.[\w.-]*)?$/;

/** Whether one of these may run a script that is not known to be plain. */
export function mayRunScript(name: string, rest: ArgumentList, platform: string): boolean {
  const program = Object.hasOwn(scripted, name) ? scripted[name] : undefined;
  if (!program) return false;
  const isPlain = (script: string | null | undefined): boolean =>
    typeof script === 'string' && isPlainScript(program.language, script);
  const plain: (string | null)[] = [];
  let isGiven = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    const giving = program.giving.exec(word ?? '')?.[0];
    if (word === '--') {
      plain.push(...rest.slice(at + 1));
      break;
    }
    if (typeof word !== 'string' || !/^-./.test(word)) {
      plain.push(word ?? null);
      if (!program.mixed) break;
    } else if (giving !== undefined) {
      isGiven = true;
      // BSD treats everything after a plain word as files.
      if (plain.some((before) => !suffix.test(before ?? '-'))) return true;
      const value = giving === word ? rest[++at] : word.slice(giving.length);
      if (/f$|^--file/.test(giving) ? !isNamedFile(value) : !isPlain(value)) return true;
    } else if (program.valued?.test(word)) {
      at++;
    } else if (!program.harmless.test(word)) {
      return true;
    }
  }
  if (isGiven || plain.length === 0) return false;
  const [first, second] = plain;
  const changesFiles = program === sed && rest.some((word) => /^-[nErsuzab]*[iI]$/.test(word ?? ''));
  // BSD's `-i` takes the next word, which for GNU is the script.
  if (changesFiles && suffix.test(first ?? '-')) return !isPlain(second);
  const isBsd = changesFiles && name === 'sed' && platform === 'darwin' && plain.length > 2;
  return !isPlain(first) || (isBsd && !isPlain(second));
}

/** The contents of a named file are as unknown as those of a shell script. */
function isNamedFile(word: string | null | undefined): boolean {
  return typeof word === 'string' && word !== '-' && !readFrom.test(word);
}
