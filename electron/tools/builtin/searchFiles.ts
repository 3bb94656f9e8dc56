// search_files: lines in the project's files that match a regular expression, found with ripgrep.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { formatListedPath } from '../../lib/listedPath.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool, type FolderContext } from '../defineTool.ts';
import { fileError } from '../paths/fileErrors.ts';
import { createIgnoreRules, type IgnoreRules, repositoryOf } from '../paths/ignoreRules.ts';
import { openFolder } from '../paths/openInside.ts';
import type { PathGate } from '../paths/pathGate.ts';
import type { ScopedPath } from '../paths/realLocation.ts';
import { sensitivityReason } from '../paths/sensitivePaths.ts';
import { detectFileEncoding, searchDecoded, searchFile } from '../search/decodedSearch.ts';
import { hiddenNames } from '../search/folderWalk.ts';
import type { FindRipgrep, SearchEnd } from '../search/ripgrep.ts';
import { canceledOutput, failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './searchFiles.md?raw';

const defaultMatches = 200;
const maxMatches = 1000;
const pageBytes = 49_000;
const timeoutMs = 30_000;

const schema = z.strictObject({
  pattern: z.string().min(1).describe('A regular expression. Escape . ( ) [ ] { } + * ? | ^ $ and \\ to find them.'),
  path: z.string().min(1).optional().describe('The folder or file to search; default: the whole project.'),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Only files whose path below `path` matches, such as *.ts or src/**/*.md.'),
  ignore_case: z.boolean().optional().describe('True: ignore upper and lower case.'),
  limit: z.int().min(1).max(maxMatches).optional().describe(`Maximum number of matches; default ${defaultMatches}.`),
});
type Arguments = z.output<typeof schema>;

export interface SearchOptions {
  gate: PathGate;
  findRipgrep: FindRipgrep;
  clock: Clock;
}

export function createSearchFiles(options: SearchOptions): Tool {
  return defineFolderTool({
    name: 'search_files',
    kind: 'read',
    exclusive: false,
    words,
    schema,
    facts: (args, context) => options.gate.facts(args, args.path ?? '.', 'read', context),

    async preview(args, context) {
      const named = await options.gate.displayPath(args, args.path ?? '.', 'read', context);
      if (!named.ok) return named;
      const what = say`Search ${named.value} for “${args.pattern}”`;
      return ok(textPreview(args.glob ? say`${what} in ${args.glob}` : what));
    },

    async run(args, context) {
      const location = await options.gate.enter(args, args.path ?? '.', 'read', context);
      if (!location.ok) return failureOutput(location.error);
      const binary = await options.findRipgrep();
      if (!binary.ok) return failureOutput(binary.error);
      try {
        const findings = createFindings(args.limit ?? defaultMatches, location.value);
        const end = await search(options, binary.value, args, location.value, context, findings);
        return resultOf(end, findings, args, location.value.displayPath);
      } catch (thrown) {
        return failureOutput(fileError(thrown, location.value.displayPath));
      }
    },
  });
}

async function search(
  options: SearchOptions,
  binary: string,
  args: Arguments,
  at: ScopedPath,
  context: FolderContext,
  findings: Findings,
): Promise<SearchEnd> {
  const rules = createIgnoreRules(at.root);
  const startIsIgnored = await rules.hidesAllIn(at.segments);
  const inRepository = (await repositoryOf(at.root)) !== null;
  const request = {
    binary,
    pattern: args.pattern,
    glob: args.glob ?? null,
    ignoreCase: args.ignore_case === true,
    ignoring: startIsIgnored ? 'nothing' : inRepository ? 'repository' : 'folder',
    hiddenNames,
    timeoutMs,
    signal: context.signal,
    clock: options.clock,
  } as const;
  if (!(await lstat(join(at.root, ...at.segments))).isDirectory()) {
    return await searchFile(request, at, await detectFileEncoding(at), async (match) => findings.add(match));
  }
  const folder = await openFolder(at.root, at.segments);
  try {
    const accepts = startIsIgnored ? async () => true : unlessIgnored(rules, at);
    const inFolder = { ...request, place: { folder: folder.path() } };
    return await searchDecoded(inFolder, at, async (match) => !(await accepts(match.path)) || findings.add(match));
  } finally {
    await folder.close();
  }
}

/** ripgrep ignores rules above the searched folder, and a glob makes it skip all of them. */
function unlessIgnored(rules: IgnoreRules, at: ScopedPath): (path: string) => Promise<boolean> {
  let last = { path: '', ignored: false };
  return async (path) => {
    if (path !== last.path) {
      last = { path, ignored: await rules.ignoresWithin([...at.segments, ...path.split('/')], false) };
    }
    return !last.ignored;
  };
}

interface Findings {
  lines: string[];
  files: Set<string>;
  /** Sensitive files whose lines are left out; reading them needs the user's approval. */
  keptBack: Set<string>;
  full: boolean;
  /** False if the result is full. */
  add(match: { path: string; line: number; text: string }): boolean;
}

function createFindings(limit: number, at: ScopedPath): Findings {
  let bytes = 0;
  const start = at.segments.join('/');
  // Approval to search a folder does not cover sensitive files in it. If the folder itself was approved as sensitive,
  // that covers its files, but not those sensitive by their own name.
  const isSensitiveStart = sensitivityReason(start, 'read') !== null;
  const isKeptBack = (path: string): boolean =>
    sensitivityReason(path, 'read') !== null ||
    (!isSensitiveStart && sensitivityReason(`${start}/${path}`, 'read') !== null);
  const findings: Findings = {
    lines: [],
    files: new Set(),
    keptBack: new Set(),
    full: false,
    add(match) {
      const path =
        match.path === ''
          ? at.displayPath
          : [...(at.displayPath === '.' ? [] : [at.displayPath]), match.path].join('/');
      // A search that names the file was approved individually.
      if (match.path !== '' && isKeptBack(match.path)) {
        findings.keptBack.add(path);
        return true;
      }
      const line = `${formatListedPath(path)}:${match.line}: ${match.text}`;
      const size = Buffer.byteLength(line) + 1;
      if (findings.lines.length >= limit || bytes + size > pageBytes) {
        findings.full = true;
        return false;
      }
      bytes += size;
      findings.lines.push(line);
      findings.files.add(path);
      return true;
    },
  };
  return findings;
}

function resultOf(end: SearchEnd, findings: Findings, args: Arguments, shownPath: string) {
  const { lines } = findings;
  const details = { path: shownPath, matches: lines.length, files: findings.files.size };
  if (end.kind === 'aborted') return canceledOutput('the search was ended.', details);
  if (end.kind === 'failed')
    return failureOutput({ code: 'TOOL_EXEC_FAILED', message: `ripgrep did not run: ${end.message}.` });
  if (end.kind === 'timeout' && lines.length === 0) {
    const message = `the search took longer than ${timeoutMs / 1000} s and was ended. Give a path or a glob, or a simpler pattern.`;
    return failureOutput({ code: 'TOOL_TIMEOUT', message }, details);
  }
  const complaint = end.kind === 'done' ? end.complaint : '';
  if (lines.length === 0 && complaint !== '') {
    return failureOutput({ code: 'TOOL_EXEC_FAILED', message: `the search failed: ${complaint}` }, details);
  }
  const keptBack = keptBackNotice(findings);
  if (lines.length === 0) {
    const where = args.glob === undefined ? shownPath : `${shownPath} (${args.glob})`;
    return successOutput(
      `No matches for ${args.pattern} in ${where}. What .gitignore excludes is not searched.${keptBack}`,
      details,
    );
  }
  if (end.kind === 'done') return successOutput(lines.join('\n') + keptBack, details);
  const why = end.kind === 'timeout' ? `The search was ended after ${timeoutMs / 1000} s` : 'There are more matches';
  const notice = `[${why}; these are the first ${lines.length}. Use a narrower pattern, path or glob, or a higher limit (at most ${maxMatches}).]`;
  return successOutput([...lines, notice].join('\n') + keptBack, { ...details, truncated: true });
}

function keptBackNotice({ keptBack }: Findings): string {
  if (keptBack.size === 0) return '';
  const names = [...keptBack].slice(0, 5).map(formatListedPath).join(', ');
  return `\n[Matches in files that may contain passwords or keys are left out: ${names}. read_file asks the user for each.]`;
}
