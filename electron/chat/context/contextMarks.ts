// What a person leaves out of the context or keeps in it, as marks beside the log. Nothing is taken from the log, and a mark
// that is taken back gives the request that was before it, byte for byte. During a run it counts from the next request on.

import { contextOf, isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { ConversationMeta } from '../../../shared/formats.ts';
import type { StoredBranch } from '../../ports/store.ts';
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
  const refused = refusal(found.value, change);
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
  if (isCompaction(found.value)) await movePins(deps, conversationId);
  return ok({ before });
}

function refusal(message: Message, { pinned }: MarkChange): string | null {
  if (message.partType === 'note') return 'This is a note of the app. It is never sent, so there is nothing to change.';
  if (pinned && isCompaction(message)) {
    return 'A summary is sent as long as it is in force. It cannot be pinned; it can be undone.';
  }
  if (pinned && message.removed) return 'This message was removed for good. There is nothing left of it to keep.';
  return null;
}

/** The id of the summary behind which the record stands; null when it is sent in its own place. */
async function placeOfPin(deps: MarkDeps, branch: StoredBranch, message: Message): Promise<Result<string | null>> {
  const { summary, kept } = contextOf(branch.messages, branch.meta.marks);
  if (kept.some((record) => record.id === message.id)) return ok(null);
  const onBranch =
    branch.messages.some((record) => record.id === message.id) ||
    (await standingBefore(deps, branch, [message.id])).length > 0;
  if (!onBranch) {
    return fail(
      'MESSAGE_NOT_FOUND',
      'This message is on another branch of the conversation and is not sent from here.',
    );
  }
  return ok(summary?.id ?? null);
}

/** Records of a page; between two pages others have their turn, and only one page is held. */
const pageLength = 200;

/** Which of these records are on the open branch before what was read of it. */
async function standingBefore(deps: MarkDeps, branch: StoredBranch, wanted: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let before = branch.messages[0]?.id ?? null;
  let more = branch.hasEarlier;
  while (more && before !== null && found.length < wanted.length) {
    const page = await deps.store.readPage(branch.conversationId, before, pageLength);
    if (!page.ok) break;
    const here = new Set(page.value.messages.map((message) => message.id));
    found.push(...wanted.filter((id) => here.has(id)));
    before = page.value.messages[0]?.id ?? null;
    more = page.value.hasEarlier;
  }
  return found;
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

/** Another summary is in force now, or none: records that were pinned behind the former one stand behind this one. */
async function movePins(deps: MarkDeps, conversationId: string): Promise<void> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return;
  const { marks } = branch.value.meta;
  const { summary, kept, pinnedBefore } = contextOf(branch.value.messages, marks);
  if (!summary) return;
  const sent = new Set([...pinnedBefore, ...kept.map((message) => message.id)]);
  const lost = Object.keys(marks).filter((id) => marks[id]?.pinned && !isHidden({ id }, marks) && !sent.has(id));
  const behind = await standingBefore(deps, branch.value, lost);
  if (behind.length === 0) return;
  const saved = await deps.store.updateMeta(conversationId, (meta) => {
    const moved = behind.flatMap((id) =>
      meta.marks[id] ? [[id, { ...meta.marks[id], under: summary.id }] as const] : [],
    );
    return { ...meta, marks: { ...meta.marks, ...Object.fromEntries(moved) } };
  });
  if (saved.ok) await deps.hub.publishMeta(conversationId, { projectId: branch.value.projectId, meta: saved.value });
}
