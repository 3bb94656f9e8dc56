// Applies presets: to a conversation, as if the preset's values had been chosen by hand, and to a run, as limits of its tools.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { type PresetChoices, presetChoices } from '../../../shared/features/presets/choices.ts';
import type { Preset, PresetRef } from '../../../shared/features/presets/preset.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { PresetScope, Presets } from './presets.ts';

/**
 * Whether the conversation may use the mode that never asks. Called only if it has not already chosen it. False: the
 * rest of the preset applies. An error: nothing does.
 */
export type MayAskNothing = (conversation: { id: string; title: string }) => Promise<Result<boolean>>;

/** `problems`: what was skipped, as sentences. Null: removes the preset and keeps what was set. */
export type ChoosePreset = (
  conversationId: string,
  ref: PresetRef | null,
  mayAskNothing: MayAskNothing,
) => Promise<Result<{ problems: Sentence[] }>>;

interface Deps extends Pick<ChatDeps, 'hub' | 'providers' | 'settings' | 'store'> {
  presets: Pick<Presets, 'find'>;
}

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

/** A missing preset limits nothing: the conversation continues without it. */
export function presetToolLimits(presets: Pick<Presets, 'find'>): ChatDeps['toolLimits'] {
  return async ({ preset: ref }, scope) => {
    const preset = ref ? await presets.find(scope, ref) : null;
    if (preset === null || (preset.tools === null && preset.servers === null)) return null;
    const { name, tools, servers } = preset;
    return { name, tools, servers };
  };
}

/** The preset that a name means: its file's name or its own, after `personal:`, `project:` or `team:` if two have it. */
export async function findNamedPreset(
  presets: Pick<Presets, 'list'>,
  scope: PresetScope,
  input: string,
): Promise<Result<Preset>> {
  const [, where, rest = input] = /^(personal|project|team):(.+)$/s.exec(input) ?? [];
  const { presets: all } = await presets.list(scope);
  const inScope = all.filter(({ ref }) => where === undefined || ref.scope === where);
  const byId = inScope.filter(({ ref }) => ref.id === rest);
  const called = byId.length > 0 ? byId : inScope.filter(({ name }) => name.toLowerCase() === rest.toLowerCase());
  // A team's takes over no name.
  const notOfTeams = called.filter(({ ref }) => ref.scope !== 'team');
  const matches = notOfTeams.length > 0 ? notOfTeams : called;
  const [first, ...moreMatches] = matches;
  if (!first) return fail('SETTINGS_INVALID', say`There is no preset named “${input}”. See: throughline preset list`);
  if (moreMatches.length === 0) return ok(first);
  const candidates = matches.map(({ ref }) => `${ref.scope}:${ref.id}`).join(', ');
  return fail('SETTINGS_INVALID', say`“${input}” matches several presets: ${candidates}.`);
}
