// Options that make a program do more than its first words tell: run another program, load settings that can, or write a
// file.

import { programName } from '../../../shared/permission/programs.ts';
import { riskyTable, sameAs } from './riskyTable.ts';

/** In the options of any program: what they begin with says that they name a program, settings or a file to write. */
const tellingOptions =
  /^--?(?:exec|pre(?=$|=|-?(?:process|load|cmd|hook))|rsh|shell|command|cmd|hook|script|eval|require|import|loader|plugin|preload|pager|editor|to-command|checkpoint-action|rcfile|init-file|config|settings|out(?:put|-?file|-?dir|$|=)|write|in-?place|fix(?:$|=)|delete|remove|log-?file|report-?file|save|dump|snapshot|update-?snapshot|use-compress|node-options|inspect)/i;

/** Start another program by its name: the options behind that are its options. */
const launchers =
  /^(?:npx|pnpx|bunx|uvx|pipx|npm|pnpm|yarn|bun|uv|poetry|pipenv|bundle|python[\d.]*|py|nice|nohup|time|command|env|exec|sudo)$/;
const launching = /^(?:exec|x|dlx|run|tool|-m)$/;

/** Sentences about the options of one command; `runs`: it cannot be told what. */
export function riskyOptions(words: readonly (string | null)[]): { runs: string[]; changes: string[] } {
  const [first, ...rest] = words;
  const runs: string[] = [];
  const changes: string[] = [];
  if (typeof first !== 'string') return { runs, changes };
  const name = programName(first);
  const options = riskyTable[sameAs[name] ?? name];
  for (const word of rest) {
    if (word === null) continue;
    if (options?.runs?.some((option) => isOption(word, option))) {
      runs.push(`${name} may run another program by ${optionOf(word)}.`);
    } else if (options?.changes?.some((option) => isOption(word, option)) || tellingOptions.test(word)) {
      changes.push(`${optionOf(word)} may make ${name} write a file, load settings or work elsewhere.`);
    }
  }
  const more = byArgument(sameAs[name] ?? name, name, rest);
  if (more) changes.push(more);
  const started = launched(name, rest);
  if (started) {
    const inner = riskyOptions(started);
    runs.push(...inner.runs);
    changes.push(...inner.changes);
  }
  return { runs, changes };
}

function launched(name: string, rest: readonly (string | null)[]): readonly (string | null)[] | null {
  if (!launchers.test(name)) return null;
  const at = rest.findIndex((word) => word !== null && !word.startsWith('-') && !launching.test(word));
  return at < 0 ? null : rest.slice(at);
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

/** What an argument that is no option makes a program do; null: nothing. */
function byArgument(program: string, name: string, rest: readonly (string | null)[]): string | null {
  const given = rest.filter((word): word is string => word !== null);
  const plain = given.filter((word) => !word.startsWith('-'));
  if (program === 'sed' && !plain.slice(0, 1).every(isPlainSed))
    return 'The script of sed may write files or run programs.';
  if (program === 'sed' && given.some((word) => /^-[a-z]*e|^--exp/.test(word)))
    return 'The script of sed may write files or run programs.';
  if (program === 'awk' && /system|[|>]|getline|@|close|printf?\s*\(.*,/.test(plain[0] ?? '')) {
    return 'The script of awk may write files or run programs.';
  }
  if (program === 'uniq' && plain.length > 1) return 'uniq writes its second file.';
  if (program === 'xxd' && plain.length > 1) return 'xxd writes its second file.';
  if (program === 'tar' && !/^-?-?(?:t|list)/.test(given[0] ?? '')) return 'tar writes files.';
  if (['make', 'gmake', 'just'].includes(program) && plain.some((word) => word.includes('='))) {
    return `A variable that ${name} is given may change what it runs.`;
  }
  if (program === 'mvn' || program === 'gradle') return null;
  if (program === 'git') return gitArgument(plain, given);
  if (program === 'cargo' && plain.some((word) => word.startsWith('+'))) return 'It chooses another toolchain.';
  return null;
}

/** Lines, and replacements that only print: `10,20p`, `s/a/b/g`. */
function isPlainSed(script: string): boolean {
  return (
    /^(?:\d+|\$)?(?:,(?:\d+|\$))?[pdq=]?$/.test(script) ||
    /^s\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\[^\n])*\/[gIip\d]*$/.test(script)
  );
}

function gitArgument(plain: readonly string[], given: readonly string[]): string | null {
  if (given.some((word) => /^ext::|^fd::/.test(word))) return 'Such an address makes git run a program.';
  const [command, second] = plain;
  if (command === 'bisect' && second === 'run') return 'git bisect run runs a program.';
  if (command === 'submodule' && second === 'foreach') return 'git submodule foreach runs a program.';
  if (command === 'rebase' && given.some((word) => /^-x|^--ex/.test(word))) return 'git rebase -x runs a program.';
  if (command === 'grep' && given.some((word) => /^-O/.test(word))) return 'git grep -O runs a program.';
  if (['config', 'filter-branch', 'hook', 'difftool', 'mergetool'].includes(command ?? ''))
    return `git ${command} can make git run programs.`;
  return null;
}
