// file.*: shows the user a file from the conversation's folder. Follows the path rules of the file tools.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { fileMethods } from '../../../shared/features/files/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';

export function fileHandlers(deps: AppParts): HandlersOf<typeof fileMethods> {
  async function folderOf(conversationId: string): Promise<Result<string>> {
    const branch = await deps.store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    const place = await deps.store.workingFolder(branch.value);
    if (!place.ok) return place;
    const { folder, missing } = place.value;
    if (missing) return { ok: false, error: missing };
    return folder === null ? fail('PROJECT_NOT_FOUND', say`This conversation has no folder.`) : ok(folder);
  }

  return {
    async 'file.read'({ conversationId, path, line, offset, limit }) {
      const folder = await folderOf(conversationId);
      return folder.ok ? deps.files.page(folder.value, path, { line, offset, limit }) : folder;
    },

    async 'file.reveal'({ conversationId, path }) {
      const folder = await folderOf(conversationId);
      if (!folder.ok) return folder;
      const place = await deps.files.place(folder.value, path);
      return place.ok ? ok({ shown: await deps.native.revealFile(place.value) }) : place;
    },
  };
}
