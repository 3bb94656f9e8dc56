// Confirmations outside the window before a hook may run.

import type { HookToSave } from '../../../shared/features/hooks/methods.ts';
import type { Power } from '../../ports/confirm.ts';
import type { HookProject, HookRef, Hooks } from './hooks.ts';

/** A command of the user's own that runs automatically from now on. */
export function savedHook({ event, matcher, command, timeout }: HookToSave): Power {
  const tools = event === 'Stop' || matcher === '' ? '' : ` of ${matcher}`;
  return {
    key: JSON.stringify(['save hook', event, matcher, command, timeout]),
    sentence: `Run this command ${hookMoments[event]}${tools}, in every project, without asking:`,
    each: [command],
  };
}

/** A command that a project folder brought. */
export async function approvedHook(hooks: Hooks, project: HookProject | null, ref: HookRef): Promise<Power> {
  const hook = (await hooks.list(project)).hooks.find(({ id, hash }) => id === ref.id && hash === ref.hash);
  const when = hook
    ? ` ${hookMoments[hook.event]}${hook.event === 'Stop' || !hook.matcher ? '' : ` of ${hook.matcher}`}`
    : '';
  return {
    key: JSON.stringify(['approve hook', ref]),
    sentence: `Run this command of the folder ${project?.folder ?? ''}${when}, without asking, ${hook?.sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)'}:`,
    each: [hook?.command ?? ref.hash],
  };
}

const hookMoments = {
  PreToolUse: 'before each call',
  PostToolUse: 'after each call',
  Stop: 'at the end of each turn',
} as const;
