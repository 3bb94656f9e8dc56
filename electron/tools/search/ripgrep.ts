// Runs ripgrep and streams its matches up to a limit. Model input can never become an option: pattern and glob are
// option values, and no path is passed at all.

import { isUtf8 } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { TextEncoding } from '../../lib/textEncoding.ts';
import { unpacked } from '../../lib/unpacked.ts';
import type { Clock } from '../../ports/clock.ts';

export interface SearchMatch {
  /** Relative to the searched folder, with `/`; empty for a single-file search. */
  path: string;
  line: number;
  text: string;
  /** The raw bytes of a non-UTF-8 text. */
  bytes?: Buffer;
}

export interface SearchRequest {
  binary: string;
  /** The folder to search, or an open file. */
  place: { folder: string } | { file: number };
  pattern: string;
  glob: string | null;
  ignoreCase: boolean;
  /** Which .gitignore files apply: as in git, also outside a repository, or none. */
  ignoring: 'repository' | 'folder' | 'nothing';
  hiddenNames: readonly string[];
  /** Decode files with this encoding instead of UTF-8. */
  encoding?: TextEncoding;
  /** Report each matching file once, without lines. */
  onlyPaths?: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  clock: Clock;
  /** Called per match; false ends the search. */
  onMatch(match: SearchMatch): Promise<boolean>;
}

export type SearchEnd =
  | { kind: 'done'; complaint: string }
  | { kind: 'enough' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | { kind: 'failed'; message: string };

const maxComplaintLength = 4000;
/** Maximum number of glob variants, roughly. */
const maxGlobs = 16;

export async function runSearch(request: SearchRequest): Promise<SearchEnd> {
  const child = spawn(request.binary, argumentsOf(request), {
    cwd: 'folder' in request.place ? request.place.folder : undefined,
    stdio: ['file' in request.place ? request.place.file : 'ignore', 'pipe', 'pipe'],
  });
  const settled = new AbortController();
  const exit = exitOf(child);
  let stopped: 'timeout' | 'aborted' | 'enough' | null = null;
  const stop = (why: 'timeout' | 'aborted' | 'enough'): void => {
    stopped ??= why;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop('aborted');
  request.signal.addEventListener('abort', onAbort, { once: true });
  if (request.signal.aborted) onAbort();
  void request.clock.wait(request.timeoutMs, settled.signal).then(() => {
    if (!settled.signal.aborted) stop('timeout');
  });

  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < maxComplaintLength) complaint += text;
  });
  try {
    for await (const match of request.onlyPaths ? pathsOf(child) : matchesOf(child)) {
      if (stopped === null && !(await request.onMatch(match))) stop('enough');
      if (stopped !== null) break;
    }
    const ended = await exit;
    if (stopped !== null) return { kind: stopped };
    if (ended instanceof Error) return { kind: 'failed', message: ended.message };
    return { kind: 'done', complaint: complaint.trim() };
  } finally {
    settled.abort();
    request.signal.removeEventListener('abort', onAbort);
  }
}

const ignoringOptions = {
  repository: [],
  folder: ['--no-require-git', '--no-ignore-parent'],
  nothing: ['--no-ignore'],
} as const;

function argumentsOf(request: SearchRequest): string[] {
  const fixed = '--no-config --hidden --no-heading --with-filename --line-number --null --color=never --no-messages';
  const form = '--no-ignore-global --sort=path --engine=auto --crlf --max-columns=500 --max-columns-preview';
  return [
    ...fixed.split(' '),
    ...form.split(' '),
    ...ignoringOptions[request.ignoring],
    ...(request.ignoreCase ? ['--ignore-case'] : []),
    ...(request.glob === null ? [] : globForms(request.glob).map((glob) => `--glob=${glob}`)),
    // After the glob, so that it cannot re-include them.
    ...request.hiddenNames.map((name) => `--glob=!${name}`),
    ...(request.encoding === undefined || request.encoding === 'utf-8' ? [] : [`--encoding=${request.encoding}`]),
    ...(request.onlyPaths ? ['--files-with-matches'] : []),
    `--regexp=${request.pattern}`,
    '--',
    'file' in request.place ? '-' : './',
  ];
}

/** Names on disk may be composed or decomposed, per folder. */
function globForms(glob: string): string[] {
  let forms = [''];
  for (const [at, part] of glob.split('/').entries()) {
    const spellings = [...new Set([part, part.normalize('NFC'), part.normalize('NFD')])];
    const last = forms.length > maxGlobs ? spellings.slice(0, 1) : spellings;
    forms = forms.flatMap((form) => last.map((each) => (at === 0 ? each : `${form}/${each}`)));
  }
  return forms;
}

async function* pathsOf(child: ChildProcess): AsyncGenerator<SearchMatch> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout ?? []) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      yield { path: plainPath(rest.subarray(0, end)), line: 0, text: '' };
      rest = rest.subarray(end + 1);
    }
  }
}

async function* matchesOf(child: ChildProcess): AsyncGenerator<SearchMatch> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout ?? []) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (;;) {
      // Paths may contain line breaks; the match ends at the first one after the path.
      const end = rest.indexOf(0, from);
      const feed = end === -1 ? -1 : rest.indexOf(10, end);
      if (feed === -1) break;
      const match = matchIn(rest.subarray(from, end), rest.subarray(end + 1, feed));
      from = feed + 1;
      if (match !== null) yield match;
    }
    rest = rest.subarray(from);
  }
}

/** ripgrep's note before the next path that a binary file matches. */
const remarks = /^(?:\.\/[^\0]*?: binary file matches \(found [^\n]*\)\n)+(?=\.\/)/;

function matchIn(name: Buffer, line: Buffer): SearchMatch | null {
  const colon = line.indexOf(58);
  const number = Number(line.toString('latin1', 0, colon));
  if (colon < 1 || !Number.isInteger(number)) return null;
  const bytes = line.subarray(colon + 1);
  return {
    path: plainPath(name),
    line: number,
    text: plainLine(bytes.toString('utf8')),
    ...(isUtf8(bytes) ? {} : { bytes: Buffer.from(bytes) }),
  };
}

export function plainLine(text: string): string {
  return text.replace(/\r$/, '').replaceAll('\0', '\ufffd');
}

function plainPath(name: Buffer): string {
  const path = name.toString('utf8').replace(remarks, '');
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path)
    .replace(/^\.\//, '')
    .replace(/^<stdin>$/, '');
}

function exitOf(child: ChildProcess): Promise<number | null | Error> {
  return new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', (code) => resolve(code));
  });
}

/** Locates the bundled ripgrep. */
export type FindRipgrep = () => Promise<Result<string>>;

export const findRipgrep: FindRipgrep = async () => {
  let reason = 'its program file was not found';
  try {
    // Imported lazily: if this system's package is missing, the import throws.
    const { rgPath } = await import('@vscode/ripgrep');
    const path = unpacked(rgPath);
    if (existsSync(path)) return ok(path);
  } catch (thrown) {
    reason = describeThrown(thrown);
  }
  return fail(
    'TOOL_NOT_AVAILABLE',
    `search_files cannot work here: ripgrep is missing (${reason}). Use run_command with grep instead, and tell the user that reinstalling the app restores ripgrep.`,
  );
};
