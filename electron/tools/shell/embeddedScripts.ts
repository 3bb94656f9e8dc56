// Options whose value is run: a shell text, or a program name. From the projects' manuals. Such a value is parsed as a
// command line, and the option is a doubt, because only the program knows how it uses it.

import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { ArgumentList } from './wrapperOptions.ts';

export interface EmbeddedScripts {
  texts: string[];
  doubts: UserText[];
}

interface Options {
  /** Letters; the value is the rest of the word or the next one. */
  letters: string;
  /** With dashes; the value follows `=` or is the next word. Unique prefixes count. */
  names: readonly string[];
}

const table: readonly (readonly [programs: string, letters: string, names: string])[] = [
  [
    'tar gtar bsdtar',
    'IF',
    '--to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rsh-command --rmt-command',
  ],
  ['cpio', '', '--rsh-command --rmt-command'],
  ['rsync', 'eM', '--rsh --rsync-path --remote-option'],
  ['scp sftp', 'SDoF', ''],
  ['zip', '', '--unzip-command -TT'],
  ['sort gsort', '', '--compress-program'],
  ['split gsplit', '', '--filter'],
  ['man', 'PHC', '--pager --html --config-file'],
  ['nc ncat netcat', 'ec', '--exec --sh-exec --lua-exec'],
  ['tcpdump', 'z', ''],
  ['rg', '', '--pre --hostname-bin'],
  ['bat batcat delta ag', '', '--pager'],
  ['curl', 'K', '--config'],
  ['wget', 'e', '--use-askpass --execute --config'],
  ['make gmake bmake', 'E', '--eval'],
  ['npm npx pnpm pnpx yarn bun bunx', '', '--script-shell --shell --node-options --editor --viewer --browser --git'],
  ['hg', 'e', '--config --ssh --remotecmd'],
  ['svn', '', '--editor-cmd --diff-cmd --diff3-cmd --config-option'],
  ['apt apt-get aptitude apt-cache', 'o', '--option --config-file'],
  ['dpkg', '', '--pre-invoke --post-invoke --status-logger'],
  ['cargo', '', '--config'],
  ['go', '', '-exec --exec -toolexec --toolexec -vettool --vettool'],
  ['gcc g++ cc c++ clang clang++', '', '-wrapper -fplugin -specs --specs'],
  ['bazel bazelisk', '', '--run_under --workspace_status_command'],
  ['yt-dlp youtube-dl', '', '--exec --exec-before-download --netrc-cmd --external-downloader --downloader'],
  [
    'aria2c',
    '',
    '--on-download-complete --on-download-start --on-download-error --on-download-stop --on-bt-download-complete',
  ],
  ['ctags', '', '--options'],
  ['nmap', '', '--script'],
  ['gpg gpg2', '', '--photo-viewer --exec-path --agent-program --dirmngr-program'],
  ['less more most', 'k', '--lesskey-src --lesskey-file --lesskey-content'],
];

const programs = new Map(
  table.flatMap(([names, letters, long]) => {
    const options: Options = { letters, names: long.split(' ').filter(Boolean) };
    return names.split(' ').map((name) => [name, options] as const);
  }),
);

/** `make` variables that change how every recipe line is run. */
const ofEveryLine = /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS|MAKE|MAKEFILES)[:+?!]*=/;

export function findEmbeddedScripts(name: string, rest: ArgumentList): EmbeddedScripts {
  const texts: EmbeddedScripts = { texts: [], doubts: [] };
  const options = programs.get(name);
  for (const [at, word] of rest.entries()) {
    if (word === null) continue;
    const value = options && optionValue(options, word, rest[at + 1]);
    if (value !== undefined && !isPlainShell(name, value)) addEmbeddedScript(texts, name, word, value);
    if (/^\+.*[!|]/.test(word) && ['less', 'more', 'most'].includes(name))
      addEmbeddedScript(texts, name, word, word.slice(2));
    if (/^(?:gmake|bmake|make)$/.test(name) && /^[\w.]+[:+?!]*=/.test(word)) {
      const text = word.slice(word.indexOf('=') + 1);
      if (ofEveryLine.test(word)) addEmbeddedScript(texts, name, word, text);
      else if (isCommand(text)) texts.texts.push(text);
    }
    const address = name === 'socat' ? /^(?:exec|system|shell):(.*)/is.exec(word)?.[1] : undefined;
    if (address !== undefined) addEmbeddedScript(texts, name, word, address);
  }
  return texts;
}

/** A variable's value: `gcc` and `-O2 -g` are no arguments for an arbitrary program. */
function isCommand(text: string): boolean {
  return /[;&|<>()`$\n]/.test(text) || (/\s/.test(text) && !text.startsWith('-'));
}

/** The default shell of these. */
function isPlainShell(name: string, value: string | null): boolean {
  return name === 'rsync' && value === 'ssh';
}

/** Undefined if it is not one of these; null if its value is only known at run time. */
export function optionValue(
  { letters, names }: Options,
  word: string,
  next: string | null | undefined,
): string | null | undefined {
  const [name = '', ...value] = word.split('=');
  // `--no` answers a question and is no prefix of `--node-options`.
  const isBeginning = name.startsWith('--') && name.length > 3 && name !== '--no';
  const isNamed = names.some((one) => one === name || (isBeginning && one.startsWith(name)));
  if (isNamed) return value.length > 0 ? value.join('=') : (next ?? null);
  if (letters === '' || !/^-[A-Za-z0-9]/.test(word)) return undefined;
  const at = [...word].findIndex((letter, place) => place > 0 && letters.includes(letter));
  if (at < 0) return undefined;
  return at < word.length - 1 ? word.slice(at + 1) : (next ?? null);
}

export function addEmbeddedScript(
  { texts, doubts }: EmbeddedScripts,
  name: string,
  word: string,
  value: string | null,
): void {
  doubts.push(say`${name} runs whatever ${word.split('=')[0]?.slice(0, 60) ?? ''} specifies.`);
  if (value === null || value === '') return;
  // A leading `!` marks a shell text, as in aliases.
  const add = (text: string): void => void texts.push(text, ...(text.startsWith('!') ? [text.slice(1)] : []));
  add(value);
  // `--checkpoint-action=exec=…`, `-o ProxyCommand=…`, `-o "ProxyCommand …"`
  const inner = /^[\w.:-]+(?:=|\s+)(.+)/s.exec(value)?.[1];
  if (inner !== undefined) add(inner);
}
