// Searches folders that may contain other encodings than UTF-8. ripgrep works on bytes: matching lines of such files
// are decoded, and a non-ASCII pattern is searched again in each file's encoding.

import { detectEncoding } from '../../lib/detectEncoding.ts';
import { detectMarkedEncoding, type TextEncoding } from '../../lib/textEncoding.ts';
import { openFile } from '../paths/openInside.ts';
import type { ScopedPath } from '../paths/realLocation.ts';
import { plainLine, runSearch, type SearchEnd, type SearchMatch, type SearchRequest } from './ripgrep.ts';

/** Bytes sampled to detect the encoding. */
const sampleBytes = 1024 * 1024;
/** Maximum files in other encodings to search again. */
const maxFiles = 200;
/** Most non-UTF-8 text has one of these: a lead byte without continuation, or a lone continuation byte. */
const notUtf8 =
  '(?-u:[\\xC0\\xC1\\xF5-\\xFF]|[\\xC2-\\xF4](?:[^\\x80-\\xBF]|$)|[\\xE0-\\xF4][\\x80-\\xBF](?:[^\\x80-\\xBF]|$)|[\\xF0-\\xF4][\\x80-\\xBF]{2}(?:[^\\x80-\\xBF]|$)|(?:^|[\\x00-\\x7F])[\\x80-\\xBF]|[\\xC2-\\xDF][\\x80-\\xBF]{2})';

type FolderRequest = Omit<SearchRequest, 'onMatch' | 'place'> & { place: { folder: string } };

export async function searchDecoded(
  request: FolderRequest,
  at: ScopedPath,
  onMatch: SearchRequest['onMatch'],
): Promise<SearchEnd> {
  const encodings = new Map<string, TextEncoding | null>();
  const encodingIn = async (path: string): Promise<TextEncoding | null> => {
    const cachedEncoding = encodings.get(path);
    if (cachedEncoding !== undefined) return cachedEncoding;
    const encoding = await detectFileEncoding(placeIn(at, path));
    encodings.set(path, encoding);
    return encoding;
  };
  const foreign = matchesOnlyAscii(request.pattern)
    ? new Map<string, TextEncoding>()
    : await foreignFiles(request, encodingIn);
  const end = await runSearch({
    ...request,
    async onMatch(match) {
      if (foreign.has(match.path)) return true;
      const encoding = match.bytes === undefined ? null : await encodingIn(match.path);
      return onMatch(encoding === null ? match : decoded(match, encoding));
    },
  });
  if (end.kind !== 'done') return end;
  // They share the time of one search.
  const until = request.clock.elapsed() + request.timeoutMs;
  for (const [path, encoding] of foreign) {
    const timeoutMs = Math.max(0, until - request.clock.elapsed());
    const inFile = (match: SearchMatch): Promise<boolean> => onMatch({ ...match, path });
    // A file deleted meanwhile has no matches.
    const later = await searchFile({ ...request, timeoutMs }, placeIn(at, path), encoding, inFile).catch(() => null);
    if (later !== null && later.kind !== 'done') return later;
  }
  return end;
}

/** Opened here, because ripgrep follows links given to it and the path may have become one. */
export async function searchFile(
  request: Omit<SearchRequest, 'onMatch' | 'place'>,
  at: ScopedPath,
  encoding: TextEncoding | null,
  onMatch: SearchRequest['onMatch'],
): Promise<SearchEnd> {
  const { handle } = await openFile(at);
  try {
    return await runSearch({ ...request, place: { file: handle.fd }, ...(encoding ? { encoding } : {}), onMatch });
  } finally {
    await handle.close();
  }
}

function placeIn(at: ScopedPath, path: string): ScopedPath {
  return { ...at, segments: [...at.segments, ...path.split('/')], displayPath: path };
}

/** Also false for a dot, a class such as `\w` or a negated set, which ripgrep never matches with a non-UTF-8 byte. */
function matchesOnlyAscii(pattern: string): boolean {
  const plain = pattern.replace(/\\(?![wWDSpPxuU])[\0-\x7f]/g, '');
  return !/[^\0-\x7f]|\.|\[\^|\\/.test(plain);
}

/** The folder's non-UTF-8 files with their encodings. */
async function foreignFiles(
  request: FolderRequest,
  encodingIn: (path: string) => Promise<TextEncoding | null>,
): Promise<Map<string, TextEncoding>> {
  const paths: string[] = [];
  const onMatch = async ({ path }: SearchMatch): Promise<boolean> => paths.push(path) < maxFiles;
  await runSearch({ ...request, pattern: notUtf8, ignoreCase: false, onlyPaths: true, onMatch });
  const encodingsByPath = new Map<string, TextEncoding>();
  for (const path of paths) {
    const encoding = await encodingIn(path);
    if (encoding !== null && encoding !== 'utf-8') encodingsByPath.set(path, encoding);
  }
  return encodingsByPath;
}

function decoded(match: SearchMatch, encoding: TextEncoding): SearchMatch {
  return { ...match, text: plainLine(new TextDecoder(encoding).decode(match.bytes)) };
}

/** Null if unknown, marked in the file itself, or unreadable. */
export async function detectFileEncoding(at: ScopedPath): Promise<TextEncoding | null> {
  try {
    const { handle, stats } = await openFile(at);
    try {
      const sample = Buffer.alloc(Math.min(sampleBytes, stats.size));
      const { bytesRead } = await handle.read(sample, 0, sample.length, 0);
      const bytes = sample.subarray(0, bytesRead);
      return detectMarkedEncoding(bytes) === null ? await detectEncoding(bytes, { cut: bytesRead < stats.size }) : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
