// Applies a preset to a conversation, as if its values had been chosen by hand.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { type PresetChoices, presetChoices } from '../../../shared/features/presets/choices.ts';
import type { PresetRef } from '../../../shared/features/presets/preset.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { ChoosePreset } from '../../chat/presets.ts';
import type { StoredBranch } from '../../ports/store.ts';

type Deps = Pick<ChatDeps, 'hub' | 'presets' | 'providers' | 'settings' | 'store'>;

export async function choosePreset(
  deps: Deps,
  ...[conversationId, ref, mayAskNothing]: Parameters<ChoosePreset>
): ReturnType<ChoosePreset> {
  const { store } = deps;
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const { projectId, meta: before } = branch.value;
  const nothing: { choices: PresetChoices; problems: Sentence[] } = { choices: {}, problems: [] };
  const chosen = ref === null ? ok(nothing) : await chosenIn(deps, branch.value, ref);
  if (!chosen.ok) return chosen;
  const { choices, problems } = chosen.value;
  if (choices.approvalMode === 'all' && before.approvalMode !== 'all') {
    const allowed = await mayAskNothing({ id: conversationId, title: before.title });
    if (!allowed.ok) return allowed;
    if (!allowed.value) {
      delete choices.approvalMode;
      problems.push(
        say`The approval mode was not changed because running every tool without asking was not confirmed.`,
      );
    }
  }
  const saved = await store.updateMeta(conversationId, ({ preset: _before, ...meta }) => ({
    ...meta,
    ...(ref === null ? {} : { preset: ref }),
    ...choices,
  }));
  if (!saved.ok) return saved;
  await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  return ok({ problems });
}

async function chosenIn(
  { presets, providers, settings, store }: Deps,
  { projectId, meta }: StoredBranch,
  ref: PresetRef,
): Promise<Result<{ choices: PresetChoices; problems: Sentence[] }>> {
  const project = await store.getProject(projectId);
  const { folder, folderExists, trusted, approvalMode } = project.ok
    ? project.value
    : { folder: null, folderExists: false, trusted: false, approvalMode: null };
  const preset = await presets.find({ folder: folderExists ? folder : null, trusted }, ref);
  if (preset === null)
    return fail('SETTINGS_INVALID', say`The preset “${ref.id}” does not exist here. Nothing was changed.`);
  const byDefault = approvalMode ?? (await settings()).approvalMode;
  const providerIds = new Set((await providers.list()).map(({ id }) => id));
  return ok(presetChoices(preset, meta.approvalMode ?? byDefault, (id) => providerIds.has(id)));
}
