// Programs that run what their arguments say: what they run is a command of its own, and so are its wrappers.

import { isInterpreter, programName } from '../../../shared/permission/programs.ts';

export type Words = readonly (string | null)[];

export interface Unwrapped {
  /** Words of the commands that it runs. */
  commands: Words[];
  /** Command lines that it gives to a shell. */
  texts: string[];
  /** Variables that it sets for them. */
  assignments: string[];
  /** Why it cannot be told what it runs. */
  doubts: string[];
}

interface Wrapper {
  /** Options that take the next word as their value. */
  valued: readonly string[];
  /** How many words stand before the command. */
  skip?: number;
  /** NAME=value before the command. */
  assigns?: boolean;
  /** More words come while it runs. */
  open?: boolean;
  /** Options that make it do something else. */
  unclear?: RegExp;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    valued: [
      '-u',
      '-g',
      '-p',
      '-C',
      '-D',
      '-R',
      '-T',
      '-U',
      '-r',
      '-t',
      '-h',
      '--user',
      '--group',
      '--prompt',
      '--chdir',
      '--chroot',
      '--host',
      '--role',
      '--type',
    ],
    assigns: true,
    unclear: /^-[a-zA-Z]*[ise]|^--(?:shell|login|edit)/,
  },
  doas: { valued: ['-u', '-C', '-a'], unclear: /^-[a-zA-Z]*s/ },
  env: { valued: ['-u', '-C', '--unset', '--chdir', '-P'], assigns: true, unclear: /^-[a-zA-Z]*S|^--split/ },
  nohup: { valued: [] },
  setsid: { valued: [] },
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '-n', '--class', '--classdata'] },
  chrt: { valued: [], skip: 1 },
  taskset: { valued: [], skip: 1 },
  time: { valued: ['-f', '-o', '--format', '--output'], unclear: /^-[a-z]*[oa]|^--(?:output|append)/ },
  timeout: { valued: ['-s', '-k', '--signal', '--kill-after'], skip: 1 },
  command: { valued: [] },
  builtin: { valued: [] },
  exec: { valued: ['-a'] },
  busybox: { valued: [] },
  toybox: { valued: [] },
  chroot: { valued: [], skip: 1 },
  caffeinate: { valued: ['-t', '-w'] },
  arch: { valued: ['-e', '-d'] },
  xargs: {
    valued: [
      '-I',
      '-n',
      '-P',
      '-L',
      '-s',
      '-d',
      '-E',
      '-a',
      '-R',
      '-S',
      '-J',
      '--replace',
      '--max-args',
      '--max-procs',
      '--max-lines',
      '--max-chars',
      '--delimiter',
      '--eof',
      '--arg-file',
      '--process-slot-var',
    ],
    open: true,
  },
};

/** Options too many to know: whatever follows may be the command. */
const unclearWrappers = new Set([
  ...['parallel', 'unshare', 'nsenter', 'strace', 'ltrace', 'gdb', 'lldb', 'valgrind', 'perf', 'firejail', 'bwrap'],
  ...['systemd-run', 'runuser', 'setpriv', 'capsh', 'proot', 'fakeroot', 'rlwrap', 'unbuffer', 'entr', 'watchexec'],
  ...['nodemon', 'dbus-run-session', 'xvfb-run', 'daemonize', 'start-stop-daemon', 'chpst', 'softlimit', 'prlimit'],
  ...[
    'numactl',
    'cgexec',
    'torsocks',
    'proxychains',
    'proxychains4',
    'flock',
    'script',
    'su',
    'pkexec',
    'gosu',
    'su-exec',
    'direnv',
    'hyperfine',
    'tmux',
    'screen',
    'at',
    'batch',
    'coproc',
  ],
]);

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh', 'mksh', 'yash']);

/** Options of interpreters whose value is code. */
const codeOptions =
  /^-[A-Za-z]*[ceErRp]|^--(?:eval|print|command|execute|run|require|import|loader|env-file|experimental-loader|inspect|init-file|rcfile)/;

export function unwrap(words: Words): Unwrapped {
  const made: Unwrapped = { commands: [], texts: [], assignments: [], doubts: [] };
  const [first, ...rest] = words;
  if (typeof first !== 'string') return made;
  const name = programName(first);
  if (shells.has(name)) return shell(name, rest, made);
  if (isInterpreter(first)) return interpreter(name, rest, made);
  if (name === 'ssh') return ssh(rest, made);
  if (name === 'watch') return watch(rest, made);
  if (['find', 'gfind', 'fd', 'fdfind'].includes(name)) return found(rest, made);
  if (unclearWrappers.has(name)) return unclear(name, rest, made);
  const wrapper = wrappers[name];
  return wrapper ? plain(name, wrapper, rest, made) : made;
}

