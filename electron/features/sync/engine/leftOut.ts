// Projects that the user left out on this machine: nothing of them is uploaded from here, and nothing of them is fetched. What is in the
// store already stays there. A project is known by its ID; chats without a folder are ''.

import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import type { SyncProject } from '../../../../shared/features/sync/sync.ts';
import { readLocalProject, type SyncedProject } from './localProject.ts';
import { projectField } from './registers.ts';
import type { SyncContext } from './syncContext.ts';

const fact = 'leftOut';

/** Limits a query to conversations of the other projects. `id` is an expression for the conversation's ID. */
export function notLeftOut(id: string): string {
  const list = `coalesce((SELECT value FROM facts WHERE name = '${fact}'), '[]')`;
  // Mostly nothing is left out, and no project has to be looked up.
  return `(${list} = '[]' OR coalesce((SELECT json_extract(value, '$.id') FROM registers
    WHERE registers.conversation = ${id} AND field = '${projectField}'), '')
    NOT IN (SELECT value FROM json_each(${list})))`;
}

/** As far as it is in the logs. */
export function isLeftOut({ state }: Pick<SyncContext, 'state'>, conversation: string): boolean {
  return state.get(`SELECT 1 WHERE ${notLeftOut('?')}`, conversation) === null;
}

/** For the queries. Returns the list as text. */
export function noteLeftOut({ state, leftOut }: Pick<SyncContext, 'state' | 'leftOut'>): string {
  const now = JSON.stringify([...leftOut].sort());
  if ((state.fact(fact) ?? '[]') !== now) state.setFact(fact, now);
  return now;
}

/** Those of the conversations of which nothing is uploaded. */
export async function stayingHere(context: SyncContext, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  let folders: ReadonlySet<string> | null = null;
  for (const id of ids) {
    folders ??= await leftOutFolders(context);
    const place = folders.size === 0 ? null : await context.data.locate(id);
    if (isInPlace(id) || (place?.ok && folders.has(place.value.projectId))) staying.add(id);
  }
  return staying;
}

/** IDs of the folders of projects here that are left out. */
export async function leftOutFolders(context: SyncContext): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  if (context.leftOut.size === 0) return ids;
  for (const projectId of await context.data.projectIds()) {
    const project = await readLocalProject(context, { projectId });
    if (context.leftOut.has(project?.id ?? '')) ids.add(projectId);
  }
  return ids;
}

export async function syncedProjects({ state, store }: SyncContext): Promise<Omit<SyncProject, 'isLeftOut'>[]> {
  const rows = state.all<{ value: string | null }>(
    'SELECT DISTINCT value FROM registers WHERE field = ? AND value IS NOT NULL',
    projectField,
  );
  const projects = new Map<string, string>([['', '']]);
  for (const { value } of rows) {
    const { id, name } = JSON.parse(value ?? '{}') as Partial<SyncedProject>;
    if (typeof id === 'string' && typeof name === 'string') projects.set(id, name);
  }
  for (const { id, name, folder } of await store.listProjects()) if (folder !== null) projects.set(id, name);
  return [...projects].map(([id, name]) => ({ id, name }));
}
