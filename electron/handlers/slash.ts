// slash.*: what can be called with `/` in a message.

import type { HandlersOf } from '../../shared/contract/protocol/server.ts';
import type { slashMethods } from '../../shared/contract/slash.ts';
import { ok, type Result } from '../../shared/errors.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { HandlerDeps } from './handlerDeps.ts';
import { placeOf } from './placeOf.ts';

const mostValues = 100;

export function slashHandlers(deps: HandlerDeps): HandlersOf<typeof slashMethods> {
  async function scopeOf(projectId: string, conversationId: string | null): Promise<Result<SlashScope>> {
    const place = await placeOf(deps.store, projectId, conversationId);
    if (!place.ok) return place;
    const { folder = null, project } = place.value ?? {};
    return ok({ conversationId, projectId, folder, trusted: project?.trusted ?? false });
  }

  return {
    async 'slash.list'({ projectId, conversationId }) {
      const scope = await scopeOf(projectId, conversationId);
      return scope.ok ? ok(await deps.slash.list(scope.value)) : scope;
    },

    async 'slash.complete'({ projectId, conversationId, name, argument, text, given }) {
      const scope = await scopeOf(projectId, conversationId);
      if (!scope.ok) return scope;
      const values = await deps.slash.complete(scope.value, name, { name: argument, text, given });
      return ok({ values: (values ?? []).slice(0, mostValues) });
    },
  };
}
