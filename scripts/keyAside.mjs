// Keeps API keys out of the environment. A process's initial environment stays readable to every process of the same
// user for as long as it lives (/proc/<id>/environ, `ps -E`), so deleting a variable from `process.env` is not enough.
// An entry point that finds keys therefore re-executes itself without them and receives them through a pipe. The shell
// and npm still hold them, and so does the process's memory, for anyone who may trace it.

import { closeSync, existsSync, readSync } from 'node:fs';

/** Every variable that may contain a key: of well-known providers, of search services, and of encrypted data. */
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
  'THROUGHLINE_RECOVERY_CODE',
  'THROUGHLINE_WEBHOOK_SECRET',
];
/** The descriptor to read keys from, one `NAME=key` per line. */
const mark = 'THROUGHLINE_KEY_FD';
const descriptor = 3;
/** Fits into a pipe's buffer, so that writing never blocks. */
const maxKept = 4000;
/** macOS has a /bin/sh that writes here-documents to a file first. */
const shells = ['/bin/dash', '/bin/sh'];

/** Commands that run tools or servers: a model decides what they access. */
const running = new Set([
  'run',
  'chat',
  'acp',
  'compare',
  'record',
  'resolve',
  'tool',
  'serve',
  'mcp',
  'agents',
  'schedule',
  'service',
  'goal',
]);

/**
 * Moves the options that every command takes behind the command's name.
 *
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function commandFirst(args) {
  let at = 0;
  while (/^--(?:data|project)(?:=|$)/.test(args[at] ?? '')) at += args[at]?.includes('=') ? 1 : 2;
  return [...args.slice(at, at + 1), ...args.slice(0, at), ...args.slice(at + 1)];
}

/** @param {readonly string[]} args */
export function runsTools(args) {
  return running.has(commandFirst(args)[0] ?? '');
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string>}
 */
export function keysOf(environment) {
  return Object.fromEntries(
    keyNames.flatMap((name) => {
      const key = environment[name]?.trim();
      // Keys are single-line.
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
 * If the environment has keys: replaces this process with the program and does not return. Returns if there are none,
 * or if the system or this Node cannot do it.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function startWithoutKey(command, args) {
  const names = fitting(keysOf(process.env));
  const shell = shells.find((path) => existsSync(path));
  if (names.length === 0 || process.env[mark] || process.env.NODE_CHANNEL_FD) return;
  // Since Node 22.15; never within Electron, whose helper processes have already started.
  if (!shell || typeof process.execve !== 'function' || process.versions.electron) return;
  try {
    process.execve(shell, ['sh', '-c', scriptFor(names), 'sh', command, ...args], { ...process.env });
  } catch {
    // Continues unchanged.
  }
}

/**
 * Returns the names whose keys fit into the pipe; the others stay in the environment.
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
 * The pipe is the shell's here-document, so that no file ever contains a key.
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
 * Returns the environment including the keys, for this process alone: its children find none in `process.env`. Call
 * once.
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
 * Returns spawn options for a program that receives the keys through a pipe.
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
 * Writes the keys to the pipe of a program started with these options.
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
    // The mark was set without a pipe to read.
  }
  return bytes.toString('utf8', 0, length);
}
