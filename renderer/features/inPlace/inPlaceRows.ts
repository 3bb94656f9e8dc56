// Sidebar rows for other apps' sessions: app, its folders, their sessions; for what teams share; and for sessions on other machines. Apps and teams start
// expanded, folders and agents collapsed.
// Pure.

import type { ListedAgentSession } from '../../../shared/features/externalAgents/externalAgent.ts';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceList, InPlaceRow, ListedAgent, MachineSession } from '../../../shared/features/inPlace/methods.ts';
import type { SharedConversation } from '../../../shared/features/sharing/sharing.ts';

export type InPlaceKey = `program:${string}` | `folder:${string}:${string}`;

export type InPlaceListRow =
  /** `program` null: only its agent lists its sessions. */
  | { type: 'program'; key: InPlaceKey; program: InPlaceProgram | null; name: string; count: number; open: boolean }
  /** `path` null: its sessions have no folder. */
  | { type: 'folder'; key: InPlaceKey; name: string; path: string | null; count: number; open: boolean }
  | { type: 'session'; key: string; row: InPlaceRow }
  | { type: 'listed'; key: string; agent: string; row: ListedAgentSession }
  | { type: 'team'; key: InPlaceKey; name: string; count: number; open: boolean }
  | { type: 'shared'; key: string; row: SharedConversation }
  | { type: 'machine'; key: InPlaceKey; name: string; count: number; open: boolean }
  | { type: 'onMachine'; key: string; row: MachineSession };

export interface InPlaceInput {
  programs: readonly InPlaceProgram[];
  list: Pick<InPlaceList, 'rows' | 'agents' | 'shared' | 'onMachines'>;
  /** Collapsed apps, expanded folders and agents. */
  toggled: ReadonlySet<string>;
  /** The current session; its ancestors stay expanded. */
  current: string | null;
}

type SessionRow = Extract<InPlaceListRow, { type: 'session' | 'listed' }>;

export function inPlaceRows({ programs, list, toggled, current }: InPlaceInput): InPlaceListRow[] {
  const rows: InPlaceListRow[] = teamRows(list.shared, toggled, current);
  const add = (id: string, program: InPlaceProgram | null, name: string, own: readonly SessionRow[]): void => {
    const key: InPlaceKey = `program:${id}`;
    const open = toggled.has(key) === (program === null) || own.some((row) => row.key === current);
    rows.push({ type: 'program', key, program, name, count: own.length, open });
    if (open) rows.push(...folderRows(id, own, toggled, current));
  };
  for (const program of programs) {
    const read = list.rows.filter((row) => row.program === program).map(rowOfSession);
    const listed = list.agents.filter((agent) => agent.program === program).flatMap(listedRows);
    add(program, program, programNames[program], listed.length === 0 ? read : [...read, ...listed].sort(newestFirst));
  }
  for (const agent of list.agents) {
    if (agent.program === null || !programs.includes(agent.program)) {
      add(`agent:${agent.agentId}`, null, agent.name, listedRows(agent));
    }
  }
  rows.push(...machineRows(list.onMachines, toggled, current));
  return rows;
}

function teamRows(
  shared: readonly SharedConversation[],
  toggled: ReadonlySet<string>,
  current: string | null,
): InPlaceListRow[] {
  return [...Map.groupBy(shared, ({ team }) => team)].flatMap(([team, conversations]): InPlaceListRow[] => {
    const key: InPlaceKey = `program:team:${team}`;
    const open = !toggled.has(key) || conversations.some((row) => row.conversationId === current);
    const name = conversations[0]?.teamName ?? '';
    const heading: InPlaceListRow = { type: 'team', key, name, count: conversations.length, open };
    if (!open) return [heading];
    return [heading, ...conversations.map((row): InPlaceListRow => ({ type: 'shared', key: row.conversationId, row }))];
  });
}

/** Below those of this machine. */
function machineRows(
  sessions: readonly MachineSession[],
  toggled: ReadonlySet<string>,
  current: string | null,
): InPlaceListRow[] {
  return [...Map.groupBy(sessions, ({ device }) => device)].flatMap(([device, own]): InPlaceListRow[] => {
    const key: InPlaceKey = `program:machine:${device}`;
    const open = !toggled.has(key) || own.some((row) => row.conversationId === current);
    const heading: InPlaceListRow = { type: 'machine', key, name: own[0]?.machine ?? '', count: own.length, open };
    if (!open) return [heading];
    return [heading, ...own.map((row): InPlaceListRow => ({ type: 'onMachine', key: row.conversationId, row }))];
  });
}

function rowOfSession(row: InPlaceRow): SessionRow {
  return { type: 'session', key: row.conversationId, row };
}

function listedRows({ agentId, name, sessions }: ListedAgent): SessionRow[] {
  return sessions.map((row) => ({ type: 'listed', key: `listed:${agentId}:${row.sessionId}`, agent: name, row }));
}

function newestFirst(a: SessionRow, b: SessionRow): number {
  return (b.row.updatedAt ?? '').localeCompare(a.row.updatedAt ?? '');
}

function folderRows(
  id: string,
  own: readonly SessionRow[],
  toggled: ReadonlySet<string>,
  current: string | null,
): InPlaceListRow[] {
  const folders = new Map<string | null, SessionRow[]>();
  for (const row of own) {
    const rows = folders.get(row.row.folder);
    if (rows) rows.push(row);
    else folders.set(row.row.folder, [row]);
  }
  const names = shortNames([...folders.keys()].filter((path) => path !== null));
  return [...folders].flatMap(([path, sessions]): InPlaceListRow[] => {
    const key: InPlaceKey = `folder:${id}:${path ?? ''}`;
    const open = toggled.has(key) || sessions.some((row) => row.key === current);
    const heading: InPlaceListRow = {
      type: 'folder',
      key,
      name: names.get(path) ?? '',
      path,
      count: sessions.length,
      open,
    };
    return open ? [heading, ...sessions] : [heading];
  });
}

/** Shortens each path to its last part, with as many parents as it needs to be unique. */
function shortNames(paths: readonly string[]): Map<string | null, string> {
  const names = new Map<string | null, string>();
  const parts = new Map(paths.map((path) => [path, path.split(/[\\/]+/).filter(Boolean)]));
  const longest = Math.max(0, ...[...parts.values()].map(({ length }) => length));
  for (let count = 1; count <= longest; count++) {
    const left = paths.filter((path) => !names.has(path));
    const short = left.map((path) => parts.get(path)?.slice(-count).join('/') ?? path);
    const times = new Map<string, number>();
    for (const name of short) times.set(name, (times.get(name) ?? 0) + 1);
    for (const [at, path] of left.entries()) {
      const name = short[at] ?? path;
      if (times.get(name) === 1 || count === longest) names.set(path, name || path);
    }
  }
  return names;
}
