// Reads the lines of the recorded costs that are new.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, listNames, readFlags } from '../../stores/files/disk.ts';
import { sourceOf } from '../../stores/files/logSources.ts';
import { parseUsageLine } from '../../stores/usage/usageLine.ts';
import { momentOf } from './records.ts';
import type { LedgerRow } from './tables.ts';

const pieceBytes = 256 * 1024;
const lineFeed = 0x0a;

export async function usageMonths(disk: Disk, folder: string): Promise<string[]> {
  return (await listNames(disk, folder)).flatMap((name) => /^(\d{4}-\d{2})\.jsonl$/.exec(name)?.[1] ?? []).sort();
}

/** `bytes`: where the rows end in the file. Lines that a crash cut off are left out. */
export async function* costRows(
  disk: Disk,
  folder: string,
  month: string,
  from: number,
  limit: number,
): AsyncGenerator<{ rows: LedgerRow[]; bytes: number }> {
  const handle = await disk.open(join(folder, `${month}.jsonl`), readFlags);
  try {
    const { size } = await handle.stat();
    const source = sourceOf(handle, size);
    let at = from;
    let rows: LedgerRow[] = [];
    for (let length = pieceBytes; at < size; ) {
      const piece = await source.read(at, length);
      const end = piece.lastIndexOf(lineFeed) + 1;
      if (end === 0) {
        if (piece.length < length) break;
        length *= 2;
        continue;
      }
      for (const line of piece.toString('utf8', 0, end).split('\n')) {
        const row = line === '' ? null : costRow(line);
        if (row) rows.push(row);
      }
      at += end;
      length = pieceBytes;
      for (; rows.length > limit; rows = rows.slice(limit)) yield { rows: rows.slice(0, limit), bytes: from };
      yield { rows, bytes: at };
      rows = [];
    }
  } finally {
    await handle.close();
  }
}

/** A line has no id, so its hash is one. */
function costRow(line: string): LedgerRow | null {
  const paid = parseUsageLine(line);
  if (!paid || paid.kind === 'begun' || paid.kind === 'ended' || paid.kind === 'raise') return null;
  const { kind, at, provider, model, project, conversation, input, output, cached, usd, by, atLeast } = paid;
  return {
    table: 'costs',
    id: `cost:${createHash('sha256').update(line).digest('hex').slice(0, 32)}`,
    at: momentOf(at),
    fields: {
      ...{ conversation, kind, provider, model, project, usd },
      ...{ input: input ?? null, output: output ?? null, cached: cached ?? null },
      priced_by: by ?? null,
      at_least: atLeast ?? false,
    },
  };
}
