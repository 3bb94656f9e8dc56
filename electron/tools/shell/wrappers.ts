// What a command runs indirectly: the arguments of wrappers, launchers and shells are commands too. Judged by its words
// alone; anything unclear is a doubt.

import { say, type UserText } from '../../../shared/core/sentence.ts';
import { isInterpreter, programName } from '../../../shared/permission/programs.ts';
import { addEmbeddedScript, findEmbeddedScripts, optionValue } from './embeddedScripts.ts';
import { commandsRunByGit } from './gitArguments.ts';
import { mayRunScript } from './scriptArguments.ts';
import { readFrom, scriptsRunByShell } from './shellRuns.ts';
import { type ArgumentList, findCommandStart } from './wrapperOptions.ts';
import {
  acceptsCommand,
  isSystemProgram,
  isUnclear,
  launcherOf,
  shells,
  type Wrapper,
  wrappers,
} from './wrapperTable.ts';

export interface InnerCommands {
  /** What it runs. `isLast`: its own inner commands are already listed. */
  commands: { words: ArgumentList; isLast?: true }[];
  /** A project program launched by name; approval covers it, and it is no separate command. */
  launched: ArgumentList | null;
  /** Command lines passed to a shell. */
  texts: string[];
  /** Variables set for them. */
  assignments: string[];
  /** Why it is unclear what it runs. */
  doubts: UserText[];
}

/** For a command that may begin at any word: maximum starts to check, and words of each. */
const maxPrefixes = 50;
const maxWords = 30;

/** Interpreter options whose value is code. */
const codeOptions =
  /^-[A-Za-z]*[ceErRp]|^--(?:eval|print|command|execute|run|require|import|loader|env-file|experimental-loader|inspect|init-file|rcfile)/;

/** `platform` as in `process.platform`. */
export function unwrapCommand(words: ArgumentList, platform: string): InnerCommands {
  const innerCommands: InnerCommands = { commands: [], launched: null, texts: [], assignments: [], doubts: [] };
  const [first, ...rest] = words;
  if (typeof first !== 'string') return innerCommands;
  const name = programName(first).toLowerCase();
  // The dynamic loader, under any system's name.
  if (isUnclear(name, rest) || /^ld(?:[-.].*)?\.so(?:[.-].*)?$/.test(name)) return unclear(name, rest, innerCommands);
  if (acceptsCommand(name, rest) || mayRunScript(name, rest, platform))
    innerCommands.doubts.push(say`${name} may run its arguments or its input.`);
  const optionTexts = findEmbeddedScripts(name, ownWords(name, rest));
  innerCommands.texts.push(...optionTexts.texts);
  innerCommands.doubts.push(...optionTexts.doubts);
  if (shells.has(name)) return shell(name, rest, innerCommands);
  if (name === 'ssh') return ssh(rest, innerCommands);
  if (name === 'watch') return watch(rest, innerCommands);
  if (['find', 'gfind', 'fd', 'fdfind'].includes(name)) return findRuns(name, rest, innerCommands);
  if (name === 'git') return git(rest, innerCommands);
  if (/^git-[a-z]/.test(name)) innerCommands.commands.push({ words: ['git', name.slice(4), ...rest] });
  const launcher = launcherOf(name, rest);
  if (launcher) {
    const start = findCommandStart(launcher.options, rest.slice(launcher.words));
    if (!start) return unclear(name, rest, innerCommands);
    return launch(rest.slice(launcher.words + start.at), innerCommands);
  }
  if (isInterpreter(first)) return interpreter(name, rest, innerCommands);
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (!wrapper) return innerCommands;
  // Only looks up a program.
  if (name === 'command' && /^-p?[vV]/.test(rest[0] ?? '')) return innerCommands;
  const start = findCommandStart(wrapper, rest);
  if (!start) return unclear(name, rest, innerCommands);
  innerCommands.assignments.push(...start.assignments);
  let inner = rest.slice(start.at);
  if (name === 'time') while (inner[0] === '!') inner = inner.slice(1);
  if (inner.length > 0) innerCommands.commands.push({ words: wrapper.open ? [...inner, null] : inner });
  else if (['sudo', 'exec', 'chroot', 'command', 'builtin'].includes(name))
    innerCommands.doubts.push(say`${name} does not specify what it runs.`);
  return innerCommands;
}

/** Excludes a launched program's words: its options are its own. */
function ownWords(name: string, rest: ArgumentList): ArgumentList {
  const launcher = launcherOf(name, rest);
  if (!launcher) return rest;
  // npm accepts its options after the program too, up to `--`.
  const start =
    name === 'npm'
      ? rest.indexOf('--')
      : launcher.words + (findCommandStart(launcher.options, rest.slice(launcher.words))?.at ?? rest.length);
  return start < 0 ? rest : rest.slice(0, start);
}

/** `vitest@3` of `npx vitest@3` is `vitest`. */
function launch(inner: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const [first, ...rest] = inner;
  if (first === undefined) return innerCommands;
  const words = [first?.replace(/(?<=.)@[^/]*$/, '') ?? null, ...rest];
  if (typeof words[0] === 'string' && !isSystemProgram(programName(words[0]))) innerCommands.launched = words;
  else innerCommands.commands.push({ words });
  return innerCommands;
}

