// Shows two projects as one, or apart again, for the window and the terminal.

import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { mainIdOf, mainOf } from '../../../shared/features/projects/joined.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { ProjectStore } from '../../ports/store.ts';

type Store = Pick<ProjectStore, 'listProjects' | 'getProject' | 'joinProject' | 'separateProject'>;

/** Returns the project that both are shown as. The conversations of both stay where they are. */
export async function joinProjects(store: Store, projectId: string, otherId: string): Promise<Result<ProjectInfo>> {
  const projects = await store.listProjects();
  const [one, other] = [projectId, otherId].map((id) =>
    projects.find((project) => project.id === mainIdOf(projects, id)),
  );
  if (!one || !other) {
    const missing = one ? otherId : projectId;
    return fail('PROJECT_NOT_FOUND', say`The data folder has no project with the ID ${missing}.`);
  }
  const main = mainOf(one, other);
  const joined = await store.joinProject(main === one ? other.id : one.id, main.id);
  return joined.ok ? store.getProject(main.id) : joined;
}

/** Shows the project apart from the other one, whichever of them is shown as the other. Also declines the offer to join them. */
export async function separateProjects(store: Store, projectId: string, otherId: string): Promise<Result<ProjectInfo>> {
  const projects = await store.listProjects();
  const [one, other] = [projectId, otherId].map((id) => projects.find((project) => project.id === id));
  const isMain = other?.sameAs === projectId;
  const separated = await store.separateProject(isMain ? otherId : projectId, isMain ? projectId : otherId);
  if (!separated.ok || isMain || !one?.sameAs || one.sameAs === otherId || one.sameAs !== other?.sameAs)
    return separated;
  // Both are shown as a third: this one leaves it.
  return store.separateProject(projectId, one.sameAs);
}
