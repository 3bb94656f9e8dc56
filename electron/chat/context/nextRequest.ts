// Builds the next request of a conversation, and its preview, from the same records.

import { type AttachmentRef, messageContent } from '../../../shared/conversation/attachments.ts';
import { contextOf } from '../../../shared/conversation/context.ts';
import {
  type Compaction,
  type ContentPart,
  callsOf,
  type Message,
  type NewMessage,
} from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { RequestFormatName } from '../../../shared/features/conversations/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { createShortMemo, type Memo } from '../../conversation/memo.ts';
import { isValidMessage } from '../../conversation/sequence.ts';
import { inspectBranch } from '../../conversation/simpleBranch.ts';
import { apiMessageOf } from '../../conversation/toApiMessages.ts';
import { createTimeSlice, yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { hasOpenCalls, openCalls, recoveryRecords } from '../recovery/recover.ts';
import { stillQueuedMessages } from '../recovery/restoreQueue.ts';
import { type RunSettings, runSettings } from '../runSettings.ts';
import { unfinishedChangeRecord } from '../undo/undoJournal.ts';
import { type BuiltContext, buildContext, describeViolations } from './contextBuilder.ts';
import { allPinnedRecords, pinnedRecords } from './contextMarks.ts';
import { estimateMessageParts } from './contextParts.ts';
import { currentEnvironment, type Environment, environmentRecords } from './environment.ts';
import { changedFolderRecords } from './folderInstructions.ts';
import { resourceRecords, resourcesIn } from './followedResources.ts';
import { expandMessage } from './mentions.ts';
import { type StandingText, standingRecords } from './standingTexts.ts';

/**
 * Returns the records that a new user message stores before itself: interrupted calls and environment changes.
 * `between`: a record to insert between these. `said`: the message itself.
 */
export async function precedingRecords(
  deps: Pick<
    ChatDeps,
    'clock' | 'files' | 'isUnchecked' | 'platform' | 'resources' | 'settings' | 'standing' | 'store'
  >,
  branch: StoredBranch,
  settings: RunSettings,
  message: { content: readonly ContentPart[]; preview?: true },
  between: NewMessage | null = null,
): Promise<NewMessage[]> {
  const [partial, log] = await Promise.all([
    deps.store.readPartial(branch.conversationId),
    hasOpenCalls(branch.messages) ? deps.store.readExecution(branch.conversationId) : [],
  ]);
  const recovered = recoveryRecords(branch, partial, log);
  // An external agent reads its environment itself.
  if (settings.external !== null) return [...recovered, ...(between ? [between] : [])];
  const { sent, carried, records } = await pendingContextRecords(deps, branch, settings);
  const { conversationId, projectId } = branch;
  const { folder, projectFolder, trusted } = settings;
  const resources = await resourceRecords(deps, {
    branch,
    scope: { conversationId, projectId, folder, projectFolder, trusted, ...(message.preview ? { preview: true } : {}) },
    sent,
    carried,
    mentioned: resourcesIn(message.content),
  });
  return [...recovered, ...(between ? [between] : []), ...records, ...resources];
}

export interface PendingContext {
  /** Environment records in the context. */
  sent: Message[];
  /** Resources that the last compaction keeps following. */
  carried: Compaction['followed'];
  environment: Environment;
  standing: StandingText[];
  /** Records that the next message stores to update them. */
  records: NewMessage[];
}

/** Returns the records in the context; after a compaction with those that are sent alongside the summary. */
export async function sentRecords(deps: Pick<ChatDeps, 'store'>, branch: StoredBranch): Promise<Message[]> {
  const { keptMessages } = contextOf(branch.messages, branch.meta.marks);
  // Records sent alongside a summary may be the latest about the environment, even when hidden.
  return [...(await allPinnedRecords(deps, branch)), ...keptMessages];
}

/** Returns what the model was told about its environment, and what the next message adds. */
export async function pendingContextRecords(
  deps: Pick<ChatDeps, 'clock' | 'files' | 'isUnchecked' | 'platform' | 'settings' | 'standing' | 'store'>,
  branch: StoredBranch,
  settings: RunSettings,
): Promise<PendingContext> {
  const { summary } = contextOf(branch.messages, branch.meta.marks);
  const sent = await sentRecords(deps, branch);
  const folders = await changedFolderRecords(deps, sent, settings);
  const environment = await currentEnvironment(deps, settings);
  const { conversationId, projectId, meta } = branch;
  const { folder, trusted, agent } = settings;
  const scope = {
    conversationId,
    projectId,
    meta,
    folder,
    trusted,
    isAgent: agent !== null,
    offered: settings.offered.map(({ name }) => name),
  };
  const standing = (await Promise.all(deps.standing.map((source) => source(scope)))).flat();
  const records = [...environmentRecords(sent, environment), ...folders, ...standingRecords(sent, standing)];
  return { sent, carried: summary?.compaction?.followed, environment, standing, records };
}

/** Builds the request for a branch, for sending or preview. `unstored`: texts by hash. @internal */
export async function buildRequest(
  deps: Pick<ChatDeps, 'attachments' | 'log' | 'memo' | 'store' | 'strict'>,
  branch: StoredBranch,
  settings: RunSettings,
  unstored?: ReadonlyMap<string, string>,
): Promise<Result<ModelRequest>> {
  return toModelRequest(deps, await buildBranchContext(deps, branch, settings, unstored));
}

/** Returns the request of a context; logs one that had to be forced into a valid form. */
export function toModelRequest(deps: Pick<ChatDeps, 'log'>, built: BuiltContext): Result<ModelRequest> {
  if (built.violations.length > 0)
    deps.log('defect', `a request had to be forced: ${describeViolations(built.violations)}`, 'REQUEST_FORCED');
  return ok(built.request);
}

/** Also returns each message's source records. `unstored`: mention texts that are not stored yet, by hash. */
export async function buildBranchContext(
  deps: Pick<ChatDeps, 'attachments' | 'memo' | 'store' | 'strict'>,
  branch: StoredBranch,
  settings: RunSettings,
  unstored?: ReadonlyMap<string, string>,
): Promise<BuiltContext> {
  const unanswered = hasOpenCalls(branch.messages)
    ? openCalls(branch.messages, await deps.store.readExecution(branch.conversationId))
    : [];
  const open = new Map(unanswered.map((call) => [`${call.messageId}:${call.index}`, call.state]));
  const pinnedBefore = await pinnedRecords(deps, branch);
  const named = [...pinnedBefore, ...branch.messages];
  const bringing = [...pinnedBefore, ...inspectBranch(branch.messages).bringing];
  const built = buildContext({
    branch: branch.messages,
    tools: settings.offered,
    model: settings.model.model,
    contextWindow: settings.contextWindow,
    modelOptions: settings.modelOptions,
    cacheKey: branch.conversationId,
    strict: deps.strict,
    options: {
      marks: branch.meta.marks,
      ...(await deps.attachments.load(branch.conversationId, bringing, settings.provider.attachmentLimits, unstored)),
      pinnedBefore,
      memo: await requestMemo(named, deps.memo),
      imageLimits: settings.provider.imageLimits,
      openCall: (messageId, index) => open.get(`${messageId}:${index}`) ?? 'unknown',
    },
  });
  // The caller walks through everything again: to count, check or send it.
  await yieldToEventLoop();
  return built;
}

/**
 * Returns the exact body that the next turn would send with `text` as its user message, in its provider's format or
 * another's. Stores and starts nothing. `model`: overrides the conversation's.
 */
export async function previewRequest(
  deps: ChatDeps,
  conversationId: string,
  text: string,
  form: RequestFormatName = 'provider',
  attachments: readonly AttachmentRef[] = [],
  model: ModelRef | null = null,
): Promise<Result<unknown>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const settings = await runSettings(deps, branch.value, {
    preview: true,
    lookOnly: true,
    ...(model ? { model } : {}),
  });
  if (!settings.ok) return settings;
  const unfinished = await unfinishedChangeRecord(deps, branch.value);
  const pending = await deps.store.readPending(conversationId);
  const queue = await stillQueuedMessages(deps.store, conversationId, pending.queue);
  if (!queue.ok) return queue;
  const written = [...queue.value, { id: undefined, text, attachments }];
  const contents = written.map((entry) => messageContent(entry.text, entry.attachments ?? []));
  const { folder, projectFolder, trusted, projectId } = settings.value;
  const scope = { conversationId, projectId, folder, projectFolder, trusted, preview: true as const };
  const all = await Promise.all(contents.map((content) => expandMessage(deps, scope, content)));
  const refused = all.find((one) => !one.ok);
  if (refused) return refused;
  const read = all.flatMap((one) => (one.ok ? [one.value] : []));
  const parts = read.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const before = await precedingRecords(
    deps,
    branch.value,
    settings.value,
    { content: parts, preview: true },
    unfinished,
  );
  const newMessages = read.map(({ content }, at): NewMessage => {
    const id = written[at]?.id;
    return { role: 'user', content, ...(id === undefined ? {} : { id }) };
  });
  const stored = await Promise.all(
    [...before, ...newMessages].map((message) => deps.store.asStored(conversationId, message)),
  );
  const messages = [...branch.value.messages, ...stored.map(asStored)];
  const unstored = new Map(read.flatMap(({ texts }) => [...texts]));
  const request = await buildRequest(deps, { ...branch.value, messages }, settings.value, unstored);
  if (!request.ok) return request;
  return ok(
    form === 'provider' ? settings.value.provider.body(request.value) : deps.providers.bodyAs(form, request.value),
  );
}