/** May begin at any word, and each may be a shell text. */
function unclear(name: string, rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  innerCommands.doubts.push(say`${name} runs other programs in a way that cannot be checked.`);
  for (let at = 0; at < Math.min(rest.length, maxPrefixes); at++) {
    const word = rest[at];
    innerCommands.commands.push({ words: cut(rest, at, rest.length), isLast: true });
    // `--command=rm`
    const value = /^--?[\w-]+=(.+)/s.exec(word ?? '')?.[1];
    if (value) innerCommands.commands.push({ words: [value, null], isLast: true });
    for (const text of [word, value]) if (text && /[\s;&|<>()`]/.test(text)) innerCommands.texts.push(text);
  }
  return innerCommands;
}

/** Anything beyond the limit is unknown. */
function cut(words: ArgumentList, from: number, to: number): ArgumentList {
  return to - from <= maxWords ? words.slice(from, to) : [...words.slice(from, from + maxWords), null];
}

function shell(name: string, rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const runs = scriptsRunByShell(name, rest);
  if (!runs) return unclear(name, rest, innerCommands);
  innerCommands.texts.push(...runs.texts);
  innerCommands.doubts.push(...runs.doubts);
  return innerCommands;
}

function interpreter(name: string, rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const at = rest.findIndex((word) => word === null || !word.startsWith('-') || word === '-');
  const options = at < 0 ? rest : rest.slice(0, at);
  const isModule = options.at(-1) === '-m';
  if (options.some((word) => word !== '-m' && codeOptions.test(word ?? '')))
    innerCommands.doubts.push(say`${name} runs code passed as text.`);
  const asks = options.some((word) => /^(?:-v|-V|--version|--help|-h)$/.test(word ?? ''));
  const file = rest[at];
  if (!asks && !isModule && (at < 0 || file === '-' || file === null || readFrom.test(file ?? '')))
    innerCommands.doubts.push(say`${name} runs whatever it reads from its input.`);
  return isModule && at >= 0 ? launch(rest.slice(at), innerCommands) : innerCommands;
}

/** Values of `-o` that name no program. */
const harmlessSsh =
  /^(?:StrictHostKeyChecking|ConnectTimeout|ConnectionAttempts|BatchMode|ServerAlive\w+|LogLevel|Port|User|IdentityFile|IdentitiesOnly|Compression|ForwardAgent|PasswordAuthentication|PreferredAuthentications|AddressFamily|RequestTTY|ControlMaster|ControlPersist)[\s=]/i;

const sshOptions: Wrapper = { valued: 'BbcDEeFIiJLlmOopPQRSWw', flags: '46AaCfGgKkMNnqsTtVvXxYy' };

function ssh(rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const start = findCommandStart(sshOptions, rest);
  // Options may follow the host name too.
  const more = start && findCommandStart(sshOptions, rest.slice(start.at + 1));
  if (!more) return unclear('ssh', rest, innerCommands);
  for (const [at, word] of rest.slice(0, start.at + 1 + more.at).entries()) {
    const value = word === null ? undefined : optionValue({ letters: 'oF', names: [] }, word, rest[at + 1]);
    if (value !== undefined && !harmlessSsh.test(value ?? ''))
      addEmbeddedScript(innerCommands, 'ssh', word ?? '', value);
  }
  const remote = rest.slice(start.at + 1 + more.at);
  if (remote.length === 0) innerCommands.doubts.push(say`ssh opens a session on another machine.`);
  else if (remote.includes(null)) innerCommands.doubts.push(say`ssh runs text that cannot be checked in advance.`);
  else innerCommands.texts.push(remote.join(' '));
  return innerCommands;
}

function watch(rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const start = findCommandStart(
    { valued: 'nq', flags: 'bcegptwx', attached: 'd', longValued: ['--interval', '--equexit'] },
    rest,
  );
  if (!start) return unclear('watch', rest, innerCommands);
  const run = rest.slice(start.at);
  if (run.includes(null)) innerCommands.doubts.push(say`watch runs text that cannot be checked in advance.`);
  else if (run.length > 0) innerCommands.texts.push(run.join(' '));
  return innerCommands;
}

/** What `find -exec … ;` and `fd -x …` run, with file names for `{}`. */
function findRuns(name: string, rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const ends: number[] = [];
  for (let at = rest.length - 1, end = rest.length; at >= 0; at--) {
    if (rest[at] === ';' || rest[at] === '+') end = at;
    ends[at] = end;
  }
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const isOne =
      /^(?:-exec|-execdir|-ok|-okdir|--exec|--exec-batch)(?:=|$)/.test(word) ||
      (name.startsWith('fd') && /^-[A-Za-z]*[xX]/.test(word));
    if (!isOne) continue;
    const optionValue = word.startsWith('-') ? word.split('=').slice(1) : [];
    if (/^-[A-Za-z]*[xX](?=.)/.test(word) && name.startsWith('fd'))
      optionValue.push(word.replace(/^-[A-Za-z]*?[xX]/, ''));
    const inner = [...optionValue, ...cut(rest, at + 1, ends[at] ?? rest.length)];
    innerCommands.commands.push({ words: inner.map((word) => (word?.includes('{') ? null : word)) });
    if (innerCommands.commands.length > maxPrefixes) {
      innerCommands.doubts.push(say`${name} runs too many commands to check.`);
      break;
    }
  }
  return innerCommands;
}

/** Git commands that take another command, and everything else that git's arguments run. */
function git(rest: ArgumentList, innerCommands: InnerCommands): InnerCommands {
  const runs = commandsRunByGit(rest);
  if (runs.unclear) unclear('git', runs.unclear, innerCommands);
  innerCommands.texts.push(...runs.texts);
  innerCommands.doubts.push(...runs.doubts);
  for (const words of runs.commands) innerCommands.commands.push({ words: cut(words, 0, words.length) });
  return innerCommands;
}
