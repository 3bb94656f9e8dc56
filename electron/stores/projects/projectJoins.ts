// Which projects the user shows as one, and what their repositories are. Only project.json changes: conversations stay where they are.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { ProjectFile } from '../../conversation/formats.ts';
import type { ProjectJoins } from '../../ports/projectJoins.ts';

export interface ProjectJoinsDeps {
  readOne(id: string): Promise<ProjectFile>;
  exists(id: string): Promise<boolean>;
  save(project: ProjectFile): Promise<Result<ProjectInfo>>;
  infoOf(project: ProjectFile): Promise<ProjectInfo>;
  changing(projectId: string, work: () => Promise<Result<ProjectInfo>>): Promise<Result<ProjectInfo>>;
}

/** A longer chain is a mistake of something else that wrote the files. */
const maxSteps = 20;

/** The project that it is shown as; null: as itself, also if that project is gone, or they name each other in a circle. */
export async function findMain(
  { readOne, exists }: Pick<ProjectJoinsDeps, 'readOne' | 'exists'>,
  project: ProjectFile,
): Promise<ProjectFile | null> {
  let main = project;
  for (let step = 0; typeof main.sameAs === 'string'; step++) {
    const next = main.sameAs;
    if (next === project.id || step === maxSteps) return null;
    if (!isSafeId(next) || !(await exists(next))) break;
    main = await readOne(next);
  }
  return main === project ? null : main;
}

export function createProjectJoins(deps: ProjectJoinsDeps): ProjectJoins {
  const { readOne, exists, save, infoOf, changing } = deps;
  const without = (ids: readonly string[] | undefined, id: string) => (ids ?? []).filter((each) => each !== id);

  async function withoutSeparation(projectId: string, otherId: string): Promise<Result<ProjectFile>> {
    const { separate, ...project } = await readOne(projectId);
    const rest = without(separate, otherId);
    const changed = rest.length > 0 ? { ...project, separate: rest } : project;
    if (rest.length === (separate ?? []).length) return ok(changed);
    const saved = await save(changed);
    return saved.ok ? ok(changed) : saved;
  }

  return {
    joinProject: (projectId, mainId) =>
      changing(projectId, async () => {
        if (!isSafeId(mainId) || !(await exists(mainId))) {
          return fail('PROJECT_NOT_FOUND', say`The data folder has no project with the ID ${mainId}.`);
        }
        const other = await readOne(mainId);
        const main = (await findMain(deps, other)) ?? other;
        const before = await readOne(projectId);
        if (main.id === projectId || ((await findMain(deps, before)) ?? before).id === main.id) {
          return fail('PARAMS_INVALID', say`These are shown as one project already.`);
        }
        if ([before, main].some(({ folders }) => Object.keys(folders).length === 0)) {
          return fail('NOT_SUPPORTED', say`Chats without a folder cannot be shown as part of a project.`);
        }
        const cleared = await withoutSeparation(main.id, projectId);
        if (!cleared.ok) return cleared;
        const project = await withoutSeparation(projectId, main.id);
        return project.ok ? save({ ...project.value, sameAs: main.id }) : project;
      }),

    separateProject: (projectId, otherId) =>
      changing(projectId, async () => {
        const { sameAs, ...project } = await readOne(projectId);
        const keeps =
          typeof sameAs === 'string' &&
          sameAs !== otherId &&
          (await findMain(deps, { ...project, sameAs }))?.id !== otherId;
        const separate = [...without(project.separate, otherId), otherId];
        return save({ ...project, ...(keeps ? { sameAs } : {}), separate });
      }),

    noteRepository: (projectId, repository, at) =>
      changing(projectId, async () => {
        const project = await readOne(projectId);
        if (at === null && JSON.stringify(project.repository) === JSON.stringify(repository)) {
          return ok(await infoOf(project));
        }
        return save({ ...project, repository, ...(at === null ? {} : { repositoryReadAt: at }) });
      }),
  };
}
