// What calls changed in files, kept so that it can be undone.

import { fail, ok } from '../../../shared/errors.ts';
import type { FileChanges } from '../../ports/changes.ts';

export function createFileChanges(_deps: unknown): FileChanges {
  return {
    begin: async () => ({ end: async () => null }),
    preview: async (_scope, direction) => ok({ direction, files: [], notCovered: [] }),
    apply: async () => fail('NOT_SUPPORTED', 'Nothing was kept of these changes.'),
    review: async () => ok({ files: [], notCovered: [] }),
    undone: async () => [],
  };
}
