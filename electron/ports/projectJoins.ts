// The port to the projects that the user shows as one.

import type { Result } from '../../shared/core/errors.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import type { RepositoryIdentity } from '../../shared/features/projects/repository.ts';

export interface ProjectJoins {
  /** Shows the project as another one from now on. */
  joinProject(projectId: string, mainId: string): Promise<Result<ProjectInfo>>;
  /** Shows the project as itself, and notes that it is not to be shown as the other one. */
  separateProject(projectId: string, otherId: string): Promise<Result<ProjectInfo>>;
  /** Notes the repository of the project's folder. `at`: when it was read here; null: another machine's. */
  noteRepository(
    projectId: string,
    repository: RepositoryIdentity | null,
    at: string | null,
  ): Promise<Result<ProjectInfo>>;
}
