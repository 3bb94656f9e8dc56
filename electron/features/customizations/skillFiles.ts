// A skill's files for the model: text only, and only from its own folder with links resolved.

import { opendir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import { PathMovedError } from '../../tools/paths/fileErrors.ts';
import { type OpenFile, openFile } from '../../tools/paths/openInside.ts';
import { errorCodeOf, segmentsBelow } from '../../tools/paths/realLocation.ts';
import { sensitivityReason } from '../../tools/paths/sensitivePaths.ts';

const maxBytes = 256 * 1024;
const maxListed = 200;
const maxEntries = 2_000;
const deepest = 4;

/** Files next to SKILL.md by name, up to a limit. Skips dotfiles. */
export async function listSkillFiles(skill: string): Promise<{ files: string[]; more: boolean }> {
  const files: string[] = [];
  let entries = 0;
  async function look(at: string, names: readonly string[]): Promise<void> {
    if (names.length > deepest) return;
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(at)) {
        if (++entries > maxEntries) break;
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        const below = [...names, entry.name];
        if (entry.isDirectory()) folders.push(entry.name);
        else if (entry.isFile() && join(at, entry.name) !== skill) files.push(visibleText(below.join('/')));
      }
    } catch {
      return;
    }
    for (const name of folders.sort()) await look(join(at, name), [...names, name]);
  }
  await look(dirname(skill), []);
  return { files: files.sort().slice(0, maxListed), more: files.length > maxListed || entries > maxEntries };
}

export async function readSkillFile(skill: string, path: string): Promise<Result<string>> {
  const label = visibleText(path.slice(0, 300));
  const wrong = (message: ReturnType<typeof say>): Result<never> => fail('TOOL_EXEC_FAILED', message);
  const outside = fail('PATH_OUTSIDE_PROJECT', say`"${label}" is not in the skill’s folder, so it was not read.`);
  const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
  if (/^[/\\~]|^[A-Za-z]:/.test(path) || names.includes('..') || path.includes('\0')) return outside;
  let file: OpenFile | null = null;
  try {
    const root = await realpath(dirname(skill));
    const segments = segmentsBelow(root, await realpath(join(root, ...names)), sep);
    if (segments === null) return outside;
    // This tool needs no approval, so it must not read files that always need one.
    const why = sensitivityReason(segments.join('/'), 'read');
    if (why !== null) return wrong(say`"${label}" was not read because ${why}. Your file tools ask the user about it.`);
    file = await openFile({ root, segments, displayPath: label, exists: true });
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const bytes = buffer.subarray(0, length);
    if (length > maxBytes)
      return wrong(say`"${label}" is larger than ${maxBytes / 1024} KB. Read parts of it with your file tools.`);
    const text = decodePlainText(bytes);
    if (text !== null) return ok(text);
    const size = file.stats.size.toLocaleString('en-US');
    return wrong(
      bytes.includes(0)
        ? say`"${label}" is a binary file (${size} bytes), not text.`
        : say`"${label}" is not text in UTF-8 or UTF-16.`,
    );
  } catch (thrown) {
    if (thrown instanceof PathMovedError) return outside;
    const code = errorCodeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return wrong(say`The skill has no file "${label}".`);
    if (code === 'EISDIR') return wrong(say`"${label}" is a folder.`);
    return wrong(say`"${label}" cannot be read: ${code ?? 'it is no file'}.`);
  } finally {
    await file?.handle.close();
  }
}
