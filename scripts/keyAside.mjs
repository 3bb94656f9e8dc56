// Keeps the key of the environment out of it. What a process was started with stays readable, for as long as it lives, to
// every program of the same person (/proc/<id>/environ, `ps -E`): to take the variable out of `process.env` is not enough.
// So a door that finds the key in its environment starts once more, in its own place and without it, and gets it through a
// pipe. What the shell and npm hold is theirs, and so is the memory of a process, to whoever may trace it.

import { closeSync, existsSync, readSync } from 'node:fs';

const variable = 'OPENAI_API_KEY';
/** Names the descriptor from which the key is read. */
const mark = 'THROUGHLINE_KEY_FD';
const descriptor = 3;

/** The pipe is the shell's here-document, so that no file ever holds the key. Its beginning fits into one: nobody waits. */
const script = `k=$${variable}; unset ${variable}; ${mark}=${descriptor} exec "$@" ${descriptor}<<END_OF_KEY
$k
END_OF_KEY`;
const mostKept = 4000;
/** macOS has a /bin/sh that writes such a text to a file first. */
const shells = ['/bin/dash', '/bin/sh'];

/** Commands of the command line behind which tools or servers run: a model decides what they look at. */
const running = new Set(['run', 'resolve', 'tool', 'serve', 'mcp']);

/** @param {readonly string[]} args */
export function runsTools(args) {
  return running.has(args[0] ?? '');
}

/**
 * Where the environment has the key: runs the program in this one's place, as the same process, and does not return.
 * It returns where there is no key, and where the system or this Node cannot do it.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function startWithoutKey(command, args) {
  const key = process.env[variable];
  const shell = shells.find((path) => existsSync(path));
  if (!key?.trim() || key.length > mostKept || process.env[mark] || process.env.NODE_CHANNEL_FD) return;
  // Since Node 22.15; never within Electron, whose helpers have begun by then.
  if (!shell || typeof process.execve !== 'function' || process.versions.electron) return;
  try {
    process.execve(shell, ['sh', '-c', script, 'sh', command, ...args], { ...process.env });
  } catch {
    // It goes on as it is.
  }
}

/**
 * The environment with the key in it, for this program alone: what it starts finds none in `process.env`. To be called once.
 * @returns {Record<string, string | undefined>}
 */
export function takeEnvironment() {
  const environment = { ...process.env };
  if (environment[mark] === String(descriptor)) {
    const key = readToEnd().trim();
    if (key !== '') environment[variable] = key;
  }
  for (const name of [variable, mark]) delete process.env[name];
  delete environment[mark];
  return environment;
}

/**
 * How a program is started that is to have the key: by a pipe, into which `key` is then written.
 * @param {string | undefined} key
 * @returns {import('node:child_process').SpawnOptions & {key?: string}}
 */
export function withKey(key) {
  if (!key) return {};
  if (process.platform === 'win32') return { env: { ...process.env, [variable]: key } };
  return { key, env: { ...process.env, [mark]: String(descriptor) }, stdio: ['inherit', 'inherit', 'inherit', 'pipe'] };
}

/**
 * Writes the key to the pipe of a program that was started so.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string | undefined} key
 */
export function giveKey(child, key) {
  const pipe = child.stdio[descriptor];
  if (key === undefined || !pipe || !('end' in pipe)) return;
  pipe.on('error', () => {}).end(key);
}

function readToEnd() {
  const bytes = Buffer.alloc(64 * 1024);
  let length = 0;
  try {
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    closeSync(descriptor);
  } catch {
    // Whoever set the mark gave nothing to read.
  }
  return bytes.toString('utf8', 0, length);
}
