// The format number of a data folder (format.json): which version of the app wrote it last, and whether this one may write to it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { atomicWrite } from './files/atomicWrite.ts';
import { type Disk, readWholeFile } from './files/disk.ts';

/** Raised with every change that an earlier version would damage by writing; each needs a migration (migrations.ts). */
export const dataFormat = 1;

const name = 'format.json';

export interface DataFormat {
  format: number;
  /** The version that wrote it last; null: unknown, or nothing was written yet. */
  version: string | null;
}

const firstFormat: DataFormat = { format: 1, version: null };

function parse(text: string): DataFormat {
  try {
    const { format, version } = JSON.parse(text) as Record<string, unknown>;
    if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) return firstFormat;
    return { format, version: typeof version === 'string' ? version.slice(0, 100) : null };
  } catch {
    return firstFormat;
  }
}

/** A missing or damaged file counts as the first format, whose folders have none. */
export async function readDataFormat(disk: Disk, dataDir: string): Promise<DataFormat> {
  const read = await readWholeFile(disk, join(dataDir, name));
  return read.kind === 'content' ? parse(read.bytes.toString('utf8')) : firstFormat;
}

export function readDataFormatSync(dataDir: string): DataFormat {
  try {
    return parse(readFileSync(join(dataDir, name), 'utf8'));
  } catch {
    return firstFormat;
  }
}

/** Throws file system errors. */
export async function writeDataFormat(
  disk: Disk,
  dataDir: string,
  version: string,
  format: number = dataFormat,
): Promise<void> {
  await atomicWrite(disk, join(dataDir, name), `${JSON.stringify({ format, version })}\n`);
}

/** Why this version only reads the folder; null: it may write. */
export function readOnlyReason({ format, version }: DataFormat): Sentence | null {
  if (format <= dataFormat) return null;
  return say`This data was written by Throughline ${version ?? 'of a newer version'}, whose format this version does not know. It is only shown here: nothing is sent, changed or deleted. Use that version or a newer one.`;
}
