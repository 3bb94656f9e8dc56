// A conversation of its own from the beginning of another: the open branch up to a record, with the marks of its records and
// the full results, which get names of their own. Attachments are the project's, so they are shared. The log is put in its
// place last and at once: until then the list shows nothing, and a crash before leaves what a check finds.

import type { MessagePage } from '../../../shared/contract/browseResources.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { type AppError, fail, ok, type Result } from '../../../shared/errors.ts';
import { type ConversationMeta, fullOutputPath, metaSchema } from '../../../shared/formats.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { createTimeSlice } from '../../lib/timeSlice.ts';
import type { ConversationPlace, DataFolder } from '../dataFolder.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { bringFile } from '../merge/mergeFiles.ts';
import { resultFile } from '../results/spill.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import type { Sidecars } from '../sidecars.ts';

export interface ForkDeps {
  disk: Disk;
  data: DataFolder;
  sidecars: Sidecars;
  mask: SecretMask;
  /** As a reader sees it: what was removed for good is not copied. */
  readLater(conversationId: string, after: string | null, limit: number): Promise<Result<MessagePage>>;
  readAround(conversationId: string, messageId: string, limit: number): Promise<Result<MessagePage>>;
}

export interface ForkRequest {
  from: ConversationPlace;
  to: ConversationPlace;
  messageId: string;
  title: string;
  meta: ConversationMeta;
}

const pageSize = 200;
const pieceCharacters = 1024 * 1024;

/** Carries a failed reading out of what writes the file. */
class Unreadable extends Error {
  readonly failed: { ok: false; error: AppError };
  constructor(failed: { ok: false; error: AppError }) {
    super(failed.error.message);
    this.failed = failed;
  }
}

/** MESSAGE_NOT_FOUND as `readAround` has it; STORE_WRITE_FAILED: there is no new conversation. */
export async function forkConversation(deps: ForkDeps, request: ForkRequest): Promise<Result<void>> {
  const { disk, sidecars } = deps;
  const { from, to, messageId, title, meta } = request;
  const found = await deps.readAround(from.conversationId, messageId, 1);
  if (!found.ok) return found;
  const copied = new Set<string>();
  try {
    await makeFolder(disk, to.folder, to.project);
    // Marks are small and of few records; which of them are of the branch is known when it was gone through.
    const marked = new Set(Object.keys(meta.marks));
    const write = async (): Promise<Result<ConversationMeta>> =>
      sidecars.updateMeta(to, () => ({
        ...metaSchema.parse({}),
        title,
        model: meta.model,
        approvalMode: meta.approvalMode,
        requiredServer: meta.requiredServer,
        marks: Object.fromEntries(Object.entries(meta.marks).filter(([id]) => copied.has(id))),
      }));
    let saved: Result<ConversationMeta> = ok(meta);
    async function* log(): AsyncGenerator<Uint8Array> {
      yield* recordsUpTo(deps, request, (id) => {
        if (marked.has(id)) copied.add(id);
      });
      // Before the log takes its place: with it the conversation is there.
      saved = await write();
      if (!saved.ok) throw new Unreadable(saved);
    }
    await atomicWrite(disk, to.messages, log());
    return ok(undefined);
  } catch (thrown) {
    for (const path of [to.folder, to.results]) await disk.rm(path, { recursive: true, force: true }).catch(() => {});
    if (thrown instanceof Unreadable) return thrown.failed;
    return fail(
      'STORE_WRITE_FAILED',
      `The conversation could not be copied: ${diskReason(thrown)}. The one that it would be a copy of was not changed.`,
    );
  }
}

/** The file of the copy, in pieces. The results that a record names are durable before it. */
async function* recordsUpTo(
  deps: ForkDeps,
  { from, to, messageId }: ForkRequest,
  taken: (id: string) => void,
): AsyncGenerator<Uint8Array> {
  const origin = { type: 'fork', conversationId: from.conversationId, messageId };
  const slice = createTimeSlice();
  let parentId: string | null = null;
  let waiting = '[\n';
  for await (const message of branchUpTo(deps, from.conversationId, messageId)) {
    const turn = slice();
    if (turn) await turn;
    const moved = await withResult(deps, from, to, message);
    const record: Message = { ...moved, parentId, ...(parentId === null ? { origin } : {}) };
    const line = JSON.stringify(maskDeep(deps.mask, record)).replaceAll(
      `@state/logs/tool-results/${from.conversationId}/`,
      `@state/logs/tool-results/${to.conversationId}/`,
    );
    waiting += `${parentId === null ? '' : ','}${line}\n`;
    parentId = message.id;
    taken(message.id);
    if (waiting.length < pieceCharacters) continue;
    yield Buffer.from(waiting, 'utf8');
    waiting = '';
  }
  yield Buffer.from(`${waiting}]\n`, 'utf8');
}

/** A call's results belong to it: those that stand behind the record are copied with it. */
async function* branchUpTo(
  deps: Pick<ForkDeps, 'readLater'>,
  conversationId: string,
  messageId: string,
): AsyncGenerator<Message> {
  let after: string | null = null;
  let reached = false;
  for (;;) {
    const page: Result<MessagePage> = await deps.readLater(conversationId, after, pageSize);
    if (!page.ok) throw new Unreadable(page);
    for (const message of page.value.messages) {
      if (reached && (message.role !== 'tool' || message.partType === 'tool_run')) return;
      yield message;
      reached ||= message.id === messageId;
      after = message.id;
    }
    if (page.value.hasLater && page.value.messages.length > 0) continue;
    if (!reached) throw new Unreadable(gone);
    return;
  }
}

const gone = fail('MESSAGE_NOT_FOUND', 'Another branch was opened meanwhile. Nothing was copied; try again.');

async function withResult(
  { disk, data }: ForkDeps,
  from: ConversationPlace,
  to: ConversationPlace,
  message: Message,
): Promise<Message> {
  if (message.role !== 'tool' || message.fullOutputPath === undefined) return message;
  const source = spillPath(data, from, message);
  if (source === null) return message;
  // What is no longer there is missing in both.
  await bringFile(disk, source, to.results, resultFile(to, message.id), to, null);
  const path = fullOutputPath(to.conversationId, message.id);
  const content = message.content.replaceAll(message.fullOutputPath, () => path);
  return { ...message, content, fullOutputPath: path };
}
