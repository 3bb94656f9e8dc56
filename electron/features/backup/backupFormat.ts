// The entries with which a backup describes itself (docs/formats/backup.md): a first one, lists of its files, and a last one, only there if it
// is complete.

import { z } from 'zod';

export const firstEntry = 'throughline-backup/backup.json';
export const lastEntry = 'throughline-backup/end.json';
const manifestPattern = /^throughline-backup\/manifest-(\d{6})\.jsonl$/;
const filesFolder = 'data/';

export const manifestName = (part: number): string =>
  `throughline-backup/manifest-${String(part).padStart(6, '0')}.jsonl`;

/** The number of a manifest part by its entry's name; null for other entries. */
export function manifestPart(name: string): number | null {
  const [, digits] = manifestPattern.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}

export const entryName = (path: string): string => `${filesFolder}${path}`;

/** The path in the data folder of a file's entry; null for other entries. */
export function pathOfEntry(name: string): string | null {
  return name.startsWith(filesFolder) ? name.slice(filesFolder.length) : null;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const headSchema = z.looseObject({
  format: z.literal('throughline-backup'),
  v: z.number().int(),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  createdAt: z.string(),
  /** The app's version, and the format number of the data folder. */
  version: z.string(),
  dataFormat: z.number().int(),
  /** A hash of the ID with a secret of the data folder. */
  machine: z.string(),
  /** The key that the data is encrypted with; null: it is plain. */
  keyId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable()
    .default(null),
  /** The backups that this one continues, the complete one first; empty: it is complete. */
  parents: z.array(z.looseObject({ id: z.string(), file: z.string(), createdAt: z.string() })).max(1000),
});

export type BackupHead = z.infer<typeof headSchema>;

/**
 * One file. Its bytes are in this backup, or unchanged since the parent (`same`), or the parent's first `base` bytes and then
 * those in this backup.
 */
export const fileSchema = z.looseObject({
  path: z.string(),
  size,
  sha256,
  mtime: z.number(),
  same: z.literal(true).exactOptional(),
  base: size.exactOptional(),
  /** The hash of the first `base` bytes. */
  baseSha256: sha256.exactOptional(),
  /** The hash of the bytes in this backup, if that is not the whole file. */
  partSha256: sha256.exactOptional(),
  /** The part that later versions of the file begin with, if that is not the whole file. */
  body: z.looseObject({ size, sha256 }).exactOptional(),
  /** Why the bytes in this backup are not the file's. */
  failed: z.string().exactOptional(),
});

export type BackedUpFile = z.infer<typeof fileSchema>;

export const manifestHeadSchema = z.looseObject({ id: z.string(), part: z.number().int() });

export const endSchema = z.looseObject({
  id: z.string(),
  complete: z.literal(true),
  files: z.number().int(),
  /** SHA-256 of the first entry and of each manifest part. */
  first: sha256,
  manifests: z.array(sha256),
});

/** The version of this format. A later one is not read. */
export const backupVersion = 1;
