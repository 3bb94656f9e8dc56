// What choosing a preset does to a conversation: what it says is set as if it was chosen by hand, and asked about where that is.

import { fail, ok, type Result } from '../../shared/errors.ts';
import { givenOptions } from '../../shared/modelOptions.ts';
import type { PresetRef } from '../../shared/preset.ts';
import { type PresetChoices, presetChoices } from '../../shared/presetChoices.ts';
import { type Sentence, say } from '../../shared/sentence.ts';
import type { StoredBranch } from '../ports/store.ts';
import { everyTool } from './gravePowers.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type ChoiceDeps = Pick<HandlerDeps, 'confirm' | 'hub' | 'presets' | 'providers' | 'settings' | 'store'>;

/** `problems`: what was left out of it, as sentences. Null: the conversation has none from now on, and keeps what was set. */
export async function choosePreset(
  deps: ChoiceDeps,
  conversationId: string,
  ref: PresetRef | null,
): Promise<Result<{ problems: Sentence[] }>> {
  const { store } = deps;
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const nothing: { choices: PresetChoices; problems: Sentence[] } = { choices: {}, problems: [] };
  const chosen = ref === null ? ok(nothing) : await chosenIn(deps, branch.value, ref);
  if (!chosen.ok) return chosen;
  const { choices, problems } = chosen.value;
  const allowed = mayChoose(deps, branch.value, choices);
  if (!allowed.ok) return allowed;
  const { modelOptions, ...others } = choices;
  const saved = await store.updateMeta(conversationId, ({ preset: _before, ...meta }) => ({
    ...meta,
    ...(ref === null ? {} : { preset: ref }),
    ...others,
    ...(modelOptions ? { modelOptions: givenOptions(modelOptions) } : {}),
  }));
  if (!saved.ok) return saved;
  await deps.hub.publishMeta(conversationId, { projectId: branch.value.projectId, meta: saved.value });
  return ok({ problems });
}

async function chosenIn(
  { presets, providers, settings, store }: ChoiceDeps,
  { projectId, meta }: StoredBranch,
  ref: PresetRef,
): Promise<Result<{ choices: PresetChoices; problems: Sentence[] }>> {
  const project = await store.getProject(projectId);
  const { folder, trusted, approvalMode } = project.ok
    ? { ...project.value, folder: project.value.folderExists ? project.value.folder : null }
    : { folder: null, trusted: false, approvalMode: null };
  const preset = await presets.find({ folder, trusted }, ref);
  if (preset === null) return fail('SETTINGS_INVALID', say`There is no preset “${ref.id}” here. Nothing was changed.`);
  const byDefault = approvalMode ?? (await settings.read()).settings.approvalMode;
  const known = new Set((await providers.list()).map(({ id }) => id));
  return ok(presetChoices(preset, meta.approvalMode ?? byDefault, (id) => known.has(id)));
}

/** As by hand: that the default is so now is no choice for this one. */
function mayChoose({ confirm }: ChoiceDeps, branch: StoredBranch, { approvalMode }: PresetChoices): Result<void> {
  const { conversationId, meta } = branch;
  if (approvalMode !== 'all' || meta.approvalMode === 'all') return ok(undefined);
  return confirm.require(everyTool({ id: conversationId, title: meta.title }));
}
