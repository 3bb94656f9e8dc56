// Updates the cached copy of a long session by comparing its last messages with what was just read and rewriting from
// the first difference. The rest of the file is untouched.

import type { Message } from '../../../shared/conversation/message.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { fileMode } from '../files/disk.ts';
import type { ImportDeps } from './importConversation.ts';
import { prepareImportedLine, saveAttachments } from './importedMessage.ts';

/** More than the end of a session that is read can become. */
const maxBytes = 32 * 1024 * 1024;
const closing = ']\n';

interface KeptLine {
  start: number;
  /** Without the comma. */
  text: string;
}

/**
 * `grown`: existing messages did not change. `hashes` of its attachments. Null if the end that was read and the file do
 * not meet, so the whole session must be read. Throws file system errors and `WriteFailure`.
 */
export async function saveSessionEnd(
  deps: ImportDeps,
  paths: ConversationPaths,
  { messages, attachments }: { messages: readonly Message[]; attachments: ReadonlyMap<string, Uint8Array> },
): Promise<{ grown: boolean; hashes: Iterable<string> } | null> {
  const handle = await deps.disk.open(paths.messages, 'r+', fileMode);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - maxBytes);
    const bytes = Buffer.alloc(size - from);
    await handle.read(bytes, 0, bytes.length, from);
    const storedLines = linesIn(bytes, from);
    const ids = new Set(messages.map(({ id }) => id));
    const begin = storedLines.findIndex(({ text }) => idOf(text) === messages[0]?.id);
    // The first message's parent comes before the part that was read.
    if (begin < 0 || !bytes.subarray(-closing.length).equals(Buffer.from(closing))) return null;
    if (messages.slice(1).some(({ parentId }) => parentId === null || !ids.has(parentId))) return null;
    const renamed = await saveAttachments(deps, paths, attachments);
    const lines: string[] = [];
    let same = 1;
    for (const message of messages.slice(1)) {
      const line = await prepareImportedLine(deps, paths, message, message.parentId, renamed);
      if (lines.length === 0 && storedLines[begin + same]?.text === line) same++;
      else lines.push(line);
    }
    const next = storedLines[begin + same];
    const hashes = renamed.values();
    if (!next && lines.length === 0) return { grown: true, hashes };
    const at = next?.start ?? size - closing.length;
    const written = Buffer.from(`${lines.map((line) => `,${line}\n`).join('')}${closing}`);
    await handle.truncate(at);
    await handle.write(written, 0, written.length, at);
    return { grown: !next, hashes };
  } finally {
    await handle.close();
  }
}

/** Returns the lines that are complete records, in our one-per-line layout. */
function linesIn(bytes: Buffer, from: number): KeptLine[] {
  const lines: KeptLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const text = bytes.toString('utf8', at, end < 0 ? bytes.length : end);
    if (text.startsWith('{') || text.startsWith(',{')) lines.push({ start: from + at, text: text.replace(/^,/, '') });
    at = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

function idOf(line: string): string | undefined {
  return /^\{"v":\d+,"id":"([^"\\]+)"/.exec(line)?.[1];
}
