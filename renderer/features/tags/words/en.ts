// Strings for tags.

import { counted } from '../../../core/words/wording.ts';

const conversations = (count: number): string => counted(count, 'conversation', 'conversations');

export const catalog = {
  title: 'Tags',
  titleMany: (count: number) => `Tags of ${conversations(count)}`,
  field: 'Find or create a tag',
  list: 'Tags',
  create: (name: string) => `Create “${name}”`,
  count: (count: number) => count.toLocaleString('en'),
  some: 'Some of them',
  none: 'No tags yet. Type a name to create one.',
  noMatch: 'No matching tag.',
  tooLong: (max: number) => `Tags can have at most ${max} characters.`,
  done: 'Done',
  manage: 'Manage tags…',
  manageTitle: 'Manage tags',
  manageNone: 'No conversation has a tag.',
  uses: conversations,
  rename: (name: string) => `Rename ${name}`,
  renameField: 'Tag name',
  remove: (name: string) => `Delete ${name}`,
  renamed: (name: string, next: string, count: number) => `Renamed “${name}” to “${next}” in ${conversations(count)}.`,
  removed: (name: string, count: number) => `Removed “${name}” from ${conversations(count)}.`,
  addedMany: (name: string, count: number) => `Added “${name}” to ${conversations(count)}.`,
  failed: (count: number, first: string) => `${conversations(count)} couldn’t be changed: ${first}`,
  changing: (done: number, of: number) => `Changing ${done.toLocaleString('en')} of ${of.toLocaleString('en')}…`,
  stop: 'Stop',
  undo: 'Undo',
  filter: 'Filter by tag',
  clear: 'Clear tag filter',
  more: 'More tags',
  matches: conversations,
  edit: (tags: string) => `Edit tags: ${tags}`,
} as const;
