// Options that make a program do more than its first words tell: run another program, load settings that can, or write a
// file.

import { programName } from '../../../shared/permission/programs.ts';
import { type RiskyOptions, riskyTable, sameAs } from './riskyTable.ts';
import { sedDoes } from './sedScript.ts';
import { takeCommands } from './wrapperTable.ts';

/** In the options of any program: what they begin with says that they name a program, settings or a file to write. */
const tellingOptions =
  /^--?(?:exec|pre(?=$|=|-?(?:process|load|cmd|hook))|rsh|shell|command|cmd|hook|script|eval|require|import|loader|plugin|preload|pager|editor|to-command|checkpoint-action|rcfile|init-file|config|settings|out(?:put|-?file|-?dir|$|=)|write|in-?place|fix(?:$|=)|delete|remove|log-?file|report-?file|save|dump|snapshot|update-?snapshot|use-compress|node-options|inspect)/i;

/** So many sentences of a command are kept, with so much of an option in each. */
const mostSentences = 20;
const mostOfOption = 60;

/** Sentences about the options of one command; `runs`: it cannot be told what. */
export function riskyOptions(words: readonly (string | null)[]): { runs: string[]; changes: string[] } {
  const [first, ...rest] = words;
  const runs = new Set<string>();
  const changes = new Set<string>();
  if (typeof first !== 'string') return { runs: [], changes: [] };
  const name = programName(first).toLowerCase();
  const known = rest.filter((word) => word !== null);
  const program = sameAs[name] ?? name;
  const tables = tablesOf(program, known);
  for (const word of known) {
    if (runs.size + changes.size >= mostSentences) break;
    const shown = optionOf(word).slice(0, mostOfOption);
    if (tables.some((table) => table.runs?.some((option) => isOption(word, option)))) {
      runs.add(`${name} may run another program by ${shown}.`);
    } else if (
      tables.some((table) => table.changes?.some((option) => isOption(word, option))) ||
      tellingOptions.test(word)
    ) {
      changes.add(`${shown} may make ${name} write a file, load settings or work elsewhere.`);
    }
  }
  const more = byArgument(program, name, known);
  if (more) (more.runs ? runs : changes).add(more.sentence);
  return { runs: [...runs], changes: [...changes] };
}

/** Of the program, and of each subcommand that its words may name. */
function tablesOf(program: string, given: readonly string[]): RiskyOptions[] {
  const table = Object.hasOwn(riskyTable, program) ? (riskyTable[program] as RiskyOptions) : {};
  const { sub } = table;
  if (!sub) return [table];
  const named = new Set(given.slice(0, 20).filter((word) => Object.hasOwn(sub, word)));
  return [table, ...[...named].map((name) => sub[name] as RiskyOptions)];
}

function optionOf(word: string): string {
  return word.split('=')[0] as string;
}

function isOption(word: string, option: string): boolean {
  const given = optionOf(word);
  if (given === option) return true;
  // Long ones may be shortened, short ones written together and with their value.
  if (option.startsWith('--')) return given.startsWith('--') && given.length > 2 && option.startsWith(given);
  if (/^-[A-Za-z]$/.test(option)) return /^-[A-Za-z0-9]/.test(given) && given.includes(option.charAt(1));
  return false;
}

interface Told {
  /** It cannot be told what. */
  runs: boolean;
  sentence: string;
}

/** What an argument that is no option makes a program do; null: nothing. */
function byArgument(program: string, name: string, given: readonly string[]): Told | null {
  const plain = given.filter((word) => !word.startsWith('-'));
  const runs = (sentence: string): Told => ({ runs: true, sentence });
  const changes = (sentence: string): Told => ({ runs: false, sentence });
  if (takeCommands.has(program)) {
    const isFile = given.length > 0 && given.every((word) => /^[\w.@][\w./@:-]*$/.test(word));
    return isFile ? changes(`${name} runs what it is told.`) : runs(`${name} may run what it is told or reads.`);
  }
  if (program === 'sed') {
    const script = sedDoes(given);
    if (script === 'runs') return runs('The script of sed may run programs.');
    return script === 'writes' ? changes('The script of sed may write files.') : null;
  }
  if (program === 'awk') {
    if (given.some((word) => /system|(?<!\|)\|(?!\|)|getline|@|close/.test(word)))
      return runs('The script of awk may run programs.');
    return given.some((word) => />|printf?\s*\(.*,/.test(word)) ? changes('The script of awk may write files.') : null;
  }
  if (program === 'less' || program === 'more') {
    return given.some((word) => word.startsWith('+') || /^-+[kPtTO]/i.test(word))
      ? runs(`${name} may run what it is told.`)
      : changes(`${name} can run other programs.`);
  }
  if (program === 'uniq' && plain.length > 1) return changes('uniq writes its second file.');
  if (program === 'xxd' && plain.length > 1) return changes('xxd writes its second file.');
  if (program === 'tar' && !/^-?-?(?:t|list)/.test(given[0] ?? '')) return changes('tar writes files.');
  if (['make', 'gmake', 'just'].includes(program) && plain.some((word) => word.includes('='))) {
    return changes(`A variable that ${name} is given may change what it runs.`);
  }
  if (program === 'git') return gitArgument(plain, given);
  if (program === 'npm') return npmArgument(given);
  if (program === 'cargo' && plain.some((word) => word.startsWith('+')))
    return changes('It chooses another toolchain.');
  return null;
}

/** What runs a program by a word of its own is taken apart elsewhere (wrappers.ts). */
function gitArgument(plain: readonly string[], given: readonly string[]): Told | null {
  if (given.some((word) => /^(?:ext|fd)::/.test(word)))
    return { runs: true, sentence: 'Such an address makes git run a program.' };
  const command = plain[0] ?? '';
  if (['difftool', 'mergetool', 'instaweb', 'web--browse', 'shell', 'gui', 'citool'].includes(command))
    return { runs: true, sentence: `git ${command} runs programs.` };
  if (['config', 'hook', 'maintenance', 'send-email', 'credential', 'svn', 'p4', 'daemon'].includes(command))
    return { runs: false, sentence: `git ${command} can make git run programs.` };
  return null;
}

/** What npm calls its commands; whatever else is short for one, or another name of one. */
const npmCommands = new Set(
  `access adduser audit bugs cache ci completion config dedupe deprecate diff dist-tag docs doctor edit exec explain explore
   find-dupes fund get help help-search init install install-ci-test install-test link ll login logout ls org outdated owner pack
   ping pkg prefix profile prune publish query rebuild repo restart root run run-script sbom search set shrinkwrap star stars start
   stop team test token trust undeprecate uninstall unpublish unstar update version view whoami x`.split(/\s+/),
);

function npmArgument(given: readonly string[]): Told | null {
  const command = given.find((word) => !word.startsWith('-'));
  if (command === undefined || npmCommands.has(command)) return null;
  return { runs: true, sentence: `It is not clear which command of npm ${command.slice(0, mostOfOption)} is.` };
}
