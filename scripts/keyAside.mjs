// Keeps the keys of the environment out of it. What a process was started with stays readable, for as long as it lives, to
// every program of the same person (/proc/<id>/environ, `ps -E`): to take a variable out of `process.env` is not enough.
// So a door that finds keys in its environment starts once more, in its own place and without them, and gets them through a
// pipe. What the shell and npm hold is theirs, and so is the memory of a process, to whoever may trace it.

import { closeSync, existsSync, readSync } from 'node:fs';

/** Every name under which a key is looked for: of the providers that are known by name, and of the services of the search. */
export const keyNames = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'MISTRAL_API_KEY',
  'OPENROUTER_API_KEY',
  'DEEPSEEK_API_KEY',
  'GROQ_API_KEY',
  'XAI_API_KEY',
  'TOGETHER_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'GITHUB_MODELS_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'OLLAMA_API_KEY',
  'BRAVE_API_KEY',
  'BRAVE_SEARCH_API_KEY',
  'TAVILY_API_KEY',
  'EXA_API_KEY',
  'KAGI_API_KEY',
];
/** Names the descriptor from which the keys are read, one `NAME=key` a line. */
const mark = 'THROUGHLINE_KEY_FD';
const descriptor = 3;
/** The beginning of a pipe fits into it: nobody waits. */
const maxKept = 4000;
/** macOS has a /bin/sh that writes such a text to a file first. */
const shells = ['/bin/dash', '/bin/sh'];

/** Commands of the command line behind which tools or servers run: a model decides what they look at. */
const running = new Set(['run', 'chat', 'record', 'resolve', 'tool', 'serve', 'mcp']);

/** @param {readonly string[]} args */
export function runsTools(args) {
  return running.has(args[0] ?? '');
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string>}
 */
export function keysOf(environment) {
  return Object.fromEntries(
    keyNames.flatMap((name) => {
      const key = environment[name]?.trim();
      // A key has one line.
      return key && !/[\r\n]/.test(key) ? [[name, key]] : [];
    }),
  );
}

/** @param {Record<string, string>} keys */
const linesOf = (keys) =>
  Object.entries(keys)
    .map(([name, key]) => `${name}=${key}\n`)
    .join('');

/**
 * Where the environment has keys: runs the program in this one's place, as the same process, and does not return.
 * It returns where there are none, and where the system or this Node cannot do it.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function startWithoutKey(command, args) {
  const names = fitting(keysOf(process.env));
  const shell = shells.find((path) => existsSync(path));
  if (names.length === 0 || process.env[mark] || process.env.NODE_CHANNEL_FD) return;
  // Since Node 22.15; never within Electron, whose helpers have begun by then.
  if (!shell || typeof process.execve !== 'function' || process.versions.electron) return;
  try {
    process.execve(shell, ['sh', '-c', scriptFor(names), 'sh', command, ...args], { ...process.env });
  } catch {
    // It goes on as it is.
  }
}

/**
 * Names of those that a pipe takes; where there are too many, the others stay where they are.
 * @param {Record<string, string>} keys
 */
function fitting(keys) {
  let left = maxKept;
  return Object.keys(keys).filter((name) => {
    const size = Buffer.byteLength(linesOf({ [name]: keys[name] ?? '' }));
    if (size > left) return false;
    left -= size;
    return true;
  });
}

/**
 * The pipe is the shell's here-document, so that no file ever holds a key.
 * @param {readonly string[]} names
 */
function scriptFor(names) {
  const held = (/** @type {string} */ name) => `throughline_${name}`;
  return `unset ${names.map(held).join(' ')}
${names.map((name) => `${held(name)}=$${name}`).join('\n')}
unset ${names.join(' ')}; ${mark}=${descriptor} exec "$@" ${descriptor}<<END_OF_KEYS
${names.map((name) => `${name}=$${held(name)}`).join('\n')}
END_OF_KEYS`;
}

/**
 * The environment with the keys in it, for this program alone: what it starts finds none in `process.env`. To be called once.
 * @returns {Record<string, string | undefined>}
 */
export function takeEnvironment() {
  const environment = { ...process.env };
  if (environment[mark] === String(descriptor)) {
    for (const line of readToEnd().split('\n')) {
      const [name = '', key = ''] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).trim()];
      if (keyNames.includes(name) && key !== '') environment[name] = key;
    }
  }
  for (const name of [...keyNames, mark]) delete process.env[name];
  delete environment[mark];
  return environment;
}

/**
 * How a program is started that is to have the keys: by a pipe, into which they are then written.
 * @param {Record<string, string>} keys
 * @returns {import('node:child_process').SpawnOptions & {keys?: Record<string, string>}}
 */
export function withKeys(keys) {
  if (Object.keys(keys).length === 0) return {};
  if (process.platform === 'win32') return { env: { ...process.env, ...keys } };
  return {
    keys,
    env: { ...process.env, [mark]: String(descriptor) },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  };
}

/**
 * Writes the keys to the pipe of a program that was started so.
 * @param {import('node:child_process').ChildProcess} child
 * @param {Record<string, string> | undefined} keys
 */
export function giveKeys(child, keys) {
  const pipe = child.stdio[descriptor];
  if (keys === undefined || !pipe || !('end' in pipe)) return;
  pipe.on('error', () => {}).end(linesOf(keys));
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
