// Files: a page of a file of the project, and completions of paths for mentions.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { mentionMethods } from '../../../shared/features/files/mentionMethods.ts';
import type { fileMethods } from '../../../shared/features/files/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { folderOfConversation, resolveSlashScope, workingFolderOf } from '../conversationFolder.ts';
import { defineFeature } from '../feature.ts';

export const filesFeature = defineFeature<typeof fileMethods & typeof mentionMethods>()({
  handlers: (app) => ({ ...fileHandlers(app), ...mentionHandlers(app) }),
});

/** mention.*: completes file paths while the user types, and shows what a message sent of a file. */
function mentionHandlers(deps: AppParts): HandlersOf<typeof mentionMethods> {
  return {
    async 'mention.complete'({ projectId, conversationId, text, limit }) {
      const place = await workingFolderOf(deps.store, projectId, conversationId);
      if (!place.ok) return place;
      const folder = place.value?.folder ?? null;
      return ok(folder === null ? { paths: [], complete: true } : await deps.files.complete(folder, text, limit));
    },

    async 'mention.symbols'({ projectId, conversationId, text, limit }) {
      const place = await workingFolderOf(deps.store, projectId, conversationId);
      if (!place.ok) return place;
      const folder = place.value?.folder ?? null;
      return ok(folder === null ? { symbols: [], complete: true } : await deps.symbols.find(folder, text, limit));
    },

    async 'mention.resources'({ projectId, conversationId, text, limit }) {
      const scope = await resolveSlashScope(deps.store, projectId, conversationId);
      return scope.ok ? ok(await deps.mcp.resources.complete(scope.value, text, limit)) : scope;
    },

    async 'mention.sources'({ projectId, conversationId, text, limit }, { signal }) {
      const scope = await resolveSlashScope(deps.store, projectId, conversationId);
      return scope.ok ? ok({ sources: await deps.mentionSources.complete(scope.value, text, limit, signal) }) : scope;
    },

    async 'mention.read'({ conversationId, messageId, part }) {
      // Read through the message, so that permanently removed content stays hidden.
      const message = await deps.store.readMessage(conversationId, messageId);
      if (!message.ok) return message;
      const named = Array.isArray(message.value.content) ? message.value.content[part] : undefined;
      if ((named?.type !== 'mention' && named?.type !== 'command') || named.hash === undefined) {
        return fail('MESSAGE_NOT_FOUND', say`This message did not send that file.`);
      }
      const bytes = await deps.store.readAttachment(conversationId, named.hash);
      return bytes.ok ? ok({ text: bytes.value.toString('utf8') }) : bytes;
    },
  };
}

/** How long a search by name waits for the folder to be listed. */
const namesMs = 10_000;

/** file.*: shows the user a file from the conversation's folder. Follows the path rules of the file tools. */
function fileHandlers(deps: AppParts): HandlersOf<typeof fileMethods> {
  const folderOf = (conversationId: string): Promise<Result<string>> =>
    folderOfConversation(deps.store, conversationId);

  return {
    async 'file.read'({ conversationId, path, line, offset, limit }) {
      const folder = await folderOf(conversationId);
      return folder.ok ? deps.files.page(folder.value, path, { line, offset, limit }) : folder;
    },

    async 'file.list'({ conversationId, path }) {
      const folder = await folderOf(conversationId);
      return folder.ok ? deps.files.list(folder.value, path) : folder;
    },

    async 'file.names'({ conversationId, text, limit }) {
      const folder = await folderOf(conversationId);
      return folder.ok ? ok(await deps.files.complete(folder.value, text, limit, namesMs)) : folder;
    },

    async 'file.search'({ conversationId, text, limit }, { signal }) {
      const folder = await folderOf(conversationId);
      return folder.ok ? deps.files.search(folder.value, { text, limit, signal }) : folder;
    },

    async 'file.find'({ conversationId, paths }) {
      const folder = await folderOf(conversationId);
      if (!folder.ok) return ok({ found: paths.map(() => null) });
      return ok({ found: await Promise.all(paths.map((path) => deps.files.find(folder.value, path))) });
    },

    async 'file.reveal'({ conversationId, path }) {
      const folder = await folderOf(conversationId);
      if (!folder.ok) return folder;
      const place = await deps.files.realPath(folder.value, path);
      return place.ok ? ok({ shown: await deps.native.revealFile(place.value) }) : place;
    },
  };
}
