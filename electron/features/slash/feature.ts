// slash.*: what a message can call with `/`.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { slashMethods } from '../../../shared/features/slash/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { resolveSlashScope } from '../conversationFolder.ts';
import { defineFeature } from '../feature.ts';

const maxValues = 100;

export const slashFeature = defineFeature<typeof slashMethods>()({ handlers });

function handlers(deps: AppParts): HandlersOf<typeof slashMethods> {
  return {
    async 'slash.list'({ projectId, conversationId }) {
      const scope = await resolveSlashScope(deps.store, projectId, conversationId);
      return scope.ok ? ok(await deps.slash.list(scope.value)) : scope;
    },

    async 'slash.expand'({ projectId, conversationId, name, words }) {
      const scope = await resolveSlashScope(deps.store, projectId, conversationId);
      if (!scope.ok) return scope;
      const expanded = await deps.slash.expand(scope.value, name, words);
      if (expanded === null) return fail('NOT_SUPPORTED', say`/${name} no longer exists.`);
      return expanded.ok ? ok({ text: expanded.value.text }) : expanded;
    },

    async 'slash.complete'({ projectId, conversationId, name, argument, text, given }) {
      const scope = await resolveSlashScope(deps.store, projectId, conversationId);
      if (!scope.ok) return scope;
      const values = await deps.slash.complete(scope.value, name, { name: argument, text, given });
      return ok({ values: (values ?? []).slice(0, maxValues) });
    },
  };
}
