// The full-text tables of search.db: many, of bounded size, in sequence. A query can pause between two, and scrubbing
// rewrites only affected ones.

import { hash } from 'node:crypto';
import type { Database, Statement } from '../files/database.ts';
import { toIndexTexts } from './indexTokens.ts';

export interface Shard {
  id: number;
  first: number;
  last: number;
  docs: number;
  units: number;
  deleted: number;
}

export interface ShardWriter {
  /** Rereads the shard table; call at the start of a transaction. */
  reload(): void;
  /** Assigns the next ID. */
  add(text: string): number;
  /** Records the additions; call before committing. */
  flush(): void;
  /** Removes these docs from query results. Their rows in `docs` must still exist. */
  remove(where: string, ...values: (number | string)[]): void;
  /** Rewrites every shard with removals, leaving no trace. Call outside a transaction. */
  scrub(least: (shard: Shard) => boolean): void;
}

/** Limits at which a new shard begins. Units are UTF-16 units of text. */
const shardLimits = { docs: 65_536, units: 24_000_000 };

export function listShards(database: Database): Shard[] {
  return database.prepare('SELECT * FROM shards ORDER BY id').all() as unknown as Shard[];
}

function tablesOf({ id }: Shard): string[] {
  return [`tri${id}`, `pair${id}`];
}

export function createShardWriter(database: Database, limits = shardLimits): ShardWriter {
  let shards: Shard[] = [];
  let open: { shard: Shard; trigrams: Statement; pairs: Statement } | null = null;

  function reload(): void {
    shards = listShards(database);
    open = null;
  }

  function current(): NonNullable<typeof open> {
    if (open && open.shard.docs < limits.docs && open.shard.units < limits.units) return open;
    const last = shards.at(-1);
    const full = !last || last.docs >= limits.docs || last.units >= limits.units;
    flush();
    const shard = full ? begin(last) : last;
    open = {
      shard,
      trigrams: database.prepare(`INSERT INTO tri${shard.id}(rowid, text) VALUES (?, ?)`),
      pairs: database.prepare(`INSERT INTO pair${shard.id}(rowid, text) VALUES (?, ?)`),
    };
    return open;
  }

  function flush(): void {
    if (!open) return;
    const { id, last, docs, units } = open.shard;
    database.prepare('UPDATE shards SET last = ?, docs = ?, units = ? WHERE id = ?').run(last, docs, units, id);
  }

  function begin(before: Shard | undefined): Shard {
    if (before) optimize(before);
    const first = (before?.last ?? 0) + 1;
    const shard: Shard = { id: (before?.id ?? 0) + 1, first, last: first - 1, docs: 0, units: 0, deleted: 0 };
    const common = "detail=none, content='', contentless_delete=1";
    database.exec(`
      CREATE VIRTUAL TABLE tri${shard.id} USING fts5(text, tokenize='trigram case_sensitive 1', ${common});
      CREATE VIRTUAL TABLE pair${shard.id} USING fts5(text, tokenize='ascii', ${common});
    `);
    // By default FTS5 merges a little with every transaction, which nearly doubles the work. This way it merges at
    // sixteen segments of one size, and queries read up to that many.
    for (const table of tablesOf(shard)) database.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('automerge', 0)`);
    database.prepare('INSERT INTO shards VALUES (?, ?, ?, 0, 0, 0)').run(shard.id, shard.first, shard.last);
    shards.push(shard);
    return shard;
  }

  function optimize(shard: Shard): void {
    for (const table of tablesOf(shard)) database.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
  }

  return {
    reload,
    flush,

    add(text) {
      const { shard, trigrams, pairs } = current();
      const texts = toIndexTexts(text);
      const id = shard.last + 1;
      trigrams.run(id, texts.plain);
      if (texts.pairs !== '') pairs.run(id, texts.pairs);
      shard.last = id;
      shard.docs++;
      shard.units += text.length;
      return id;
    },

    remove(where, ...values) {
      for (const shard of shards) {
        const docs = `SELECT id FROM docs WHERE ${where} AND id BETWEEN ? AND ?`;
        const range = [...values, shard.first, shard.last];
        const { changes } = database.prepare(`DELETE FROM tri${shard.id} WHERE rowid IN (${docs})`).run(...range);
        if (Number(changes) === 0) continue;
        database.prepare(`DELETE FROM pair${shard.id} WHERE rowid IN (${docs})`).run(...range);
        shard.deleted += Number(changes);
        database.prepare('UPDATE shards SET deleted = ? WHERE id = ?').run(shard.deleted, shard.id);
      }
    },

    scrub(least) {
      reload();
      for (const shard of shards.filter((each) => each.deleted > 0 && least(each))) {
        database.exec('BEGIN IMMEDIATE');
        if (shard.deleted >= shard.docs && shard !== shards.at(-1)) {
          database.exec(`DROP TABLE tri${shard.id}; DROP TABLE pair${shard.id}`);
          database.prepare('DELETE FROM shards WHERE id = ?').run(shard.id);
        } else {
          optimize(shard);
          const docs = shard.docs - shard.deleted;
          database.prepare('UPDATE shards SET deleted = 0, docs = ? WHERE id = ?').run(docs, shard.id);
        }
        database.exec('COMMIT');
      }
      reload();
    },
  };
}

// Small hashes: of IDs, for numeric lookup, and of lines, to detect changes. Pure.

/** 48 bits, which a number holds exactly. */
export function idHash(id: string): number {
  return Number.parseInt(hash('sha1', id, 'hex').slice(0, 12), 16);
}

export function lineHash(line: Buffer): string {
  return hash('sha1', line, 'hex').slice(0, 20);
}
