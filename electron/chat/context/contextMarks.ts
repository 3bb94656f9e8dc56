// What a person hides from or pins in the context, as marks beside the log. Nothing is removed from the log, and clearing a
// mark restores the earlier request byte for byte. During a run, a mark applies from the next request.

import { isCompaction, isSummary } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { isSuperseded } from '../../../shared/conversation/superseded.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { sharedContextOf, simpleBranch } from '../../conversation/simpleBranch.ts';
import type { ConversationStore, StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';

/** Undefined leaves it as it is, null takes the mark back. Hidden and pinned exclude each other: what is set now counts. */
export interface MarkChange {
  hidden?: boolean | null | undefined;
  pinned?: boolean | null | undefined;
}

export interface FormerMark {
  hidden: boolean | null;
  pinned: boolean | null;
}

/** With the fields of a later version, which stay. */
type Mark = ConversationMeta['marks'][string];

type MarkDeps = Pick<ChatDeps, 'store' | 'hub' | 'clock'>;

/** Sets or takes back marks of one record; answers what they were, so that sending them undoes it. */
export async function markContext(
  deps: MarkDeps,
  conversationId: string,
  messageId: string,
  change: MarkChange,
): Promise<Result<{ before: FormerMark }>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const known = branch.value.messages.find((message) => message.id === messageId);
  const found = known ? ok(known) : await deps.store.readMessage(conversationId, messageId);
  if (!found.ok) return found;
  const refused = refusal(found.value, change, branch.value);
  if (refused) return fail('PARAMS_INVALID', refused);
  const under = change.pinned === true ? await placeOfPin(deps, branch.value, found.value) : ok(null);
  if (!under.ok) return under;
  let before: FormerMark = { hidden: null, pinned: null };
  const at = deps.clock.now().toISOString();
  const saved = await deps.store.updateMeta(conversationId, (meta) => {
    const mark = Object.hasOwn(meta.marks, messageId) ? meta.marks[messageId] : undefined;
    before = { hidden: mark?.hidden ?? null, pinned: mark?.pinned ?? null };
    return withMark(meta, messageId, changedMark(mark, change, under.value, at, found.value));
  });
  if (!saved.ok) return saved;
  const { projectId } = branch.value;
  await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  return ok({ before });
}

function refusal(message: Message, { hidden, pinned }: MarkChange, branch: StoredBranch): Sentence | null {
  if (message.partType === 'note')
    return say`This is a note from the app. It is never sent, so there is nothing to change.`;
  if (pinned && isCompaction(message)) {
    return say`A summary is sent for as long as it is in use. It cannot be pinned, only undone.`;
  }
  if (hidden !== undefined && isCompaction(message) && isSuperseded(message.id, branch.messages, branch.meta.marks)) {
    return say`A later summary replaced this one, so this would change nothing. Undo the later one first.`;
  }
  if (pinned && message.removed) return say`This message was permanently removed. There is nothing left to pin.`;
  return null;
}

/**
 * The id of the last summary that was stored after the record, undone or not; null when there is none. So the pin counts
 * whichever summary is in force, and need not follow when one is undone.
 */
async function placeOfPin(deps: MarkDeps, branch: StoredBranch, message: Message): Promise<Result<string | null>> {
  const at = branch.messages.findIndex((record) => record.id === message.id);
  const last = branch.messages.findLastIndex(isSummary);
  if (at < 0 && !(await standsBefore(deps, branch, message.id))) {
    return fail(
      'MESSAGE_NOT_FOUND',
      say`This message is on another branch of the conversation and is not sent from here.`,
    );
  }
  return ok(at < last ? (branch.messages[last]?.id ?? null) : null);
}

/** Records of a page; between two pages others have their turn, and only one page is held. */
const pageLength = 200;

/** Whether the record is on the open branch before what was read of it. */
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
  // What says of itself that it is not sent is shown by a mark; else none is needed.
  else if (pinned === true) next.hidden = message.includeInContext === false ? false : undefined;
  if (!next.pinned) next.under = undefined;
  const set = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  return { ...rest, ...set, at };
}

/** Without a word beside its time a mark says nothing, and goes. */
function withMark(meta: ConversationMeta, messageId: string, mark: Mark): ConversationMeta {
  const { [messageId]: _before, ...others } = meta.marks;
  const empty = Object.keys(mark).every((key) => key === 'at');
  return { ...meta, marks: empty ? others : { ...others, [messageId]: mark } };
}

// Pinned records that come before the records a request is built from. They are read in one pass, and nothing else of the
// summarised part is kept. Missing, hidden and removed records are not included; `besideRecords` includes hidden ones, for
// showing what was said earlier.

/** In the order in which they are sent. `branch`: read with the reach `context` or more. */
export async function pinnedRecords(
  deps: { store: Pick<ConversationStore, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  return (await besideRecords(deps, branch)).filter((message) => !isHidden(message, branch.meta.marks));
}

/** The same, with those that a person has hidden. */
export async function besideRecords(
  deps: { store: Pick<ConversationStore, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  if (simpleBranch(branch.messages).isSimple) return [];
  const { pinnedBefore } = sharedContextOf(branch.messages, branch.meta.marks);
  if (pinnedBefore.length === 0) return [];
  const known = new Map(branch.messages.map((message) => [message.id, message]));
  const before = pinnedBefore.filter((id) => !known.has(id));
  const read = before.length === 0 ? null : await deps.store.readMessages(branch.conversationId, before);
  for (const message of read?.ok ? read.value : []) known.set(message.id, message);
  return pinnedBefore.flatMap((id) => {
    const message = known.get(id);
    return message && mayBeSent(message) ? [message] : [];
  });
}

function mayBeSent(message: Message): boolean {
  return message.partType !== 'note' && message.removed === undefined && !isCompaction(message);
}
