// The identity of a repository, wherever its folder is: its remotes in one notation, its first commits, and the folder within it. Pure.

export interface RepositoryIdentity {
  /** As `host/path`, sorted; without user, password, scheme and default port. */
  remotes: string[];
  /** Hashes of the commits without parents, sorted. Empty without commits, and in a shallow clone. */
  roots: string[];
  /** The project's folder within the repository, with `/`; empty for the repository itself. */
  path: string;
}

/**
 * Whether two folders can be one project: the same folder of a repository that has a remote and a first commit in common. A
 * fork has the first commit, and another project made from the same template the folder, but not the remote. Without
 * commits, or in a shallow clone, the remote decides; without remotes, the first commit does.
 */
export function isSameRepository(one: RepositoryIdentity, other: RepositoryIdentity): boolean {
  if (one.path !== other.path) return false;
  const knowsRoots = one.roots.length > 0 && other.roots.length > 0;
  if (knowsRoots && !one.roots.some((root) => other.roots.includes(root))) return false;
  const hasRemotes = one.remotes.length > 0 || other.remotes.length > 0;
  return hasRemotes ? one.remotes.some((remote) => other.remotes.includes(remote)) : knowsRoots;
}

/**
 * Finds the project on this machine for one from another machine: the one with its ID, else the only one with its
 * repository. Null: none, or several, and the user must choose.
 */
export function findLocalProject<P extends { id: string; repository?: RepositoryIdentity | null }>(
  projects: readonly P[],
  { id, repository }: { id: string; repository?: RepositoryIdentity | null },
): { project: P; by: 'id' | 'repository' } | null {
  const same = projects.find((project) => project.id === id);
  if (same) return { project: same, by: 'id' };
  if (!repository) return null;
  const alike = projects.filter((project) => project.repository && isSameRepository(project.repository, repository));
  const [project] = alike;
  return project && alike.length === 1 ? { project, by: 'repository' } : null;
}
