// The preset that a name on the command line means: its file's name or its own, after `personal:` or `project:` if two have it.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Preset } from '../../../shared/features/presets/preset.ts';
import type { Terminal } from '../../host/terminal/terminal.ts';
import type { MayAskNothing } from './choosePreset.ts';
import type { PresetScope, Presets } from './presets.ts';

/** The project folder's presets and the user's own. */
export async function resolvePresetScope({
  core,
  projectFolder,
}: Terminal): Promise<Result<PresetScope & { projectId: string }>> {
  const project = await core.store.openProject(projectFolder);
  if (!project.ok) return project;
  const { id, folder, folderExists, trusted } = project.value;
  return ok({ projectId: id, folder: folderExists ? folder : null, trusted });
}

export async function findNamedPreset(
  presets: Pick<Presets, 'list'>,
  scope: PresetScope,
  input: string,
): Promise<Result<Preset>> {
  const [, where, rest = input] = /^(personal|project):(.+)$/s.exec(input) ?? [];
  const { presets: all } = await presets.list(scope);
  const inScope = all.filter(({ ref }) => where === undefined || ref.scope === where);
  const byId = inScope.filter(({ ref }) => ref.id === rest);
  const matches = byId.length > 0 ? byId : inScope.filter(({ name }) => name.toLowerCase() === rest.toLowerCase());
  const [first, ...moreMatches] = matches;
  if (!first) return fail('SETTINGS_INVALID', say`There is no preset named “${input}”. See: throughline preset list`);
  if (moreMatches.length === 0) return ok(first);
  const candidates = matches.map(({ ref }) => `${ref.scope}:${ref.id}`).join(', ');
  return fail('SETTINGS_INVALID', say`“${input}” matches several presets: ${candidates}.`);
}

/** Asks the user if possible. `isConfirmed`: the command line already agrees. */
export function createMayAskNothing(terminal: Terminal, isConfirmed: boolean, how: string): MayAskNothing {
  return async ({ title }) => {
    if (isConfirmed) return ok(true);
    const where = title === '' ? 'this conversation' : `“${title}”`;
    const question = `This preset lets every tool run without asking in ${where}, including commands. Use it?`;
    if (terminal.confirm) {
      const yes = await terminal.confirm(question);
      return yes ? ok(true) : fail('CANCELLED', say`Nothing was changed.`);
    }
    return fail(
      'CONFIRMATION_REFUSED',
      say`This preset lets every tool run without asking. To use it here, add ${how}.`,
    );
  };
}
