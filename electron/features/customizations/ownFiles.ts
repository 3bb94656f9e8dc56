// Writes and removes the user's own prompts and commands in the data folder, and nothing outside of it. Never
// overwrites changes made since the file was read.

import { createHash } from 'node:crypto';
import { mkdir, realpath, unlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { errorCodeOf, segmentsBelow } from '../../tools/paths/realLocation.ts';
import { FileChangedError, replaceFile } from '../../tools/text/replaceFile.ts';
import { type Definition, isValidDefinitionName } from './definition.ts';
import type { DefinitionFolder } from './definitionFolders.ts';
import { labelOf } from './readDefinitions.ts';

export type UserTextKind = 'prompt' | 'command';

/** A text's version, passed to `save` and `remove`. */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface OwnFile {
  folder: DefinitionFolder;
  kind: UserTextKind;
  name: string;
  now: Definition | null;
}

const changed = fail('STORE_WRITE_FAILED', say`The file has changed on disk since it was opened. Nothing was written.`);

export async function saveOwnFile(file: OwnFile, text: string, version: string | null): Promise<Result<void>> {
  const { folder, kind, name, now } = file;
  const names = namesOf(kind, name);
  if (names === null) {
    return fail(
      'PARAMS_INVALID',
      say`A name can contain letters, digits, ".", "-" and "_". A command name can also contain ":".`,
    );
  }
  if (now === null ? version !== null : version !== versionOf(now.text)) {
    if (version !== null) return changed;
    return fail('PARAMS_INVALID', say`The name "${name}" is already taken.`);
  }
  const label = labelOf(folder, names);
  const { readDefinition } = await import('./readDefinition.ts');
  const read = readDefinition(kind, { folder, names, label, path: label, text });
  if (!('id' in read)) return fail('PARAMS_INVALID', say`Line ${read.line}: ${read.message}`);
  try {
    await mkdir(folder.root, { recursive: true, mode: 0o700 });
    const root = await realpath(folder.root);
    await makeInside(root, folder.path);
    const segments = now === null ? [folder.path, ...names] : (segmentsBelow(root, now.path, sep) ?? []);
    if (segments.length < 2) return fail('STORE_WRITE_FAILED', say`${label} points outside the data folder.`);
    await replaceFile(
      { root, segments, displayPath: label, exists: now !== null },
      now === null ? null : Buffer.from(now.text),
      Buffer.from(text),
    );
    return ok(undefined);
  } catch (thrown) {
    if (thrown instanceof FileChangedError) return changed;
    return fail(
      'STORE_WRITE_FAILED',
      say`${label} could not be written: ${errorCodeOf(thrown) ?? describeThrown(thrown)}.`,
    );
  }
}

export async function removeOwnFile({ now, name }: OwnFile, version: string): Promise<Result<void>> {
  if (now === null) return fail('MESSAGE_NOT_FOUND', say`The file "${name}" no longer exists.`);
  if (version !== versionOf(now.text)) return changed;
  try {
    await unlink(now.path);
    return ok(undefined);
  } catch (thrown) {
    if (errorCodeOf(thrown) === 'ENOENT') return ok(undefined);
    return fail(
      'STORE_WRITE_FAILED',
      say`${now.label} could not be removed: ${errorCodeOf(thrown) ?? describeThrown(thrown)}.`,
    );
  }
}

function namesOf(kind: UserTextKind, name: string): string[] | null {
  const parts = kind === 'command' ? name.split(':') : [name];
  if (parts.length > 5 || !parts.every(isValidDefinitionName)) return null;
  return parts.with(-1, `${parts.at(-1)}.md`);
}

/** The folder itself may be a user-made link within the data folder. */
async function makeInside(root: string, path: string): Promise<void> {
  await mkdir(join(root, path), { mode: 0o700 }).catch((thrown: unknown) => {
    if (errorCodeOf(thrown) !== 'EEXIST') throw thrown;
  });
}
