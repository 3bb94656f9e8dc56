// The costs of query.db, from usage/YYYY-MM.jsonl. Only what was appended to a month is read.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import type { OpenFile } from '../search/openedFile.ts';
import { parseUsageLine } from '../usage/usageLine.ts';

const pieceBytes = 256 * 1024;
const lineFeed = 0x0a;

interface Turns {
  begin(): void;
  commitIfDue(): void;
}

export function refreshCosts(
  { data, open }: { data: DataFolder; open: OpenFile },
  statements: Pick<Database, 'prepare'>,
  turns: Turns,
): void {
  const folder = join(data.root, 'usage');
  const months = monthsIn(folder);
  const stored = statements.prepare('SELECT month, file, done FROM stored_months').all();
  const doneBy = new Map(
    stored.map(({ month, file, done }) => [String(month), { file: String(file), done: Number(done) }]),
  );
  for (const month of new Set([...doneBy.keys(), ...months])) {
    const file = open(join(folder, `${month}.jsonl`));
    try {
      const before = doneBy.get(month);
      const goesOn = file && before && before.file === `${file.identity.ino}` && before.done <= file.identity.size;
      if (goesOn && before.done === file.identity.size) continue;
      turns.begin();
      if (before && !goesOn) {
        statements.prepare('DELETE FROM stored_costs WHERE month = ?').run(month);
        statements.prepare('DELETE FROM stored_months WHERE month = ?').run(month);
      }
      if (!file) continue;
      const done = readLines(file, goesOn ? before.done : 0, (text) => insert(statements, month, text));
      if (goesOn && done === before.done) continue;
      statements
        .prepare('INSERT OR REPLACE INTO stored_months VALUES (?, ?, ?)')
        .run(month, `${file.identity.ino}`, done);
      turns.commitIfDue();
    } finally {
      file?.close();
    }
  }
}

function monthsIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => /^(\d{4}-\d{2})\.jsonl$/.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** Complete lines only. Returns where the last one ends. */
function readLines(file: NonNullable<ReturnType<OpenFile>>, from: number, take: (text: string) => void): number {
  let rest = Buffer.alloc(0);
  let at = from;
  while (at < file.identity.size) {
    const piece = file.read(at, Math.min(pieceBytes, file.identity.size - at));
    if (piece.length === 0) break;
    at += piece.length;
    const bytes = Buffer.concat([rest, piece]);
    let begin = 0;
    for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, begin)) {
      take(bytes.toString('utf8', begin, feed));
      begin = feed + 1;
    }
    rest = bytes.subarray(begin);
  }
  return at - rest.length;
}

function insert(statements: Pick<Database, 'prepare'>, month: string, text: string): void {
  const line = parseUsageLine(text);
  if (!line || !('usd' in line) || line.kind === 'raise') return;
  statements
    .prepare('INSERT INTO stored_costs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      ...[month, line.at, line.kind, line.provider, line.model, line.project, line.conversation, line.parent ?? null],
      ...[line.input, line.output, line.cached, line.reasoning, line.searches].map((value) => value ?? null),
      line.usd,
    );
}
