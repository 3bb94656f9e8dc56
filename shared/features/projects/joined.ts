// Projects that the user shows as one because they are the same repository, and those that could be. Pure.

import type { ProjectInfo, RelatedProject } from './methods.ts';
import { findLocalProject, isSameRepository } from './repository.ts';

/** IDs of the project and of all that are shown as one with it. */
export function joinedIds(projects: readonly Pick<ProjectInfo, 'id' | 'sameAs'>[], projectId: string): string[] {
  const main = mainIdOf(projects, projectId);
  const ids = projects.filter((project) => (project.sameAs ?? project.id) === main).map(({ id }) => id);
  return ids.length === 0 ? [projectId] : ids;
}

/** The project that it is shown as: mostly itself. */
export function mainIdOf(projects: readonly Pick<ProjectInfo, 'id' | 'sameAs'>[], projectId: string): string {
  return projects.find(({ id }) => id === projectId)?.sameAs ?? projectId;
}

/** Names for each project its others: joined, or of the same repository. Leaves out what windows do not need. */
export function withRelated(projects: readonly ProjectInfo[]): ProjectInfo[] {
  return projects.map((project) => {
    const { repository: _identity, repositoryReadAt: _at, separate: _separate, ...info } = project;
    const related = projects.flatMap((other) => relationOf(projects, project, other) ?? []);
    return related.length > 0 ? { ...info, related } : info;
  });
}

function relationOf(projects: readonly ProjectInfo[], project: ProjectInfo, other: ProjectInfo): RelatedProject | null {
  if (project.id === other.id) return null;
  const { id, name, folder, sameAs } = other;
  const isJoined = (project.sameAs ?? project.id) === (sameAs ?? id);
  if (!isJoined && !(project.repository && other.repository && isSameRepository(project.repository, other.repository)))
    return null;
  const isDeclined = project.separate?.includes(id) || other.separate?.includes(project.id);
  const relation = isJoined ? 'joined' : isDeclined || !canOffer(projects, project, other) ? 'separate' : 'offered';
  return { id, name, folder: isJoined && sameAs !== undefined && folder === project.folder ? null : folder, relation };
}

/** One of them is already shown as another, or several folders could be meant. The user has to choose. */
function canOffer(projects: readonly ProjectInfo[], one: ProjectInfo, other: ProjectInfo): boolean {
  if (one.sameAs !== undefined || other.sameAs !== undefined) return false;
  if (one.folder !== null && other.folder !== null) return true;
  const [away, here] = one.folder === null ? [one, other] : [other, one];
  const local = projects.filter(({ folder, sameAs }) => folder !== null && sameAs === undefined);
  return here.folder !== null && findLocalProject(local, away)?.project.id === here.id;
}

/** Which of the two stays: the one with a folder on this machine, else the first. */
export function mainOf<P extends Pick<ProjectInfo, 'folder' | 'folderExists'>>(one: P, other: P): P {
  const isHere = ({ folder, folderExists }: P): boolean => folder !== null && folderExists;
  return isHere(other) && !isHere(one) ? other : one;
}
