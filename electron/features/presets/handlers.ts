// preset.*: preset files, and a conversation's preset.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { toUserTextData } from '../../../shared/core/sentence.ts';
import type { presetMethods } from '../../../shared/features/presets/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { allToolsPower } from '../dangerousPowers.ts';
import type { PresetScope } from './presets.ts';

export function presetHandlers(deps: AppParts): HandlersOf<typeof presetMethods> {
  const { presets, store } = deps;

  async function scopeOf(projectId: string | null): Promise<Result<PresetScope>> {
    if (projectId === null) return ok({ folder: null, trusted: false });
    const project = await store.getProject(projectId);
    if (!project.ok) return project;
    const { folder, folderExists, trusted } = project.value;
    return ok({ folder: folderExists ? folder : null, trusted });
  }

  async function within<T>(
    projectId: string | null,
    does: (scope: PresetScope) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const scope = await scopeOf(projectId);
    return scope.ok ? does(scope.value) : scope;
  }

  return {
    'preset.list': ({ projectId }) =>
      within(projectId, async (scope) =>
        ok({
          ...(await presets.list(scope)),
          folder: presets.folder,
          mayShare: scope.folder !== null && scope.trusted,
        }),
      ),

    async 'preset.choose'({ conversationId, preset }) {
      const chosen = await deps.choosePreset(conversationId, preset, async (conversation) => {
        const allowance = deps.confirm.require(allToolsPower(conversation));
        return allowance.ok ? ok(true) : allowance;
      });
      if (!chosen.ok) return chosen;
      deps.list.touch(conversationId);
      return ok({ problems: chosen.value.problems.map(toUserTextData) });
    },

    'preset.save': ({ projectId, fields, ...to }) =>
      within(projectId, async (scope) => {
        const saved = await presets.save(scope, to, fields);
        return saved.ok ? ok({ preset: saved.value }) : saved;
      }),

    'preset.duplicate': ({ projectId, ref, name }) =>
      within(projectId, async (scope) => {
        const duplicate = await presets.duplicate(scope, ref, name);
        return duplicate.ok ? ok({ preset: duplicate.value }) : duplicate;
      }),

    'preset.remove': ({ projectId, ref }) =>
      within(projectId, async (scope) => {
        const removed = await presets.remove(scope, ref);
        return removed.ok ? ok({ undo: removed.value }) : removed;
      }),

    async 'preset.restore'({ undo }) {
      const restored = await presets.restore(undo);
      return restored.ok ? ok({ preset: restored.value }) : restored;
    },

    'preset.text': ({ projectId, ref }) =>
      within(projectId, async (scope) => {
        const read = await presets.text(scope, ref);
        return read.ok ? ok({ name: read.value.name, text: read.value.text }) : read;
      }),

    'preset.reveal': ({ projectId, ref }) =>
      within(projectId, async (scope) => {
        const read = await presets.text(scope, ref);
        return read.ok ? ok({ shown: await deps.native.revealFile(read.value.place) }) : read;
      }),

    async 'preset.import'({ name, base64 }) {
      return presets.import(name, Buffer.from(base64, 'base64'));
    },
  };
}
