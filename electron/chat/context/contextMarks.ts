// Marks for messages that the user hides from or pins in the context, stored next to the log. Nothing is removed from
// the log, and clearing a mark restores the earlier request to the byte. During a run, a mark applies from the next
// request.

import { isCompaction, isSummary } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { isSuperseded } from '../../../shared/conversation/superseded.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { inspectBranch, sharedContextOf } from '../../conversation/simpleBranch.ts';
import type { ConversationReader, StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';

/** Undefined leaves a mark unchanged, null clears it. Hidden and pinned exclude each other: the newer wins. */
export interface MarkChange {
  hidden?: boolean | null | undefined;
  pinned?: boolean | null | undefined;
}

export interface FormerMark {
  hidden: boolean | null;
  pinned: boolean | null;
}

/** Including fields from later versions, which are preserved. */
type Mark = ConversationMeta['marks'][string];

type MarkDeps = Pick<ChatDeps, 'store' | 'hub' | 'clock'>;

/** Sets or clears marks of a record; returns the previous ones, which undo it when sent. */
export async function markContext(
  deps: MarkDeps,
  conversationId: string,
  messageId: string,
  change: MarkChange,
): Promise<Result<{ before: FormerMark }>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const loaded = branch.value.messages.find((message) => message.id === messageId);
  const target = loaded ? ok(loaded) : await deps.store.readMessage(conversationId, messageId);
  if (!target.ok) return target;
  const refused = refusal(target.value, change, branch.value);
  if (refused) return fail('PARAMS_INVALID', refused);
  const under = change.pinned === true ? await placeOfPin(deps, branch.value, target.value) : ok(null);
  if (!under.ok) return under;
  let before: FormerMark = { hidden: null, pinned: null };
  const at = deps.clock.now().toISOString();
  const saved = await deps.store.updateMeta(conversationId, (meta) => {
    const mark = Object.hasOwn(meta.marks, messageId) ? meta.marks[messageId] : undefined;
    before = { hidden: mark?.hidden ?? null, pinned: mark?.pinned ?? null };
    return withMark(meta, messageId, changedMark(mark, change, under.value, at, target.value));
  });
  if (!saved.ok) return saved;
  const { projectId } = branch.value;
  await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  return ok({ before });
}

function refusal(message: Message, { hidden, pinned }: MarkChange, branch: StoredBranch): Sentence | null {
  if (message.partType === 'note') return say`This is a note from the app. It is never sent to the model.`;
  if (pinned && isCompaction(message)) {
    return say`An active summary is always sent. It cannot be pinned, only undone.`;
  }
  if (hidden !== undefined && isCompaction(message) && isSuperseded(message.id, branch.messages, branch.meta.marks)) {
    return say`A later summary replaced this one. Undo the later one first.`;
  }
  if (pinned && message.removed) return say`This message was permanently removed. There is nothing left to pin.`;
  return null;
}

/**
 * Returns the id of the last summary stored after the record, undone or not; null if there is none. So a pin applies
 * under whichever summary is active, and needs no update when one is undone.
 */
async function placeOfPin(deps: MarkDeps, branch: StoredBranch, message: Message): Promise<Result<string | null>> {
  const at = branch.messages.findIndex((record) => record.id === message.id);
  const last = branch.messages.findLastIndex(isSummary);
  if (at < 0 && !(await standsBefore(deps, branch, message.id))) {
    return fail('MESSAGE_NOT_FOUND', say`This message is on another branch of the conversation, so it is not sent.`);
  }
  return ok(at < last ? (branch.messages[last]?.id ?? null) : null);
}

/** Records per page: only one page is held, with a yield after each. */
const pageLength = 200;

/** Returns whether the record is on the active branch before the part that was read. */
async function standsBefore(deps: MarkDeps, branch: StoredBranch, id: string): Promise<boolean> {
  let before = branch.messages[0]?.id ?? null;
  let more = branch.hasEarlier;
  while (more && before !== null) {
    const page = await deps.store.readPage(branch.conversationId, before, pageLength);
    if (!page.ok) return false;
    if (page.value.messages.some((message) => message.id === id)) return true;
    before = page.value.messages[0]?.id ?? null;
    more = page.value.hasEarlier;
  }
  return false;
}

function changedMark(
  mark: Mark | undefined,
  { hidden, pinned }: MarkChange,
  under: string | null,
  at: string,
  message: Message,
): Mark {
  const { hidden: wasHidden, pinned: wasPinned, under: wasUnder, ...rest } = mark ?? { at };
  const next = {
    hidden: hidden === undefined ? wasHidden : (hidden ?? undefined),
    pinned: pinned === undefined ? wasPinned : (pinned ?? undefined),
    under: pinned === true ? (under ?? undefined) : wasUnder,
  };
  if (hidden === true) next.pinned = undefined;
  // A record that is excluded by itself needs a mark to be included; others need none.
  else if (pinned === true) next.hidden = message.includeInContext === false ? false : undefined;
  if (!next.pinned) next.under = undefined;
  const set = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  return { ...rest, ...set, at };
}

/** A mark with only a time is meaningless and is deleted. */
function withMark(meta: ConversationMeta, messageId: string, mark: Mark): ConversationMeta {
  const { [messageId]: _before, ...others } = meta.marks;
  const empty = Object.keys(mark).every((key) => key === 'at');
  return { ...meta, marks: empty ? others : { ...others, [messageId]: mark } };
}

// Reads pinned records from before the part that a request is built from, in a single pass that keeps nothing else.
// Excludes missing, hidden and removed ones; `allPinnedRecords` includes hidden ones, to show what was said earlier.

/** In request order. `branch`: read with reach `context` or more. */
export async function pinnedRecords(
  deps: { store: Pick<ConversationReader, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  return (await allPinnedRecords(deps, branch)).filter((message) => !isHidden(message, branch.meta.marks));
}

/** Like `pinnedRecords`, including those that the user hid. */
export async function allPinnedRecords(
  deps: { store: Pick<ConversationReader, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  if (inspectBranch(branch.messages).isSimple) return [];
  const { pinnedBefore } = sharedContextOf(branch.messages, branch.meta.marks);
  if (pinnedBefore.length === 0) return [];
  const messageById = new Map(branch.messages.map((message) => [message.id, message]));
  const before = pinnedBefore.filter((id) => !messageById.has(id));
  const read = before.length === 0 ? null : await deps.store.readMessages(branch.conversationId, before);
  for (const message of read?.ok ? read.value : []) messageById.set(message.id, message);
  return pinnedBefore.flatMap((id) => {
    const message = messageById.get(id);
    return message && mayBeSent(message) ? [message] : [];
  });
}

function mayBeSent(message: Message): boolean {
  return message.partType !== 'note' && message.removed === undefined && !isCompaction(message);
}
