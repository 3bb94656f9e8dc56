// conversation.*: create, open, page, rename, configure, sort, export, delete.

import { searchTodos, type TurnTodos } from '../../../shared/conversation/turnTodos.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { conversationMethods, StartedBy } from '../../../shared/features/conversations/methods.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import { type ModelOptions, nonDefaultOptions } from '../../../shared/features/models/modelOptions.ts';
import { markRead } from '../../chat/unread.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { allToolsPower } from '../dangerousPowers.ts';
import { exportConversation } from '../export/exportConversation.ts';
import { readWholeSession } from '../export/feature.ts';

/** Maximum models to remember; least recently chosen ones are dropped. */
const maxModels = 200;

async function rememberOptions(
  deps: Pick<AppParts, 'feed' | 'providers' | 'settings' | 'store'>,
  conversationId: string,
  options: ModelOptions,
): Promise<void> {
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return;
  const standard = branch.value.meta.model ? null : await deps.providers.defaultModel();
  const model = branch.value.meta.model ?? (standard?.ok ? standard.value : null);
  if (!model) return;
  const { modelOptions } = (await deps.settings.read()).settings;
  const { [modelKey(model)]: _before, ...others } = modelOptions;
  const remembered = Object.entries(others).slice(-(maxModels - 1));
  const next = { ...Object.fromEntries(remembered), [modelKey(model)]: nonDefaultOptions(options) };
  const updated = await deps.settings.update({ modelOptions: next });
  if (updated.ok) deps.feed.publish({ type: 'settings.changed', settings: updated.value });
}

