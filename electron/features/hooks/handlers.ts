// hooks.*: anything that makes a hook run is confirmed outside of the window.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { HookToSave, hooksMethods } from '../../../shared/features/hooks/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Confirm, Power } from '../../ports/confirm.ts';
import type { ProjectStore } from '../../ports/store.ts';
import { hookMoment } from './hookMoment.ts';
import type { HookProject, HookRef, Hooks } from './hooks.ts';

/** A command of the user's own that runs automatically from now on. */
function savedHook({ event, matcher, command, timeout }: HookToSave): Power {
  return {
    key: JSON.stringify(['save hook', event, matcher, command, timeout]),
    sentence: `Run this command ${hookMoment({ event, matcher })}, in every project, without asking:`,
    each: [command],
  };
}

/** A command that a project folder brought. */
async function approvedHook(hooks: Hooks, project: HookProject | null, ref: HookRef): Promise<Power> {
  const hook = (await hooks.list(project)).hooks.find(({ id, hash }) => id === ref.id && hash === ref.hash);
  const when = hook ? ` ${hookMoment(hook)}` : '';
  return {
    key: JSON.stringify(['approve hook', ref]),
    sentence: `Run this command of the folder ${project?.folder ?? ''}${when}, without asking, ${hook?.sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)'}:`,
    each: [hook?.command ?? ref.hash],
  };
}

interface HooksHandlerDeps {
  hooks: Hooks;
  store: Pick<ProjectStore, 'getProject'>;
  confirm: Confirm;
}

export function hooksHandlers({ hooks, store, confirm }: HooksHandlerDeps): HandlersOf<typeof hooksMethods> {
  async function projectOf(id: string | null): Promise<Result<HookProject | null>> {
    if (id === null) return ok(null);
    const project = await store.getProject(id);
    if (!project.ok) return project;
    const { folder, folderExists, trusted } = project.value;
    return ok({ id, folder: folderExists ? folder : null, trusted });
  }

  return {
    async 'hooks.list'({ projectId }) {
      const project = await projectOf(projectId);
      return project.ok ? ok(await hooks.list(project.value)) : project;
    },
    async 'hooks.save'({ hook, replaces }) {
      const confirmed = confirm.require(savedHook(hook));
      return confirmed.ok ? done(await hooks.save(hook, replaces)) : confirmed;
    },
    'hooks.remove': async (ref) => done(await hooks.remove(ref)),
    async 'hooks.enable'({ projectId, enabled, ...ref }) {
      const project = await projectOf(projectId);
      return project.ok ? done(await hooks.enable(project.value, ref, enabled)) : project;
    },
    async 'hooks.approve'({ projectId, ...ref }) {
      const project = await projectOf(projectId);
      if (!project.ok) return project;
      const confirmed = confirm.require(await approvedHook(hooks, project.value, ref));
      return confirmed.ok ? done(await hooks.approve(project.value, ref)) : confirmed;
    },
    async 'hooks.test'({ projectId, ...ref }) {
      const project = await projectOf(projectId);
      if (!project.ok) return project;
      const ran = await hooks.test(project.value, ref, new AbortController().signal);
      return ran.ok ? ok({ run: ran.value }) : ran;
    },
  };
}

function done(changed: Result<void>): Result<Record<string, never>> {
  return changed.ok ? ok({}) : changed;
}
