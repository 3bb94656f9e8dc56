// The request that a conversation's next model call sends, and its preview: both built from the same records.

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
import type { WireForm } from '../../../shared/features/conversations/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { createShortMemo, type Memo } from '../../conversation/memo.ts';
import { isSound } from '../../conversation/sequence.ts';
import { simpleBranch } from '../../conversation/simpleBranch.ts';
import { wireMessage } from '../../conversation/wireMessages.ts';
import { createTimeSlice, yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { hasOpenCalls, openCalls, recoveryRecords } from '../recovery/recover.ts';
import { stillQueued } from '../recovery/stillQueued.ts';
import { type RunSettings, runSettings } from '../runSettings.ts';
import { goingRecord } from '../undo/undoJournal.ts';
import { type BuiltContext, brokenRules, buildContext } from './contextBuilder.ts';
import { besideRecords, pinnedRecords } from './contextMarks.ts';
import { pricedWords } from './contextParts.ts';
import { currentEnvironment, type Environment, environmentRecords } from './environment.ts';
import { resourceRecords, resourcesIn } from './followedResources.ts';
import { readSaid } from './mentions.ts';
import { type StandingText, standingRecords } from './standingTexts.ts';

/**
 * The records that a new message of the person stores before itself: what was interrupted, what changed around. `between`: one
 * that is stored between these. `said`: what the message is.
 */
export async function recordsBefore(
  deps: Pick<ChatDeps, 'clock' | 'files' | 'isUnchecked' | 'platform' | 'resources' | 'standing' | 'store'>,
  branch: StoredBranch,
  settings: RunSettings,
  said: { content: readonly ContentPart[]; preview?: true },
  between: NewMessage | null = null,
): Promise<NewMessage[]> {
  const [partial, log] = await Promise.all([
    deps.store.readPartial(branch.conversationId),
    hasOpenCalls(branch.messages) ? deps.store.readExecution(branch.conversationId) : [],
  ]);
  const recovered = recoveryRecords(branch, partial, log);
  const { sent, carried, records } = await toldNext(deps, branch, settings);
  const { conversationId, projectId } = branch;
  const { folder, projectFolder, trusted } = settings;
  const resources = await resourceRecords(deps, {
    branch,
    scope: { conversationId, projectId, folder, projectFolder, trusted, ...(said.preview ? { preview: true } : {}) },
    sent,
    carried,
    named: resourcesIn(said.content),
  });
  return [...recovered, ...(between ? [between] : []), ...records, ...resources];
}

export interface ToldNext {
  /** What is in the context about what is around. */
  sent: Message[];
  /** The resources that the last compaction goes on following. */
  carried: Compaction['followed'];
  environment: Environment;
  standing: StandingText[];
  /** What the next message stores to bring it up to date. */
  records: NewMessage[];
}

/** What the model was told about what is around, and what the next message tells it. */
export async function toldNext(
  deps: Pick<ChatDeps, 'clock' | 'files' | 'isUnchecked' | 'platform' | 'standing' | 'store'>,
  branch: StoredBranch,
  settings: RunSettings,
): Promise<ToldNext> {
  const { kept, summary } = contextOf(branch.messages, branch.meta.marks);
  // What a summary sends beside itself may be the last words about the environment; hidden, they were said all the same.
  const sent = [...(await besideRecords(deps, branch)), ...kept];
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
  const records = [...environmentRecords(sent, environment), ...standingRecords(sent, standing)];
  return { sent, carried: summary?.compaction?.followed, environment, standing, records };
}

/**
 * The request for a branch; used for sending and for showing what would be sent. `unstored`: texts by hash, as there.
 * @internal
 */
export async function requestFor(
  deps: Pick<ChatDeps, 'attachments' | 'log' | 'memo' | 'store' | 'strict'>,
  branch: StoredBranch,
  settings: RunSettings,
  unstored?: ReadonlyMap<string, string>,
): Promise<Result<ModelRequest>> {
  return requestOf(deps, await contextFor(deps, branch, settings, unstored));
}

/** The request of a context; one that had to be forced is logged. */
export function requestOf(deps: Pick<ChatDeps, 'log'>, built: BuiltContext): Result<ModelRequest> {
  if (built.violations.length > 0) deps.log('defect', `a request had to be forced: ${brokenRules(built.violations)}`);
  return ok(built.request);
}

/** The same with the records that each message was made of. `unstored`: texts of mentions that are not kept yet, by hash. */
export async function contextFor(
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
  const bringing = [...pinnedBefore, ...simpleBranch(branch.messages).bringing];
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
  // Whoever asked goes through all of it once more: to count it, to check it, to send it.
  await yieldToEventLoop();
  return built;
}

/**
 * The exact body that the next turn would send with `text` as its user message, as its provider gets it or in another
 * provider's words. Stores nothing, starts nothing. `model`: in place of the conversation's own.
 */
export async function previewRequest(
  deps: ChatDeps,
  conversationId: string,
  text: string,
  form: WireForm = 'provider',
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
  const told = await goingRecord(deps, branch.value);
  const pending = await deps.store.readPending(conversationId);
  const queue = await stillQueued(deps.store, conversationId, pending.queue);
  if (!queue.ok) return queue;
  const written = [...queue.value, { id: undefined, text, attachments }];
  const contents = written.map((entry) => messageContent(entry.text, entry.attachments ?? []));
  const { folder, projectFolder, trusted, projectId } = settings.value;
  const scope = { conversationId, projectId, folder, projectFolder, trusted, preview: true as const };
  const all = await Promise.all(contents.map((content) => readSaid(deps, scope, content)));
  const refused = all.find((one) => !one.ok);
  if (refused) return refused;
  const read = all.flatMap((one) => (one.ok ? [one.value] : []));
  const parts = read.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const before = await recordsBefore(deps, branch.value, settings.value, { content: parts, preview: true }, told);
  const said = read.map(({ content }, at): NewMessage => {
    const id = written[at]?.id;
    return { role: 'user', content, ...(id === undefined ? {} : { id }) };
  });
  const shown = await Promise.all([...before, ...said].map((message) => deps.store.asStored(conversationId, message)));
  const messages = [...branch.value.messages, ...shown.map(asStored)];
  const unstored = new Map(read.flatMap(({ texts }) => [...texts]));
  const request = await requestFor(deps, { ...branch.value, messages }, settings.value, unstored);
  if (!request.ok) return request;
  return ok(
    form === 'provider' ? settings.value.provider.body(request.value) : deps.providers.bodyAs(form, request.value),
  );
}

function asStored(message: NewMessage, index: number): Message {
  const fields = { v: 1, id: `preview~${index}`, parentId: null, createdAt: '' };
  return { ...fields, ...message } as Message;
}

// What a request remembers of its records is kept for the next request. A very long one is built in one piece, and nothing else
// in the process has its turn meanwhile: there the words of every record that is new, which take the time, are read first,
// in slices. They are remembered together, for as long as the first of the records is: so many weak keys of their own would
// burden the collector.

/** Fewer records with fewer characters take less than a few slices; no model has room for more than that. */
const manyRecords = 10_000;
const manyCharacters = 4_000_000;

interface LongMemo {
  memo: Memo;
  /** The records that it was last asked for. */
  records: readonly Message[];
}

function createLongMemo(_first: Message): LongMemo {
  return { memo: createShortMemo(), records: [] };
}

/** The memo to build a request of these records with: `lasting`, or one for them alone. @internal */
export async function requestMemo(records: readonly Message[], lasting: Memo): Promise<Memo> {
  const [first] = records;
  if (!first || !isLong(records)) return lasting;
  const held = lasting.by(createLongMemo)(first);
  const known = held.records.length;
  // Another branch, or fewer of them: what it holds of others would stay for as long as the first one.
  const grows = records.length >= known && (known === 0 || records[known - 1] === held.records[known - 1]);
  if (!grows) Object.assign(held, createLongMemo(first));
  const { memo } = held;
  const from = held.records.length;
  held.records = records;
  const [wire, words, sound] = [memo.by(wireMessage), memo.by(pricedWords), memo.by(isSound)];
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
