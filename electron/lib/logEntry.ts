// One entry of a log file as a line. Whatever a caller passes, only codes, numbers and places in the app's own code get
// through: an error's message may repeat a prompt, a key or a path.

import { constants } from 'node:os';
import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodes } from '../../shared/core/errors.ts';
import type { LogFields, LogLevel } from './log.ts';
import { type LogCode, logCodes } from './logCodes.ts';

export interface LogEntry {
  at: Date;
  level: LogLevel;
  /** `desktop`, `browser` or a command's name, and the process ID. */
  host: string;
  code: LogCode;
  fields?: LogFields | undefined;
}

const knownCodes: ReadonlySet<string> = new Set([...Object.keys(constants.errno), ...errorCodes]);
/** Of Node and of its HTTP client, and what this file makes of a database's error. */
const otherCode = /^(?:(?:UND_)?ERR_[A-Z][A-Z_]{1,60}|SQLITE_\d{1,5})$/;
const knownNames: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'],
  ...['AbortError', 'TimeoutError', 'DOMException', 'ZodError', 'SentenceError'],
]);
const methodName = /^[a-z][A-Za-z]{0,30}\.[a-z][A-Za-z]{0,30}$/;
const maxFrames = 6;
/** The folder of the app's own modules, in a build and from source. */
const ownFolder = ownRoot(dirname(fileURLToPath(import.meta.url)));

export function entryLine({ at, level, host, code, fields = {} }: LogEntry): string {
  const parts = [at.toISOString(), level, host, code, ...fieldTexts(level, fields)];
  return `${parts.join(' ')} – ${logCodes[code]}\n`;
}

function fieldTexts(level: LogLevel, { reason, method, status, count }: LogFields): string[] {
  const texts = reason === undefined ? [] : [`reason=${reasonCode(reason)}`];
  if (method !== undefined) texts.push(`method=${methodName.test(method) ? method : 'unknown'}`);
  for (const [name, value] of Object.entries({ status, count })) {
    if (value !== undefined) texts.push(`${name}=${Number.isFinite(value) ? value : 'unknown'}`);
  }
  const frames = level === 'defect' ? ownFrames(reason) : [];
  return frames.length === 0 ? texts : [...texts, `at=${frames.join('<')}`];
}

/** Returns the code of an error, else its class, if that is a well-known one. */
export function reasonCode(reason: unknown): string {
  try {
    if (typeof reason !== 'object' || reason === null) return 'unknown';
    const { code, errcode, name, cause } = reason as Record<string, unknown>;
    if (typeof code === 'string' && (knownCodes.has(code) || otherCode.test(code))) return code;
    if (typeof errcode === 'number' && Number.isInteger(errcode)) return `SQLITE_${errcode}`;
    if (typeof cause === 'object' && cause !== null && cause !== reason && 'code' in cause)
      return reasonCode({ ...cause });
    return typeof name === 'string' && knownNames.has(name) ? name : 'unknown';
  } catch {
    // A getter of a foreign object.
    return 'unknown';
  }
}

/** Returns places such as `chat.js:12:5`. Names of functions are left out: they may be made at run time. */
function ownFrames(reason: unknown): string[] {
  try {
    if (!(reason instanceof Error) || typeof reason.stack !== 'string') return [];
    // The stack begins with the message, which could look like a place.
    const head = `${reason.name}: ${reason.message}\n`;
    if (!reason.stack.startsWith(head)) return [];
    return reason.stack
      .slice(head.length)
      .split('\n')
      .flatMap((line) => {
        const [, path, place] = /^ {4}at .*?(?:file:\/\/)?(\/?[^()\s][^()]*?):(\d+:\d+)\)?$/.exec(line) ?? [];
        if (path === undefined || place === undefined) return [];
        const file = path.slice(path.lastIndexOf(' ') + 1).replace(/^file:\/\//, '');
        return file.startsWith(ownFolder) ? [`${basename(file)}:${place}`] : [];
      })
      .slice(0, maxFrames);
  } catch {
    return [];
  }
}

function ownRoot(folder: string): string {
  const parent = basename(folder) === 'lib' || basename(folder) === 'chunks' ? dirname(folder) : folder;
  return parent + sep;
}
