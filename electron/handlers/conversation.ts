// conversation.*: make, open, page, name, configure, delete.

import type { Handlers } from '../../shared/contract/server.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { ConversationMeta } from '../../shared/formats.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'conversation.create'
  | 'conversation.open'
  | 'conversation.close'
  | 'conversation.earlier'
  | 'conversation.rename'
  | 'conversation.configure'
  | 'conversation.saveDraft'
  | 'conversation.delete'
  | 'conversation.request'
  | 'conversation.setFolder';

export function conversationHandlers(deps: HandlerDeps): Pick<Handlers, Methods> {
  const { store, hub } = deps;

  async function changeMeta(
    conversationId: string,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<Record<string, never>>> {
    const saved = await store.updateMeta(conversationId, change);
    if (!saved.ok) return saved;
    const live = await hub.load(conversationId);
    if (live.ok) await hub.publishMeta(conversationId, { projectId: live.value.projectId, meta: saved.value });
    deps.list.touch();
    return ok({});
  }

  return {
    async 'conversation.create'({ projectId }) {
      const project = projectId === null ? await store.openFolderlessProject() : await store.getProject(projectId);
      if (!project.ok) return project;
      const projects = await store.listProjects();
      deps.feed.publish({ type: 'projects.changed', projects });
      return store.createConversation(project.value.id);
    },

    async 'conversation.open'({ conversationId, tail }, connection) {
      const loaded = await hub.load(conversationId);
      if (!loaded.ok) return loaded;
      const name = `conversation:${conversationId}`;
      const unsubscribe = hub.subscribe(conversationId, (id, seq, event) =>
        connection.publish({ conversationId: id, seq, event }),
      );
      connection.keep(name, () => {
        unsubscribe();
        hub.forget(conversationId);
      });
      const state = hub.peek(conversationId) ?? loaded.value;
      const messages = state.messages.slice(-tail);
      return ok({ ...state, messages, hasEarlier: state.hasEarlier || messages.length < state.messages.length });
    },

    async 'conversation.close'({ conversationId }, connection) {
      connection.release(`conversation:${conversationId}`);
      return ok({});
    },

    'conversation.earlier': ({ conversationId, before, limit }) => store.readPage(conversationId, before, limit),

    'conversation.rename': ({ conversationId, title }) =>
      changeMeta(conversationId, (meta) => ({ ...meta, title, titled: true })),

    'conversation.configure': ({ conversationId, model, approvalMode }) =>
      changeMeta(conversationId, (meta) => ({
        ...meta,
        ...(model === undefined ? {} : { model }),
        ...(approvalMode === undefined ? {} : { approvalMode }),
      })),

    async 'conversation.saveDraft'({ conversationId, draft }) {
      const saved = await deps.chat.saveDraft(conversationId, draft);
      return saved.ok ? ok({}) : saved;
    },

    async 'conversation.delete'({ conversationId }) {
      await deps.chat.stop(conversationId);
      const deleted = await store.deleteConversation(conversationId);
      if (!deleted.ok) return deleted;
      hub.publish(conversationId, { type: 'conversation.removed' });
      deps.list.touch();
      return ok({});
    },

    async 'conversation.request'({ conversationId, text }) {
      const body = await deps.previewRequest(conversationId, text);
      return body.ok ? ok({ body: body.value }) : body;
    },

    async 'conversation.setFolder'({ conversationId, path }) {
      if (deps.chat.isRunning(conversationId)) {
        return fail('CONVERSATION_BUSY', 'Stop the run first; then the conversation can be given a folder.');
      }
      const project = await store.openProject(path);
      if (!project.ok) return project;
      const moved = await store.moveConversation(conversationId, project.value.id);
      if (!moved.ok) return moved;
      const branch = await store.readBranch(conversationId);
      if (branch.ok) await hub.publishMeta(conversationId, branch.value);
      deps.feed.publish({ type: 'projects.changed', projects: await store.listProjects() });
      deps.list.touch();
      return ok({ projectId: project.value.id });
    },
  };
}
