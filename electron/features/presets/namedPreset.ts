// Presets on the command line: where they are looked for, and what is asked before one turns approvals off.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Terminal } from '../../host/terminal/terminal.ts';
import type { MayAskNothing } from './choosePreset.ts';
import type { PresetScope } from './presets.ts';

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
