// Where file tools may go. Anything in the project is allowed; a path outside needs a call whose facts named it, since those are
// what the user (or a rule) approved. Exactly that location is opened: a path that leads elsewhere by then is refused.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { ToolFacts } from '../../ports/tool.ts';
import type { FolderContext } from '../defineTool.ts';
import {
  type Access,
  folderPathError,
  hasTrailingSeparator,
  type LocatedPath,
  outsidePathError,
  type PathScope,
} from './pathScope.ts';
import type { ScopedPath } from './realLocation.ts';

export interface PathGate {
  /** What a call would touch, for approval rules; remembered per `args` object. */
  facts(args: object, path: string, access: Access, context: FolderContext): Promise<ToolFacts>;
  /** The location for a call's preview and run. Errors: as `PathScope.locate`, and PATH_OUTSIDE_PROJECT. */
  enter(args: object, path: string, access: Access, context: FolderContext): Promise<Result<ScopedPath>>;
  /** The path shown in a preview: as given, or the resolved one if outside. */
  displayPath(args: object, path: string, access: Access, context: FolderContext): Promise<Result<UserText>>;
}

export function createPathGate(scope: PathScope): PathGate {
  /** The approved location of each call; null for none. */
  const decided = new WeakMap<object, string | null>();

  async function look(
    args: object,
    path: string,
    access: Access,
    { folder }: FolderContext,
  ): Promise<Result<LocatedPath>> {
    const location = await scope.locate(folder, path, access);
    if (!location.ok) return location;
    const before = decided.get(args);
    if (before === undefined) return location.value.outside ? outsidePathError(path) : location;
    return before === location.value.real ? location : moved(path);
  }

  return {
    async facts(args, path, access, { folder }) {
      const location = await scope.locate(folder, path, access);
      decided.set(args, location.ok ? location.value.real : null);
      if (!location.ok) return {};
      const { real, outside, sensitive } = location.value;
      return { paths: [{ path: real, access, outside, ...(sensitive === null ? {} : { sensitive }) }] };
    },

    async enter(args, path, access, context) {
      const location = await look(args, path, access, context);
      if (!location.ok) return location;
      return access === 'write' && hasTrailingSeparator(path) ? folderPathError(path) : ok(location.value.at);
    },

    async displayPath(args, path, access, context) {
      const location = await look(args, path, access, context);
      if (!location.ok) return location;
      if (location.value.outside) return ok(say`${location.value.real} (outside the project folder)`);
      return ok(path === '.' ? say`the project folder` : path);
    },
  };
}

function moved(path: string): Result<never> {
  return fail(
    'PATH_OUTSIDE_PROJECT',
    say`"${path}" now points elsewhere than when approval was asked for, so it was left alone. Check it with list_files, then try again.`,
  );
}
