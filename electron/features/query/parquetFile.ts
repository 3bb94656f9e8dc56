// Parquet files, written in groups of rows. A file gets its name once it is complete; one that cannot be completed is removed.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { diskReason, fileMode, folderMode } from '../../stores/files/disk.ts';

/** Rows of a row group. */
const maxGroupRows = 20_000;
/** Bounds the memory: characters, and some for each cell. */
const maxSize = 32_000_000;
const sizeOfCell = 40;

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

export interface ParquetColumn {
  name: string;
  type: keyof typeof types;
  required?: boolean;
}

type ParquetCell = string | number | bigint | boolean | Date | null;

type ParquetRow = readonly ParquetCell[];

/** `fill` adds the rows. Returns their number. */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  fill: (add: (row: ParquetRow) => void) => Promise<Result<unknown>>,
): Promise<Result<number>> {
  const parts = await writeParquetParts({ pathOf: () => path, partOf: () => '', first: '' }, columns, fill);
  return parts.ok ? ok(parts.value.get('') ?? 0) : parts;
}

interface Division {
  pathOf(part: string): string;
  partOf(row: ParquetRow): string;
  /** A part that is written even if it has no rows. */
  first?: string;
}

interface OpenPart {
  path: string;
  temporary: string;
  group: ReturnType<typeof createGroup>;
  rows: number;
}

/** A file for each part that the rows belong to, in any order. Returns the number of rows of each. */
export async function writeParquetParts(
  { pathOf, partOf, first }: Division,
  columns: readonly ParquetColumn[],
  fill: (add: (row: ParquetRow) => void) => Promise<Result<unknown>>,
): Promise<Result<Map<string, number>>> {
  const parts = new Map<string, OpenPart>();
  let current = first === undefined ? '' : pathOf(first);
  /** Cells and characters that are in memory, of all parts. */
  let size = 0;
  let failure: { thrown: unknown } | null = null as { thrown: unknown } | null;

  function open(part: string): OpenPart {
    current = pathOf(part);
    const temporary = `${current}.${process.pid}.partial`;
    mkdirSync(dirname(current), { recursive: true, mode: folderMode });
    writeFileSync(temporary, '', { mode: fileMode, flag: 'wx' });
    const opened = { path: current, temporary, group: createGroup(columns, temporary), rows: 0 };
    parts.set(part, opened);
    return opened;
  }

  function add(row: ParquetRow): void {
    const name = partOf(row);
    const part = parts.get(name) ?? open(name);
    current = part.path;
    size += part.group.add(row);
    part.rows++;
    if (size < maxSize) return;
    for (const { group } of parts.values()) group.flush();
    size = 0;
  }

  try {
    if (first !== undefined) open(first);
    const done = await fill((row) => {
      try {
        add(row);
      } catch (thrown) {
        // The caller of the callback would report it in words of its own.
        failure ??= { thrown };
        throw thrown;
      }
    });
    if (failure) throw failure.thrown;
    if (!done.ok) return done;
    for (const { path, group } of parts.values()) {
      current = path;
      group.finish();
    }
    for (const { path, temporary } of parts.values()) renameSync(temporary, path);
    return ok(new Map([...parts].map(([name, { rows }]) => [name, rows])));
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`${current} could not be written: ${diskReason(thrown)}.`);
  } finally {
    for (const { temporary } of parts.values()) rmSync(temporary, { force: true });
  }
}

function createGroup(columns: readonly ParquetColumn[], path: string) {
  const file = fileWriter(path);
  const writer = new ParquetWriter({
    writer: file,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type, required }) => ({
        name,
        ...types[type],
        repetition_type: required ? ('REQUIRED' as const) : ('OPTIONAL' as const),
      })),
    ],
    createdBy: 'throughline',
  });
  let cells: ParquetCell[][] = columns.map(() => []);
  let rows = 0;

  function flush(): void {
    if (rows === 0) return;
    const columnData = columns.map(({ name }, at) => ({ name, data: cells[at] ?? [] }));
    void writer.write({ columnData, rowGroupSize: rows });
    cells = columns.map(() => []);
    rows = 0;
  }

  return {
    flush,
    /** Returns the size of the row. */
    add(row: ParquetRow): number {
      let size = columns.length * sizeOfCell;
      for (const [at, { type }] of columns.entries()) {
        const cell = row[at] ?? null;
        if (typeof cell === 'string') size += cell.length;
        cells[at]?.push(type === 'integer' && typeof cell === 'number' ? BigInt(cell) : cell);
      }
      rows++;
      if (rows >= maxGroupRows) flush();
      return size;
    },
    finish() {
      flush();
      void writer.finish();
    },
  };
}
