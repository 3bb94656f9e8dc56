// Generates a conversation's title after its first turn, outside the run: nothing waits for it, and on failure the
// first words stay the title. A title set by the user, or their choice of the first words, is never overwritten, even
// if made meanwhile. Only the app behind a window does this.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { estimateTextTokens } from '../../conversation/estimateTokens.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { TitleMatter } from '../../conversation/modelTitle.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider, ProviderRegistry } from '../../ports/provider.ts';
import type { ConversationDirectory, ConversationReader, ConversationWriter, StoredBranch } from '../../ports/store.ts';
import type { ConversationHub } from '../conversationHub.ts';
import type { ConversationList } from '../conversationList.ts';
import type { Payer, Spending } from '../costs/spending.ts';
import { requestTitle, titleRequest } from './askTitle.ts';
import { smallModelOf } from './smallModel.ts';

export interface TitleDeps {
  store: Pick<ConversationReader, 'readBranch' | 'readLater'> &
    Pick<ConversationWriter, 'updateMeta'> &
    Pick<ConversationDirectory, 'listConversation'>;
  hub: Pick<ConversationHub, 'subscribe' | 'publishMeta'>;
  list: Pick<ConversationList, 'touch'>;
  providers: Pick<ProviderRegistry, 'get' | 'defaultModel' | 'models' | 'contextWindow'>;
  spending: Spending;
  settings(): Promise<Settings>;
  clock: Clock;
  log: Log;
}

/** Maximum requests per conversation: the second follows the next turn. */
const maxAttempts = 2;
/** Longer conversations are already known by their first words. */
const maxQuestions = 4;
/** Records searched for the first question and its answer. */
const recordsToSearch = 60;

/** Watches until the returned function is called, which resolves when no request is in flight. */
export function watchTitles(deps: TitleDeps): () => Promise<void> {
  const closing = new AbortController();
  const going = new Map<string, Promise<void>>();
  const unsubscribe = deps.hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type !== 'run.ended' || going.has(conversationId) || isInPlace(conversationId)) return;
    const made = makeTitle(deps, conversationId, closing.signal)
      .catch((thrown: unknown) => deps.log('defect', `a title: ${String(thrown)}`, 'TITLE_DEFECT', { reason: thrown }))
      .finally(() => going.delete(conversationId));
    going.set(conversationId, made);
  });
  return async () => {
    unsubscribe();
    closing.abort();
    await Promise.allSettled(going.values());
  };
}

async function makeTitle(deps: TitleDeps, conversationId: string, signal: AbortSignal): Promise<void> {
  const { titles } = await deps.settings();
  if (titles === 'off') return;
  // An agent's conversation is named after its task, and not listed.
  const row = await deps.store.listConversation(conversationId);
  if (!row.ok || !row.value || row.value.namedBy) return;
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok || branch.value.readOnly || !mayBeNamed(branch.value.meta)) return;
  const first = await deps.store.readLater(conversationId, null, recordsToSearch);
  const matter = first.ok ? matterOf(first.value.messages) : null;
  if (!matter || signal.aborted) return;
  const writer = await writerOf(deps, branch.value, titles, signal);
  if (!writer) return;
  const { provider, model, contextWindow } = writer;
  const payer: Payer = { conversationId, settings: { model, projectId: branch.value.projectId, agent: null } };
  const asking = { provider, model: model.model, contextWindow, signal, clock: deps.clock };
  const may = await deps.spending.check(payer, estimateTextTokens(JSON.stringify(titleRequest(asking, matter))));
  if (!may.ok || signal.aborted) return;
  const answer = await deps.spending.request(payer, 'title', async (paid) => {
    const title = await requestTitle(matter, asking);
    if (title.usage !== undefined) await paid('title', title.usage);
    return title;
  });
  if (answer.kind === 'aborted') return;
  if (answer.kind === 'failed')
    deps.log('info', `No title was made for a conversation: ${answer.reason}`, 'TITLE_FAILED');
  await keep(deps, branch.value, answer.kind === 'title' ? answer.title : null);
}

function mayBeNamed({ title, namedBy, titleTries = 0 }: ConversationMeta): boolean {
  return title === '' && namedBy === undefined && titleTries < maxAttempts;
}

/** `title` null: none was generated. A name set meanwhile wins. */
async function keep(deps: TitleDeps, { conversationId, projectId }: StoredBranch, title: string | null): Promise<void> {
  const saved = await deps.store.updateMeta(conversationId, (meta) => {
    if (!mayBeNamed(meta)) return meta;
    if (title === null) return { ...meta, titleTries: (meta.titleTries ?? 0) + 1 };
    return { ...meta, title, namedBy: 'model' };
  });
  if (!saved.ok || title === null) return;
  await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  deps.list.touch(conversationId);
}

/** The first question with an answer. Null without one, or if the conversation has continued for too long since. */
function matterOf(messages: readonly Message[]): TitleMatter | null {
  const spoken = messages.filter((message) => !isRemoved(message) && textOf(message).trim() !== '');
  const answer = spoken.findIndex(({ role, partType }) => role === 'assistant' && partType === undefined);
  const question = spoken.slice(0, Math.max(0, answer)).findLastIndex(({ role }) => role === 'user');
  const [asked, answered] = [spoken[question], spoken[answer]];
  const later = spoken.slice(question).filter(({ role }) => role === 'user');
  if (!asked || !answered || later.length > maxQuestions) return null;
  return { asked: textOf(asked), answered: textOf(answered) };
}

interface TitleWriter {
  provider: Provider;
  model: ModelRef;
  contextWindow?: number | undefined;
}

/** Chooses the model, always from the conversation's own provider, so that no other sees the content. */
async function writerOf(
  { providers }: TitleDeps,
  { meta }: StoredBranch,
  by: Exclude<Settings['titles'], 'off'>,
  signal: AbortSignal,
): Promise<TitleWriter | null> {
  const standard = meta.model ? null : await providers.defaultModel();
  const ownModel = meta.model ?? (standard?.ok ? standard.value : null);
  if (!ownModel) return null;
  const provider = await providers.get(ownModel.provider);
  if (!provider.ok) return null;
  // A small model that failed may not be available to this key: the second attempt uses the conversation's own.
  const small = by === 'small' && !meta.titleTries ? await smallOf(providers, ownModel, signal) : null;
  const model = small === null ? ownModel : { ...ownModel, model: small };
  const window = provider.value.needsContextWindow ? await providers.contextWindow(model) : null;
  return { provider: provider.value, model, ...(window ? { contextWindow: window.tokens } : {}) };
}

async function smallOf(
  providers: TitleDeps['providers'],
  ownModel: ModelRef,
  signal: AbortSignal,
): Promise<string | null> {
  const models = await providers.models(ownModel.provider, signal);
  return models.ok ? smallModelOf(ownModel.model, models.value) : null;
}
