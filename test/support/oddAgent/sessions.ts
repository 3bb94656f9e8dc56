// The odd agent's sessions on disk: one file of JSON lines per session, the first with its folder and options, the rest
// the updates it sent. A new process reads them again.

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Row } from './wire.ts';

export interface OddSession {
  id: string;
  cwd: string;
  title: string | null;
  /** Current values by option id. */
  options: Record<string, string | boolean>;
  /** The updates that a load replays. */
  updates: Row[];
  record(update: Row): void;
  save(): void;
}

export interface OddSessions {
  create(cwd: string): OddSession;
  read(id: string): OddSession | null;
  list(): { sessionId: string; cwd: string; title: string | null; updatedAt: string }[];
}

const defaultOptions = { mode: 'build', model: 'odd/plain', effort: 'medium', verbose: false } as const;

export function openSessions(folder: string): OddSessions {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string): string => path.join(folder, `${id}.jsonl`);

  function session(id: string, cwd: string, updates: Row[], title: string | null, options: Row): OddSession {
    const opened: OddSession = {
      id,
      cwd,
      title,
      options: { ...defaultOptions, ...options },
      updates,
      record(update) {
        updates.push(update);
        if (update.sessionUpdate === 'session_info_update') opened.title = String(update.title);
        appendFileSync(fileOf(id), `${JSON.stringify(update)}\n`);
      },
      save: () => appendFileSync(fileOf(id), `${JSON.stringify({ head: true, cwd, options: opened.options })}\n`),
    };
    return opened;
  }

  function read(id: string): OddSession | null {
    if (!/^[\w-]+$/.test(id) || !existsSync(fileOf(id))) return null;
    // A killed process leaves an incomplete last line.
    const lines = readFileSync(fileOf(id), 'utf8').split('\n').slice(0, -1);
    const rows = lines.map((line) => JSON.parse(line) as Row);
    const head = rows.findLast((row) => row.head === true) ?? {};
    const updates = rows.filter((row) => row.head !== true);
    const named = updates.findLast((row) => row.sessionUpdate === 'session_info_update');
    const title = named ? String(named.title) : null;
    return session(id, String(head.cwd), updates, title, (head.options ?? {}) as Row);
  }

  return {
    create(cwd) {
      const id = `odd_${crypto.randomUUID()}`;
      const created = session(id, cwd, [], null, {});
      created.save();
      return created;
    },
    read,
    list() {
      const ids = readdirSync(folder).map((name) => path.basename(name, '.jsonl'));
      const rows = ids.map((id) => ({ id, at: statSync(fileOf(id)).mtime, session: read(id) }));
      return rows
        .sort((a, b) => b.at.getTime() - a.at.getTime())
        .map((row) => ({
          sessionId: row.id,
          cwd: row.session?.cwd ?? '/',
          title: row.session?.title ?? null,
          updatedAt: row.at.toISOString(),
        }));
    },
  };
}
