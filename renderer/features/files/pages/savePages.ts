// A whole text into a file of the person's, or onto the clipboard, piece by piece. The browser keeps the pieces; the window
// holds one at a time.

import { ok, type Result } from '../../../../shared/errors.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import type { TextSource } from './textPages.ts';

const pieceBytes = 512 * 1024;
/** A clipboard is for what is pasted somewhere. */
export const mostCopied = 4_000_000;

/** `onProgress`: percent. */
export async function wholeText(
  source: TextSource,
  onPiece: (text: string) => void,
  onProgress: (percent: number) => void,
): Promise<Result<null>> {
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: Awaited<ReturnType<TextSource['read']>> = await source.read(offset, pieceBytes);
    if (!answer.ok) return answer;
    const { text, nextOffset, totalBytes } = answer.value;
    onPiece(text);
    onProgress(totalBytes === 0 ? 100 : Math.floor(((nextOffset ?? totalBytes) / totalBytes) * 100));
    offset = nextOffset;
  }
  return ok(null);
}

export async function savePages(
  source: TextSource,
  name: string,
  onProgress: (percent: number) => void,
): Promise<Result<null>> {
  const pieces: Blob[] = [];
  const read = await wholeText(source, (text) => pieces.push(new Blob([text])), onProgress);
  if (!read.ok) return read;
  saveFile(name, pieces);
  return read;
}
