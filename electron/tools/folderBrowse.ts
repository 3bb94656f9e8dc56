// The file panel's view of a project folder: the entries of one folder at a time, and a text search. Read-only, never
// outside the folder, and without following links.

import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { FolderEntry, FolderListing, TextMatch, TextMatches } from '../../shared/features/files/methods.ts';
import type { Clock } from '../ports/clock.ts';
import { createIgnoreRules, repositoryOf } from './paths/ignoreRules.ts';
import { openFolder } from './paths/openInside.ts';
import type { ScopedPath } from './paths/realLocation.ts';
import { searchDecoded } from './search/decodedSearch.ts';
import { hiddenNames } from './search/folderWalk.ts';
import type { FindRipgrep } from './search/ripgrep.ts';

const maxEntries = 20_000;
const searchMs = 30_000;
/** Bytes of all matches in an answer. */
const maxMatchBytes = 400_000;

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders first, then by name as people sort. Ignored entries are included and marked. */
export async function listEntries({ root, segments, displayPath }: ScopedPath): Promise<FolderListing> {
  const folder = await openFolder(root, segments);
  const visible: Dirent[] = [];
  let more = 0;
  try {
    // Sorting a million entries would hold up everything else.
    for await (const entry of await opendir(folder.path(), { bufferSize: 1024 })) {
      if (segments.length === 0 && entry.name === '.git') continue;
      if (visible.length < maxEntries) visible.push(entry);
      else more++;
    }
  } finally {
    await folder.close();
  }
  visible.sort(byKind);
  const rules = createIgnoreRules(root);
  const isIgnored = await rules.hidesAllIn(segments);
  const entries = await Promise.all(
    visible.map(async (entry): Promise<FolderEntry> => {
      const { name } = entry;
      const ignored = isIgnored || (await rules.ignores([...segments, name], entry.isDirectory()));
      return { name, kind: kindOf(entry), ...(ignored && { ignored }) };
    }),
  );
  return { path: displayPath === '.' ? '' : displayPath, entries, more };
}

const kindOf = (entry: Dirent): FolderEntry['kind'] =>
  entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';

function byKind(one: Dirent, other: Dirent): number {
  return Number(other.isDirectory()) - Number(one.isDirectory()) || byName.compare(one.name, other.name);
}

export interface TextSearch {
  text: string;
  limit: number;
  signal: AbortSignal;
}

/** Finds lines with the text, in any case, without ignored files. */
export async function searchText(
  at: ScopedPath,
  { text, limit, signal }: TextSearch,
  deps: { clock: Clock; findRipgrep: FindRipgrep },
): Promise<Result<TextMatches>> {
  const binary = await deps.findRipgrep();
  if (!binary.ok) return binary;
  const rules = createIgnoreRules(at.root);
  const matches: TextMatch[] = [];
  let bytes = 0;
  let last = { path: '', ignored: false };
  const folder = await openFolder(at.root, at.segments);
  try {
    const end = await searchDecoded(
      {
        binary: binary.value,
        pattern: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
        glob: null,
        ignoreCase: true,
        ignoring: (await repositoryOf(at.root)) === null ? 'folder' : 'repository',
        hiddenNames,
        timeoutMs: searchMs,
        signal,
        clock: deps.clock,
        place: { folder: folder.path() },
      },
      at,
      async ({ path, line, text: lineText }) => {
        // ripgrep does not know the rules of the folders above.
        if (path !== last.path) last = { path, ignored: await rules.ignoresWithin(path.split('/'), false) };
        if (last.ignored) return true;
        bytes += Buffer.byteLength(lineText) + path.length;
        if (matches.length >= limit || bytes > maxMatchBytes) return false;
        matches.push({ path, line, text: lineText });
        return true;
      },
    );
    if (end.kind === 'failed') return fail('TOOL_EXEC_FAILED', say`The search did not run: ${end.message}`);
    if (end.kind === 'aborted') return fail('CANCELLED', say`The search was stopped.`);
    return ok({ matches, complete: end.kind === 'done' });
  } finally {
    await folder.close();
  }
}
