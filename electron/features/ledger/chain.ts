// The hash chain of a device: each row's hash covers the row before it, so that an edit, a gap or a swap shows. The server computes the
// same hashes and refuses others.

import { createHash, randomBytes } from 'node:crypto';
import { type FieldKind, type LedgerRow, tables } from './tables.ts';

/** The end of a chain. */
export interface ChainHead {
  seq: number;
  /** Hexadecimal. */
  hash: string;
}

export const emptyChain: ChainHead = { seq: 0, hash: '00'.repeat(32) };

/** Who writes, as the server knows it. */
export interface Writer {
  device: string;
  user: string;
  team: string | null;
}

/** A row as the server's `append` takes it. */
export interface ChainedRow {
  t: string;
  row: Record<string, string | number | boolean | null>;
}

export function chainRows(rows: readonly LedgerRow[], head: ChainHead, writer: Writer): ChainedRow[] {
  let { seq, hash } = head;
  return rows.map((row) => {
    const prev = hash;
    seq++;
    const fields = row.fields as Record<string, string | number | boolean | null>;
    const kinds = Object.entries(tables[row.table] as Record<string, FieldKind>);
    const contents = kinds.filter(([, kind]) => kind === 'content').map(([name]) => cleanText(fields[name] ?? null));
    const salt = contents.length > 0 ? randomBytes(16) : null;
    const contentHash = salt && sha256(Buffer.concat([salt, Buffer.from(jsonArray(contents), 'utf8')]));
    const hashed = kinds
      .filter(([, kind]) => kind !== 'content')
      .map(([name, kind]) => asText(fields[name] ?? null, kind));
    const { id, at } = row;
    const canonical = [row.table, String(seq), writer.device, id, at, writer.user, writer.team, ...hashed];
    if (contentHash) canonical.push(contentHash);
    hash = sha256(Buffer.from(`${prev}\n${jsonArray(canonical)}`, 'utf8'));
    return {
      t: row.table,
      row: {
        ...{ id, at, user_name: writer.user, team: writer.team, device: writer.device, seq },
        ...{ prev: `\\x${prev}`, hash: `\\x${hash}` },
        ...Object.fromEntries(kinds.map(([name, kind]) => [name, stored(fields[name] ?? null, kind)])),
        ...(salt && contentHash ? { salt: `\\x${salt.toString('hex')}`, content_hash: `\\x${contentHash}` } : {}),
      },
    };
  });
}

/** Postgres stores neither NUL nor half of a surrogate pair. */
function cleanText(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value).toWellFormed().replaceAll('\0', '\uFFFD');
}

function asText(value: string | number | boolean | null, kind: FieldKind): string | null {
  return kind === 'money' && typeof value === 'number' ? value.toFixed(9) : cleanText(value);
}

function stored(value: string | number | boolean | null, kind: FieldKind): string | number | boolean | null {
  return kind === 'money' || typeof value === 'string' ? asText(value, kind) : value;
}

/** As `jsonb_build_array(…)::text` writes it. */
function jsonArray(values: readonly (string | null)[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