function asStored(message: NewMessage, index: number): Message {
  const fields = { v: 1, id: `preview~${index}`, parentId: null, createdAt: '' };
  return { ...fields, ...message } as Message;
}

// Caches what a request derives from its records for the next one. Building a very long request would block the
// process, so new records are first converted in time slices. Those are cached as a group for as long as its first
// record lives, since many weak keys would slow the garbage collector.

/** Fewer and shorter records take only a few time slices, and no model's context holds more. */
const manyRecords = 10_000;
const manyCharacters = 4_000_000;

interface LongMemo {
  memo: Memo;
  /** The records of the last call. */
  records: readonly Message[];
}

function createLongMemo(_first: Message): LongMemo {
  return { memo: createShortMemo(), records: [] };
}

/** Returns the memo for a request from these records: `lasting`, or one of their own. @internal */
export async function requestMemo(records: readonly Message[], lasting: Memo): Promise<Memo> {
  const [first] = records;
  if (!first || !isLong(records)) return lasting;
  const cached = lasting.by(createLongMemo)(first);
  const cachedCount = cached.records.length;
  // For another branch or fewer records, what it holds of others would live as long as the first record.
  const grows =
    records.length >= cachedCount &&
    (cachedCount === 0 || records[cachedCount - 1] === cached.records[cachedCount - 1]);
  if (!grows) Object.assign(cached, createLongMemo(first));
  const { memo } = cached;
  const from = cached.records.length;
  cached.records = records;
  const [wire, words, sound] = [memo.by(apiMessageOf), memo.by(estimateMessageParts), memo.by(isValidMessage)];
  const slice = createTimeSlice();
  for (let at = from; at < records.length; at++) {
    const record = records[at] as Message;
    const message = wire(record);
    words(message);
    sound(message);
    const turn = slice();
    if (turn) await turn;
  }
  return memo;
}

function isLong(records: readonly Message[]): boolean {
  return records.length >= manyRecords || charactersOf(records) >= manyCharacters;
}

function charactersOf(records: readonly Message[]): number {
  let length = 0;
  for (const record of records) {
    if (typeof record.content === 'string') length += record.content.length;
    for (const call of callsOf(record)) length += call.function.arguments.length;
  }
  return length;
}
