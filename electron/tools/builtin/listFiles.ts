// list_files: lists a project folder, a few levels deep.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { formatListedPath, formatListedPaths } from '../../lib/listedPath.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { fileError } from '../paths/fileErrors.ts';
import { createIgnoreRules } from '../paths/ignoreRules.ts';
import type { PathGate } from '../paths/pathGate.ts';
import { type Entry, hiddenNames, walkFolder } from '../search/folderWalk.ts';
import { canceledOutput, failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './listFiles.md?raw';

const defaultDepth = 3;
const maxEntries = 1000;
const pageBytes = 49_000;

const schema = z.strictObject({
  path: z.string().min(1).optional().describe('The folder, relative to the project folder; default ".".'),
  depth: z.int().min(1).max(20).optional().describe(`How many levels to show; default ${defaultDepth}.`),
  limit: z.int().min(1).max(maxEntries).optional().describe(`Maximum number of entries; default ${maxEntries}.`),
});

export function createListFiles(gate: PathGate): Tool {
  return defineFolderTool({
    name: 'list_files',
    kind: 'read',
    exclusive: false,
    words,
    schema,
    facts: (args, context) => gate.facts(args, args.path ?? '.', 'read', context),

    async preview(args, context) {
      const named = await gate.displayPath(args, args.path ?? '.', 'read', context);
      if (!named.ok) return named;
      return ok(textPreview(say`List ${named.value}, ${args.depth ?? defaultDepth} levels deep`));
    },

    async run(args, context) {
      const path = args.path ?? '.';
      const location = await gate.enter(args, path, 'read', context);
      if (!location.ok) return failureOutput(location.error);
      const { root, segments, displayPath } = location.value;
      try {
        if (!(await lstat(join(root, ...segments))).isDirectory()) {
          return failureOutput({
            code: 'TOOL_EXEC_FAILED',
            message: `"${displayPath}" is a file. Use read_file to read it.`,
          });
        }
        const rules = createIgnoreRules(root);
        const startIsHidden = await rules.hidesAllIn(segments);
        const depth = args.depth ?? defaultDepth;
        const walk = await walkFolder({
          root,
          start: segments,
          depth,
          limit: args.limit ?? maxEntries,
          rules: startIsHidden ? null : rules,
          signal: context.signal,
        });
        if (context.signal.aborted) return canceledOutput('the folder was not fully listed.');
        const lines = fitting(formatEntries(walk.entries));
        const notices: string[] = [];
        if (walk.bounded || lines.length < walk.entries.length) {
          notices.push(
            `[Only the first ${lines.length} entries are shown. Give a path below this one, or a smaller depth.]`,
          );
        }
        if (walk.closed > 0) {
          const folders = walk.closed === 1 ? '1 folder was' : `${walk.closed} folders were`;
          notices.push(`[${folders} not opened. Give its path, or a depth of more than ${depth}.]`);
        }
        const details = {
          path: displayPath,
          entries: lines.length,
          ...(notices.length > 0 ? { truncated: true } : {}),
        };
        if (lines.length === 0) return successOutput(`"${displayPath}" has nothing to show.${hiddenNotice}`, details);
        return successOutput([...lines, ...notices].join('\n'), details);
      } catch (thrown) {
        return failureOutput(fileError(thrown, displayPath));
      }
    },
  });
}

const hiddenNotice = ` (${hiddenNames.join(', ')} and what .gitignore excludes are left out.)`;

/** Formats entries for users and models. */
export function formatEntries(entries: readonly Entry[]): string[] {
  const paths = formatListedPaths(
    entries.map(({ segments, kind }) => `${segments.join('/')}${kind === 'folder' ? '/' : ''}`),
  );
  return entries.map(({ kind, target }, at) => {
    const path = paths[at] as string;
    return kind === 'link' ? `${path} -> ${formatListedPath(target ?? '?')}` : path;
  });
}

function fitting(lines: readonly string[]): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > pageBytes;
  });
  return lines.slice(0, end === -1 ? undefined : end);
}
