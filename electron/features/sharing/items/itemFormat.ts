// The published form of an item: lines of JSON. Its author may be hostile: a path that could leave the folder, or mean another one on
// some system, makes the whole item unreadable.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { isPresetId } from '../../../../shared/features/presets/preset.ts';
import { type ItemKind, isSingleItem, itemKinds } from '../../../../shared/features/sharing/items.ts';
import type { AcceptedFile } from '../../../stores/acceptedItems.ts';
import { isValidDefinitionName } from '../../customizations/definition.ts';

/** All files together; more than people read before they accept it. */
export const maxItemBytes = 2 * 1024 * 1024;
export const maxItemFiles = 200;
const maxDepth = 5;
/** As it is published: binary files are in Base64. */
export const maxPublishedItemBytes = 4 * 1024 * 1024;

export interface ItemFileContent {
  path: string;
  bytes: Buffer;
}

export interface Item {
  kind: ItemKind;
  name: string;
  /** The first is the one that makes it an item: `SKILL.md`. */
  files: ItemFileContent[];
}

/** The file that makes it an item. */
export const mainFile: Readonly<Record<ItemKind, string>> = {
  command: 'command.md',
  skill: 'SKILL.md',
  preset: 'preset.md',
  instructions: 'instructions.md',
  rules: 'rules.json',
};

const path = z.string().max(500);

const lineSchema = z.union([
  z.object({ type: z.literal('item'), v: z.literal(1), kind: z.enum(itemKinds), name: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('file'), path, text: z.string() }),
  z.strictObject({ type: z.literal('file'), path, base64: z.base64() }),
  z.object({ type: z.literal('end') }),
]);

const reservedName = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/i;
const segment = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .@()+,-]{0,99}$/u;

/** Whether files of this name, which cannot leave the folder and are not hidden, are shared. */
export function isItemPath(path: string): boolean {
  const names = path.split('/');
  return names.length <= maxDepth && names.every((name) => isSegment(name) && name !== 'node_modules');
}

function isSegment(name: string): boolean {
  return segment.test(name) && name.normalize('NFC') === name && !/[. ]$/.test(name) && !reservedName.test(name);
}

export function isItemName(kind: ItemKind, name: string): boolean {
  if (isSingleItem(kind)) return name === kind;
  if (kind === 'preset') return isPresetId(name) && isSegment(name);
  const parts = kind === 'command' ? name.split(':') : [name];
  return parts.length <= maxDepth && parts.every((part) => isValidDefinitionName(part) && isSegment(part));
}

export function* itemLines({ kind, name, files }: Item): Generator<unknown> {
  yield { type: 'item', v: 1, kind, name };
  for (const { path, bytes } of files) {
    const text = plainText(bytes);
    yield { type: 'file', path, ...(text === null ? { base64: bytes.toString('base64') } : { text }) };
  }
  yield { type: 'end' };
}

/** Null: it is not UTF-8, or has characters that no text has. */
export function plainText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function damaged() {
  return fail('SYNC_DAMAGED', say`A published item has a form that this version does not know.`);
}

/** Takes one line after the other; `end` returns the item once all have come. */
export function createItemReader() {
  let item: Item | null = null;
  let isComplete = false;
  let bytes = 0;
  const paths = new Set<string>();

  return {
    take(value: unknown): Result<void> {
      const line = lineSchema.safeParse(value);
      if (!line.success || isComplete) return damaged();
      if (line.data.type === 'item') {
        const { kind, name } = line.data;
        if (item !== null || !isItemName(kind, name)) return damaged();
        item = { kind, name, files: [] };
      } else if (item === null) return damaged();
      else if (line.data.type === 'end') isComplete = true;
      else {
        const { path } = line.data;
        const content =
          'text' in line.data ? Buffer.from(line.data.text, 'utf8') : Buffer.from(line.data.base64, 'base64');
        bytes += content.length;
        // Some systems take these for the same name: `s` and `ſ`, too.
        const key = path.toUpperCase().toLowerCase();
        if (!isItemPath(path) || paths.has(key) || bytes > maxItemBytes || paths.size >= maxItemFiles) return damaged();
        paths.add(key);
        item.files.push({ path, bytes: content });
      }
      return ok(undefined);
    },

    end(): Result<Item> {
      if (item === null || !isComplete) return damaged();
      const { kind, files } = item;
      if (files[0]?.path !== mainFile[kind] || plainText(files[0].bytes) === null) return damaged();
      if (kind !== 'skill' && files.length > 1) return damaged();
      // A file where another one needs a folder.
      const isBelow = (path: string): boolean => [...paths].some((other) => other.startsWith(`${path}/`));
      return [...paths].some(isBelow) ? damaged() : ok(item);
    },
  };
}

export function readItem(lines: readonly unknown[]): Result<Item> {
  const reader = createItemReader();
  for (const line of lines) {
    const taken = reader.take(line);
    if (!taken.ok) return taken;
  }
  return reader.end();
}

/** Where its files are once it is accepted: as in the user's own folders. */
export function filesWhenAccepted({ kind, name, files }: Item): AcceptedFile[] {
  const below: Readonly<Record<ItemKind, (path: string) => string[]>> = {
    command: () => ['commands', ...`${name}.md`.split(':')],
    skill: (path) => ['skills', name, ...path.split('/')],
    preset: () => ['presets', `${name}.md`],
    instructions: () => ['instructions.md'],
    rules: () => ['rules.json'],
  };
  return files.map(({ path, bytes }) => ({ path: below[kind](path), bytes }));
}