function plain(name: string, wrapper: Wrapper, rest: Words, made: Unwrapped): Unwrapped {
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word === null || word === undefined) return unclear(name, rest.slice(at), made);
    if (word === '--') {
      at++;
      break;
    }
    if (wrapper.unclear?.test(word)) return unclear(name, rest.slice(at + 1), made);
    if (wrapper.valued.includes(word)) at++;
    else if (!word.startsWith('-')) break;
    // Only asks where a program is.
    else if (name === 'command' && /^-[vV]/.test(word)) return made;
  }
  at += wrapper.skip ?? 0;
  if (wrapper.assigns) {
    for (; /^[A-Za-z_]\w*\+?=/.test(rest[at] ?? ''); at++)
      made.assignments.push((rest[at] as string).split(/\+?=/)[0] as string);
  }
  const inner = rest.slice(at);
  if (inner.length > 0) made.commands.push(wrapper.open ? [...inner, null] : inner);
  else if (['sudo', 'exec', 'chroot', 'command', 'builtin'].includes(name))
    made.doubts.push(`${name} does not say what it runs.`);
  return made;
}

function unclear(name: string, rest: Words, made: Unwrapped): Unwrapped {
  made.doubts.push(`${name} runs other programs in a way that is not looked into.`);
  for (let at = 0; at < Math.min(rest.length, 50); at++) {
    const word = rest[at];
    made.commands.push(rest.slice(at));
    if (word?.includes(' ')) made.texts.push(word);
  }
  return made;
}

function shell(name: string, rest: Words, made: Unwrapped): Unwrapped {
  const at = rest.findIndex((word) => word === null || !/^[-+]/.test(word));
  const options = at < 0 ? rest : rest.slice(0, at);
  if (options.some((word) => /^-[A-Za-z]*c/.test(word ?? ''))) {
    const text = rest[at];
    if (at >= 0 && typeof text === 'string') made.texts.push(text);
    else made.doubts.push(`${name} runs a text that is made while it runs.`);
    if (rest.length > at + 1 && at >= 0) made.doubts.push(`${name} gives words to the text that it runs.`);
  } else if (at < 0 || options.some((word) => /^-[A-Za-z]*s/.test(word ?? ''))) {
    made.doubts.push(`${name} runs what it reads.`);
  }
  if (options.some((word) => /^[-+]O|^-[A-Za-z]*[il]|^--/.test(word ?? '')))
    made.doubts.push(`${name} loads settings of its own.`);
  return made;
}

function interpreter(name: string, rest: Words, made: Unwrapped): Unwrapped {
  const at = rest.findIndex((word) => word === null || !word.startsWith('-') || word === '-');
  const options = at < 0 ? rest : rest.slice(0, at);
  const module = options.at(-1) === '-m';
  if (options.some((word) => word !== '-m' && codeOptions.test(word ?? '')))
    made.doubts.push(`${name} runs code that is given as text.`);
  const asks = options.some((word) => /^(?:-v|-V|--version|--help|-h)$/.test(word ?? ''));
  if (!asks && !module && (at < 0 || rest[at] === '-' || rest[at] === null))
    made.doubts.push(`${name} runs what it reads.`);
  if (name === 'deno' || name === 'bun' || name === 'java') return made;
  return made;
}

function ssh(rest: Words, made: Unwrapped): Unwrapped {
  const valued = /^-[BbcDEeFIiJLlmOopPQRSWw]$/;
  let at = 0;
  while (at < rest.length && rest[at]?.startsWith('-')) at += valued.test(rest[at] as string) ? 2 : 1;
  const remote = rest.slice(at + 1);
  if (remote.length === 0) made.doubts.push('ssh opens a session on another machine.');
  else if (remote.includes(null)) made.doubts.push('ssh runs a text that is made while it runs.');
  else made.texts.push(remote.join(' '));
  return made;
}

function watch(rest: Words, made: Unwrapped): Unwrapped {
  let at = 0;
  while (at < rest.length && rest[at]?.startsWith('-'))
    at += /^-[nq]$|^--(?:interval|equexit)$/.test(rest[at] as string) ? 2 : 1;
  const run = rest.slice(at);
  if (run.includes(null)) made.doubts.push('watch runs a text that is made while it runs.');
  else if (run.length > 0) made.texts.push(run.join(' '));
  return made;
}

/** What `find -exec … ;` and `fd -x …` run, with the names of files in place of `{}`. */
function found(rest: Words, made: Unwrapped): Unwrapped {
  for (let at = 0; at < rest.length; at++) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)(?:=|$)/.test(rest[at] ?? '')) continue;
    const own = (rest[at] ?? '').split('=').slice(1);
    const after = rest.slice(at + 1);
    const end = after.findIndex((word) => word === ';' || word === '+');
    const inner = [...own, ...(end < 0 ? after : after.slice(0, end))];
    made.commands.push(inner.map((word) => (word?.includes('{') ? null : word)));
  }
  return made;
}
