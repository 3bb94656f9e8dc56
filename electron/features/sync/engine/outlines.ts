// The outline of a conversation, for lists until its messages arrive: the title by its first words, when it began, and whose agent
// works in it. It is in the log of the device that stores the beginning of the conversation.

import type { Message } from '../../../../shared/conversation/message.ts';
import { parentInOrigin } from '../../../../shared/features/compare/compare.ts';
import { deriveTitle, untitled } from '../../../conversation/title.ts';
import type { ConversationChange } from './logEntry.ts';
import type { SyncContext } from './syncContext.ts';
import type { SyncState } from './syncState.ts';

export interface Outline {
  title: string;
  createdAt: string;
  parent: string;
  /** The message that the title was made of. */
  source: string;
}

export type OutlineOf = NonNullable<ConversationChange['outline']>;

/** Notes the outline of a conversation from the records that this device stores, in order. */
export function createOutliner({ state, sealer }: SyncContext, conversation: string, whole: boolean) {
  const before = state.get<Outline & { device: string }>('SELECT * FROM outlines WHERE conversation = ?', conversation);
  let outline: Outline | null = !whole && before?.device === sealer.device && before.title === '' ? before : null;
  let isFirst = whole;
  return {
    /** `isOurs`: this device stores it. */
    add(message: Message, isOurs: boolean): void {
      if (isFirst && isOurs) {
        const parent = parentInOrigin(message.origin) ?? '';
        outline = { title: '', createdAt: message.createdAt, parent, source: '' };
      }
      isFirst = false;
      if (outline?.title !== '' || message.role !== 'user') return;
      const title = deriveTitle([message]);
      if (title !== untitled) outline = { ...outline, title, source: message.id };
    },
    save(): void {
      if (!outline || (before && isSame(outline, before))) return;
      putOutline(state, conversation, sealer.device, outline, 0);
    },
  };
}

function isSame(one: Outline, other: Outline): boolean {
  return one.title === other.title && one.createdAt === other.createdAt && one.parent === other.parent;
}

function putOutline(state: SyncState, conversation: string, device: string, outline: Outline, sent: 0 | 1): void {
  const { title, createdAt, parent, source } = outline;
  state.run(
    'INSERT OR REPLACE INTO outlines VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[conversation, device, title, createdAt, parent, source, sent],
  );
}

/** Ours stays: it is in our log, and leaves it when its words are removed. */
export function takeOutline(
  { state, sealer }: SyncContext,
  device: string,
  conversation: string,
  outline: OutlineOf,
): void {
  const row = state.get<{ device: string }>('SELECT device FROM outlines WHERE conversation = ?', conversation);
  if (row?.device === sealer.device && device !== sealer.device) return;
  putOutline(state, conversation, device, outline, 1);
}

/** `isUnsent`: only if the log does not have it yet. */
export function outlineOf({ state, sealer }: SyncContext, conversation: string, isUnsent: boolean): OutlineOf | null {
  const row = state.get<Outline & { sent: number }>(
    'SELECT title, createdAt, parent, source, sent FROM outlines WHERE conversation = ? AND device = ?',
    ...[conversation, sealer.device],
  );
  if (!row || (isUnsent && row.sent === 1)) return null;
  const { sent: _sent, ...outline } = row;
  return outline;
}

/** Its words leave this machine, and, with the next checkpoint, the store. */
export function forgetOutline({ state, sealer }: Pick<SyncContext, 'state' | 'sealer'>, conversation: string): void {
  const row = state.get<{ device: string }>('SELECT device FROM outlines WHERE conversation = ?', conversation);
  if (row?.device === sealer.device) state.setFact('checkpointDue', '1');
  state.run('DELETE FROM outlines WHERE conversation = ?', conversation);
}

/** The same if the title was made of a message that was removed for good. */
export function forgetTitleOf(
  context: Pick<SyncContext, 'state' | 'sealer'>,
  conversation: string,
  removed: ReadonlySet<string>,
): void {
  const { state, sealer } = context;
  const row = state.get<Outline & { device: string }>('SELECT * FROM outlines WHERE conversation = ?', conversation);
  if (!row || row.source === '' || !removed.has(row.source)) return;
  forgetOutline(context, conversation);
  putOutline(state, conversation, row.device, { ...row, title: '', source: '' }, row.device === sealer.device ? 0 : 1);
}