export function conversationHandlers(deps: AppParts): HandlersOf<typeof conversationMethods> {
  const { store, hub } = deps;

  async function changeMeta(
    conversationId: string,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<Record<string, never>>> {
    const saved = await store.updateMeta(conversationId, change);
    if (!saved.ok) return saved;
    const projectId = hub.peek(conversationId)?.projectId;
    if (projectId) await hub.publishMeta(conversationId, { projectId, meta: saved.value });
    deps.list.touch(conversationId);
    return ok({});
  }

  return {
    async 'conversation.create'({ projectId }) {
      const project = projectId === null ? await store.openFolderlessProject() : await store.getProject(projectId);
      if (!project.ok) return project;
      const projects = await deps.projects.list();
      deps.feed.publish({ type: 'projects.changed', projects });
      const { id, folder, sameAs } = project.value;
      const main = projects.find((one) => one.id === sameAs);
      return store.createConversation(main && main.folder === folder ? main.id : id);
    },

    async 'conversation.open'({ conversationId, tail }, connection) {
      const name = `conversation:${conversationId}`;
      const isForeign = isInPlace(conversationId);
      const read = isForeign ? await deps.inPlace.prepare(conversationId) : ok(undefined);
      if (!read.ok) return read;
      const unfollow = isForeign ? deps.inPlace.follow(conversationId) : null;
      const release = hub.hold(conversationId);
      let snapshotTaken = false;
      const unsubscribe = hub.subscribe(conversationId, (id, seq, event) => {
        if (snapshotTaken) connection.publish({ conversationId: id, seq, event });
      });
      connection.keep(name, () => {
        unsubscribe();
        unfollow?.();
        release();
      });
      const loaded = await hub.load(conversationId);
      if (!loaded.ok) {
        connection.release(name);
        return loaded;
      }
      const first = loaded.value.messages[0];
      const missing = tail - loaded.value.messages.length;
      const page =
        missing > 0 && loaded.value.hasEarlier && first
          ? await store.readPage(conversationId, first.id, missing)
          : null;
      // No await from here to the return, so that there is no gap between the state and later events.
      snapshotTaken = true;
      const state = hub.peek(conversationId) ?? loaded.value;
      const messages = [...(page?.ok ? page.value.messages : []), ...state.messages].slice(-tail);
      const hasEarlier = page?.ok ? page.value.hasEarlier : state.hasEarlier || messages.length < state.messages.length;
      return ok({ ...state, messages, hasEarlier });
    },

    async 'conversation.close'({ conversationId }, connection) {
      connection.release(`conversation:${conversationId}`);
      return ok({});
    },

    'conversation.earlier': ({ conversationId, before, limit }) => store.readPage(conversationId, before, limit),

    'conversation.rename': ({ conversationId, title, by }) =>
      changeMeta(conversationId, ({ namedBy: _before, ...meta }) => ({
        ...meta,
        title,
        ...(by === 'model' ? { namedBy: by } : {}),
      })),

    'conversation.useFirstWords': ({ conversationId }) =>
      changeMeta(conversationId, (meta) => ({ ...meta, title: '', namedBy: 'words' })),

    'conversation.organise': ({ conversationId, pinned, archived }) =>
      changeMeta(conversationId, (meta) => ({
        ...meta,
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      })),

    async 'conversation.markRead'({ conversationId }) {
      const marked = await markRead({ store, list: deps.list }, conversationId);
      return marked.ok ? ok({}) : marked;
    },

    async 'conversation.export'({ conversationId, to, cursor }, { signal }) {
      const read = await readWholeSession(deps.inPlace, conversationId);
      return read.ok ? exportConversation(store, conversationId, to, cursor, { signal }) : read;
    },

    async 'conversation.configure'({ conversationId, model, approvalMode, modelOptions, requiredServer, preset }) {
      if (approvalMode === 'all') {
        const now = await store.readBranch(conversationId, { tail: 1 });
        if (!now.ok) return now;
        const { title, approvalMode: own } = now.value.meta;
        // Matching the current default is no choice for this conversation; otherwise it would keep the mode when the
        // default changes.
        const allowance =
          own === 'all' ? ok(undefined) : deps.confirm.require(allToolsPower({ id: conversationId, title }));
        if (!allowance.ok) return allowance;
      }
      const changed = await changeMeta(conversationId, (meta) => ({
        ...meta,
        ...(model === undefined ? {} : { model }),
        ...(approvalMode === undefined ? {} : { approvalMode }),
        ...(modelOptions === undefined ? {} : { modelOptions: nonDefaultOptions(modelOptions) }),
        ...(requiredServer === undefined ? {} : { requiredServer }),
        ...(preset === undefined ? {} : { preset }),
      }));
      if (changed.ok && modelOptions) await rememberOptions(deps, conversationId, modelOptions);
      return changed;
    },

    async 'conversation.saveDraft'({ conversationId, draft, attachments, writer }) {
      const saved = await deps.chat.saveDraft(conversationId, draft, attachments, writer);
      return saved.ok ? ok({ draft: saved.value }) : saved;
    },

    'conversation.deletion': ({ conversationId }) => store.describeDeletion(conversationId),

    async 'conversation.delete'({ conversationId }) {
      const preview = await store.describeDeletion(conversationId);
      const others = preview.ok ? preview.value.subAgents.map(({ id }) => id) : [];
      for (const id of [conversationId, ...others]) await deps.chat.stop(id);
      for (const id of [conversationId, ...others]) {
        await Promise.all([deps.background.endConversation(id), deps.terminals.endConversation(id)]);
      }
      const deleted = await store.deleteConversation(conversationId);
      for (const id of [conversationId, ...others]) {
        deps.list.touch(id);
        await hub.refresh(id);
      }
      if (deleted.ok) for (const id of [conversationId, ...others]) await deps.permissions.forgetConversation(id);
      if (deleted.ok) hub.publish(conversationId, { type: 'conversation.removed' });
      return deleted.ok ? ok({}) : deleted;
    },

    async 'conversation.restore'({ conversationId }) {
      const restored = await store.restoreConversation(conversationId);
      const preview = await store.describeDeletion(conversationId);
      const others = preview.ok ? preview.value.subAgents.map(({ id }) => id) : [];
      for (const id of [conversationId, ...others]) deps.list.touch(id);
      if (restored.ok) for (const id of [conversationId, ...others]) await deps.permissions.restoreConversation(id);
      return restored.ok ? ok({}) : restored;
    },

    async 'conversation.forgetMessage'({ conversationId, messageId }) {
      await deps.chat.stop(conversationId);
      const forgotten = await store.forgetMessage(conversationId, messageId);
      deps.list.touch(conversationId);
      // Also after a failure: once the intent is on disk, it is shown as removed.
      await deps.publishRemovals(conversationId);
      if (!forgotten.ok) return forgotten;
      const { tombstone: _shown, ...report } = forgotten.value;
      return ok(report);
    },

    async 'conversation.request'({ conversationId, text, form, attachments }) {
      const body = await deps.previewRequest(conversationId, text, form, attachments);
      return body.ok ? ok({ body: body.value }) : body;
    },

    'conversation.around': ({ conversationId, messageId, limit }, { signal }) =>
      store.readAround(conversationId, messageId, limit, signal),

    async 'conversation.later'({ conversationId, after, limit }, { signal }) {
      const page = await store.readLater(conversationId, after, limit, { signal });
      return page.ok ? ok({ messages: page.value.messages, hasLater: page.value.hasLater }) : page;
    },

    'conversation.todos': (request, { signal }) => todosBefore(store, request, signal),

    async 'conversation.startedBy'({ conversationId }) {
      return ok({ calls: await callsAbove(store, conversationId) });
    },
  };
}

const pageOfTodos = 500;

interface AskedTodos {
  conversationId: string;
  before: string;
  since: string | null;
  said: boolean;
}

async function todosBefore(
  store: AppParts['store'],
  { conversationId, before, since, said }: AskedTodos,
  signal: AbortSignal,
): Promise<Result<{ kept: TurnTodos | null }>> {
  for (let at = before, saidThere = said; ; ) {
    const page = await store.readPage(conversationId, at, pageOfTodos);
    if (!page.ok) return page;
    const matches = searchTodos(page.value.messages, since, saidThere);
    const first = page.value.messages[0];
    const isLast = !page.value.hasEarlier || !first || signal.aborted;
    if (matches.kept !== undefined || isLast) return ok({ kept: matches.kept ?? null });
    saidThere = matches.said;
    at = first.id;
  }
}

// Finds the user-opened conversation that a sub-agent works for. Records come from disk, so an invalid call reference
// ends the search.

/** Deeper than sub-agents nest; stops records that form a cycle. */
const maxSteps = 8;

async function callsAbove(store: AppParts['store'], conversationId: string): Promise<StartedBy[]> {
  const calls: StartedBy[] = [];
  for (let at = conversationId; calls.length < maxSteps; ) {
    const call = await callAbove(store, at);
    if (!call) break;
    calls.push(call);
    at = call.conversationId;
  }
  return calls;
}

async function callAbove(store: AppParts['store'], conversationId: string): Promise<StartedBy | null> {
  const first = await store.readLater(conversationId, null, 1);
  const origin = first.ok ? first.value.messages[0]?.origin : undefined;
  if (origin?.type !== 'sub-agent') return null;
  const { conversationId: above, messageId, index } = origin;
  if (!isSafeId(above) || !isSafeId(messageId)) return null;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return null;
  const title = await titleOf(store, above);
  return title === null ? null : { conversationId: above, messageId, index, title };
}

async function titleOf(store: AppParts['store'], conversationId: string): Promise<string | null> {
  if (isInPlace(conversationId)) {
    const branch = await store.readBranch(conversationId, { tail: 1 });
    return branch.ok ? branch.value.meta.title : null;
  }
  const row = await store.listConversation(conversationId);
  return row.ok ? (row.value?.title ?? null) : null;
}
