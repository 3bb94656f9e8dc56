// slash.*: what can be called with `/` in a message.

import type { HandlersOf } from '../../shared/contract/protocol/server.ts';
import type { slashMethods } from '../../shared/contract/slash.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { say } from '../../shared/sentence.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { HandlerDeps } from './handlerDeps.ts';

const mostValues = 100;

export function slashHandlers(deps: HandlerDeps): HandlersOf<typeof slashMethods> {
  async function scopeOf(projectId: string | null, conversationId: string | null): Promise<Result<SlashScope>> {
    if (projectId === null) return ok({ conversationId, projectId: '', folder: null, trusted: false });
    const project = await deps.store.getProject(projectId);
    if (!project.ok) return project;
    const { folder, folderExists, trusted } = project.value;
    return ok({ conversationId, projectId, folder: folderExists ? folder : null, trusted });
  }

  return {
    async 'slash.list'({ projectId, conversationId }) {
      const scope = await scopeOf(projectId, conversationId);
      return scope.ok ? ok(await deps.slash.list(scope.value)) : scope;
    },

    async 'slash.expand'({ projectId, conversationId, name, words }) {
      const scope = await scopeOf(projectId, conversationId);
      if (!scope.ok) return scope;
      const expanded = await deps.slash.expand(scope.value, name, words);
      if (expanded === null) return fail('NOT_SUPPORTED', say`There is no /${name} any more.`);
      return expanded.ok ? ok({ text: expanded.value.text }) : expanded;
    },

    async 'slash.complete'({ projectId, conversationId, name, argument, text, given }) {
      const scope = await scopeOf(projectId, conversationId);
      if (!scope.ok) return scope;
      const values = await deps.slash.complete(scope.value, name, { name: argument, text, given });
      return ok({ values: (values ?? []).slice(0, mostValues) });
    },
  };
}
