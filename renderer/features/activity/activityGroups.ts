// Sorts conversations under the page's headings. The longest-waiting comes first; new items never move rows under the
// pointer. Pure.

import type { Activity } from '../../../shared/features/activity/methods.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export const groupNames = ['waiting', 'running', 'queued', 'stopped', 'ended'] as const;
export type GroupName = (typeof groupNames)[number];

export interface ActivityEntry {
  row: ConversationRow;
  /** Null: no activity. */
  activity: Activity | null;
}

export type ActivityGroups = Readonly<Record<GroupName, readonly ActivityEntry[]>>;

export function activityGroups(
  rows: readonly ConversationRow[],
  activities: ReadonlyMap<string, Activity>,
  projectIds: readonly string[] | null,
): ActivityGroups {
  const groups: Record<GroupName, ActivityEntry[]> = { waiting: [], running: [], queued: [], stopped: [], ended: [] };
  for (const row of rows) {
    if (projectIds && !projectIds.includes(row.projectId)) continue;
    const activity = activities.get(row.id) ?? null;
    const name = groupOf(row, activity);
    if (name) groups[name].push({ row, activity });
  }
  groups.waiting.sort(byStart);
  groups.running.sort(byStart);
  return groups;
}

/** The prompts of the conversation and of its compared answers. */
function asksOf({ asks, agents }: Activity): Activity['asks'] {
  return [...asks, ...agents.flatMap(({ compare }) => compare?.asks ?? [])];
}

function groupOf(row: ConversationRow, activity: Activity | null): GroupName | null {
  if (activity && asksOf(activity).length > 0) return 'waiting';
  // Listed as running, but its first report has not arrived yet.
  if (activity?.startedAt) return 'running';
  if (row.activity !== 'idle') return null;
  if (activity && activity.queued > 0) return 'queued';
  if (row.archived) return null;
  if (row.ending) return 'stopped';
  return row.unread ? 'ended' : null;
}

function byStart(one: ActivityEntry, other: ActivityEntry): number {
  const started = ({ activity }: ActivityEntry): string => activity?.startedAt ?? '';
  return started(one).localeCompare(started(other)) || one.row.id.localeCompare(other.row.id);
}
