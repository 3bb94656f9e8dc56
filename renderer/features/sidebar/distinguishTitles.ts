// Labels that distinguish conversations with the same title: the folder if they differ, otherwise the start time. Pure.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';

export interface TellApartInput {
  conversations: readonly ConversationRow[];
  projects: readonly ProjectInfo[];
  now: number;
  locale: string;
  noFolder: string;
}

/** By id; conversations with a unique title have no label. */
export function distinguishTitles({
  conversations,
  projects,
  now,
  locale,
  noFolder,
}: TellApartInput): Map<string, string> {
  const same = new Map<string, ConversationRow[]>();
  for (const row of conversations) {
    const key = row.title.trim().toLocaleLowerCase();
    const sameTitle = same.get(key);
    if (sameTitle) sameTitle.push(row);
    else same.set(key, [row]);
  }
  const texts = new Map<string, string>();
  for (const rows of same.values()) {
    if (rows.length < 2) continue;
    for (const [at, text] of textsOf(rows, { projects, now, locale, noFolder }).entries()) {
      texts.set(rows[at]?.id ?? '', text);
    }
  }
  return texts;
}

function textsOf(rows: readonly ConversationRow[], input: Omit<TellApartInput, 'conversations'>): string[] {
  const folders = rows.map(({ projectId }) => {
    const project = input.projects.find(({ id }) => id === projectId);
    return project?.folder == null ? input.noFolder : project.name;
  });
  if (isDistinct(folders)) return folders;
  // Short formats, since space is scarce.
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const ways: Intl.DateTimeFormatOptions[] = [
    { day: 'numeric', month: 'short' },
    { day: 'numeric', month: 'short', ...clock },
    { ...clock, second: '2-digit' },
  ];
  const times = rows.map(({ createdAt }) => new Date(createdAt));
  const today = new Date(input.now).toDateString();
  // If all started today, the time alone may suffice.
  if (times.every((time) => time.toDateString() === today)) ways.unshift(clock);
  let best: string[] = [];
  for (const way of ways) {
    const format = new Intl.DateTimeFormat(input.locale, way);
    const texts = times.map((time) => (Number.isNaN(time.getTime()) ? '' : format.format(time)));
    if (isDistinct(texts)) return texts;
    if (new Set(texts).size > new Set(best).size) best = texts;
  }
  // Started within the same second: return the format that distinguishes most of them.
  return best;
}

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
