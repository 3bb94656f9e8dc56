// The preset of a terminal run: from --preset, or the default for new conversations.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import type { PresetRef } from '../../../shared/features/presets/preset.ts';
import type { Line, Terminal } from '../../host/terminal/terminal.ts';
import { findNamedPreset } from './choosePreset.ts';
import { createMayAskNothing } from './namedPreset.ts';
import type { PresetScope } from './presets.ts';

/** The options of a turn that matter here. */
type TurnLine = Line<{
  preset?: string | undefined;
  resume?: string | undefined;
  pick: boolean;
  continue: boolean;
  approve: string | undefined;
}>;

export async function applyPreset(terminal: Terminal<TurnLine>, conversationId: string): Promise<Result<void>> {
  const { core, line } = terminal;
  const { preset: presetName, resume, pick, continue: latest, approve } = line.values;
  const branch = await core.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const project = await core.store.getProject(branch.value.projectId);
  const { folder, folderExists, trusted } = project.ok
    ? project.value
    : { folder: null, folderExists: false, trusted: false };
  const scope: PresetScope = { folder: folderExists ? folder : null, trusted };
  const isNew = resume === undefined && !pick && !latest;
  if (presetName === undefined && isNew) return takeDefault(terminal, conversationId, scope);
  if (presetName === undefined) {
    const { preset } = branch.value.meta;
    if (preset && !(await core.presets.find(scope, preset))) terminal.err(`${deletedNote(preset)}\n`);
    return ok(undefined);
  }
  const preset = presetName === 'none' ? ok(null) : await findNamedPreset(core.presets, scope, presetName);
  if (!preset.ok) return preset;
  const may = createMayAskNothing(terminal, approve === 'all', '--approve all');
  return withPreset(terminal, conversationId, preset.value?.ref ?? null, may);
}

/** The user did not name it here, so it never turns approval questions off. */
async function takeDefault(
  terminal: Terminal<TurnLine>,
  conversationId: string,
  scope: PresetScope,
): Promise<Result<void>> {
  const { core } = terminal;
  const { preset: id } = (await core.settings.read()).settings;
  if (id === null) return ok(undefined);
  const ref: PresetRef = { scope: 'personal', id };
  if (!(await core.presets.find(scope, ref))) {
    terminal.err(`${deletedNote(ref)}\n`);
    return ok(undefined);
  }
  return withPreset(terminal, conversationId, ref, async () => ok(terminal.line.values.approve === 'all'));
}

async function withPreset(
  terminal: Terminal,
  ...args: Parameters<Terminal['core']['choosePreset']>
): Promise<Result<void>> {
  const done = await terminal.core.choosePreset(...args);
  if (!done.ok) return done;
  for (const problem of done.value.problems) terminal.err(`${textOf(problem)}\n`);
  return ok(undefined);
}

function deletedNote({ id }: PresetRef): string {
  return `The preset “${id}” no longer exists. The conversation continues without it.`;
}
