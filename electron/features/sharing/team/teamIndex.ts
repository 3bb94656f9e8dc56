// The index of a member: what it publishes. Sealed and signed as a whole, with a counter that only grows.

import { z } from 'zod';
import { parseJson } from '../../sync/seal/signedObject.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const randomName = z.string().regex(/^[0-9a-f]{32}$/);

/** Limits against a member that floods the others. */
export const maxPublications = 1_000;
export const maxPartBytes = 4 * 1024 * 1024;
const maxIndexBytes = 4 * 1024 * 1024;
export const maxPublicationBytes = 512 * 1024 * 1024;
const maxParts = maxPublicationBytes / maxPartBytes;
export const maxTitleLength = 1_000;
/** With the agents'; more would fill the memory of the others. */
export const maxMessages = 200_000;

export const indexEntrySchema = z.object({
  /** Stays the same when it is published again. */
  id: randomName,
  /** `conversation`; readers skip the kinds of later versions. */
  kind: z.string().max(40),
  title: z.string().max(maxTitleLength),
  /** Name of the project's repository; null: none. */
  repository: z.string().max(200).nullable(),
  /** By its author's clock, for display. */
  at: z.string().max(40),
  /** Counted by its author, from 1. */
  version: z.number().int().positive().max(1_000_000).default(1),
  /** The hash of the content, before it is sealed. */
  hash,
  bytes: z.number().int().nonnegative().max(maxPublicationBytes),
  /** Folder of its parts; new with each version, so that a reader never mixes two. */
  folder: randomName,
  parts: z
    .array(z.object({ hash, bytes: z.number().int().nonnegative().max(maxPartBytes) }))
    .min(1)
    .max(maxParts),
});

export type IndexEntry = z.infer<typeof indexEntrySchema>;

const indexSchema = z.object({
  v: z.literal(1),
  counter: z.number().int().positive(),
  publications: z
    .array(indexEntrySchema.refine(({ bytes, parts }) => bytes === parts.reduce((sum, part) => sum + part.bytes, 0)))
    .max(maxPublications)
    // Two with one ID would replace each other with every look.
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
});

export type TeamIndex = z.infer<typeof indexSchema>;

export function indexObject(space: string, device: string): string {
  return `${space}/${device}/index`;
}

export function partsFolder(space: string, device: string, folder: string): string {
  return `${space}/${device}/p/${folder}`;
}

export function partObject(space: string, device: string, folder: string, n: number): string {
  return `${partsFolder(space, device, folder)}/${String(n).padStart(4, '0')}`;
}

export function writeIndex(index: TeamIndex): Uint8Array {
  return Buffer.from(JSON.stringify(index), 'utf8');
}

/** Null: it has another form. */
export function readIndex(bytes: Uint8Array): TeamIndex | null {
  const index = indexSchema.safeParse(bytes.length > maxIndexBytes ? null : parseJson(bytes));
  return index.success ? index.data : null;
}
