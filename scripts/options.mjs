// The command line options of `npm start` and both hosts, in one table. Plain JavaScript: the start script runs on Node
// 20 or later, before anything is installed.

import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** @type {import('./options.d.mts').OptionRow[]} */
export const optionTable = [
  { name: 'browser', value: null, says: 'serve the app to a browser instead of opening the desktop window' },
  { name: 'port', value: 'N', says: 'the port of the browser host, 0 to 65535 (0: any free port)' },
  { name: 'no-open', value: null, says: 'print the address of the browser host without opening a browser' },
  { name: 'remote', value: 'NAME', says: 'let paired devices in over HTTPS, under this host name of a tunnel' },
  { name: 'data', value: 'DIR', says: 'keep conversations and settings in this folder' },
  { name: 'project', value: 'DIR', says: 'open this folder as the project' },
  { name: 'resume', value: 'ID', says: 'open this conversation: an ID, or at least its first 4 characters' },
  { name: 'continue', value: null, says: 'open the latest conversation (of the project, when one is given)' },
  { name: 'scenario', value: 'FILE', says: 'let the demo model answer by this scenario file' },
  { name: 'help', value: null, says: 'show this list' },
];

export const usage = [
  'Usage: npm start -- [options]',
  '',
  ...optionTable.map(({ name, value, says }) => `  ${`--${name}${value ? ` ${value}` : ''}`.padEnd(16)}${says}`),
  '',
].join('\n');

/** @type {typeof import('./options.d.mts').readOptions} */
export function readOptions(args, { folder, strict = true }) {
  /** @type {import('./options.d.mts').StartOptions} */
  const options = {
    browser: false,
    port: null,
    open: true,
    remote: null,
    data: null,
    project: null,
    resume: null,
    continue: false,
    scenario: null,
    help: false,
  };
  for (const token of tokensOf(args)) {
    if (token.kind === 'option-terminator') continue;
    const row = token.kind === 'option' ? optionTable.find((one) => `--${one.name}` === token.rawName) : undefined;
    if (!row) {
      if (!strict) continue;
      return refuse(
        token.kind === 'option' ? `Unknown option ${token.rawName}` : `Unexpected argument "${token.value}"`,
      );
    }
    const value = token.value ?? '';
    if (row.value === null && token.inlineValue) return refuse(`--${row.name} takes no value`);
    if (row.value !== null && (value === '' || (!token.inlineValue && value.startsWith('--'))))
      return refuse(`--${row.name} needs a value (${row.value})`);
    if (row.name === 'port') {
      options.port = portOf(value);
      if (options.port === null) return refuse(`--port must be a number from 0 to 65535, not "${value}"`);
    } else if (row.name === 'no-open') options.open = false;
    else if (row.name === 'remote') options.remote = value;
    else if (row.name === 'data' || row.name === 'project' || row.name === 'scenario') {
      if (value.includes('\0')) return refuse(`--${row.name} is not a valid path`);
      options[row.name] = isAbsolute(value) ? value : resolve(folder, value);
    } else if (row.name === 'resume') options.resume = value;
    else options[row.name] = true;
  }
  if (options.resume !== null && options.continue) return refuse('Use either --resume or --continue, not both');
  return { ok: true, options };
}

/** @type {typeof import('./options.d.mts').argumentsOf} */
export function argumentsOf(options) {
  return [
    ...(options.port === null ? [] : ['--port', String(options.port)]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.remote === null ? [] : ['--remote', options.remote]),
    ...(options.data === null ? [] : ['--data', options.data]),
    ...(options.project === null ? [] : ['--project', options.project]),
    ...(options.resume === null ? [] : ['--resume', options.resume]),
    ...(options.continue ? ['--continue'] : []),
    ...(options.scenario === null ? [] : ['--scenario', options.scenario]),
  ];
}

/** @param {readonly string[]} args */
function tokensOf(args) {
  const takesValue = optionTable.filter((row) => row.value !== null);
  return parseArgs({
    args: [...args],
    options: Object.fromEntries([
      ...optionTable.map((row) => [row.name, { type: 'boolean' }]),
      ...takesValue.map((row) => [row.name, { type: 'string' }]),
    ]),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** @param {string} value */
function portOf(value) {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : null;
}

/**
 * @param {string} what
 * @returns {{ok: false, message: string}}
 */
function refuse(what) {
  return { ok: false, message: `${what}. Run "npm start -- --help" for the options.` };
}
