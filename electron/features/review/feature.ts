// review.*: changed files line by line, undo of a part of them, comments.

import type { reviewMethods } from '../../../shared/features/review/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import { createFolderTree } from '../../tools/changes/folderTree.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createGit } from '../git/repository/git.ts';
import { listComments, removeComments, saveComment } from './comments.ts';
import { createReviewService, type ReviewService } from './reviewService.ts';
import { createWorkingFiles, type WorkingFiles } from './sources/workingFiles.ts';

export const reviewFeature = defineFeature<typeof reviewMethods>()({
  create({ chatDeps, chat, undo, env, dataDir }: Engine) {
    const tree = createFolderTree({ protectedFolders: [dataDir] });
    const files = createWorkingFiles(tree, [dataDir]);
    const service = createReviewService({
      chatDeps,
      chat,
      undo,
      tree,
      files,
      store: chatDeps.store,
      git: createGit(env),
    });
    return { service, files };
  },
  handlers: ({ store }, { service, files }) => handlers(store, service, files),
});

function handlers(
  store: AppParts['store'],
  service: ReviewService,
  files: WorkingFiles,
): HandlersOf<typeof reviewMethods> {
  return {
    'review.list': ({ conversationId, target }) => service.list(conversationId, target),
    'review.paths': ({ conversationId }) => service.paths(conversationId),
    'review.diff': ({ ignoreWhitespace, whole, from, ...place }) =>
      service.diff(place, { ignoreWhitespace, whole, from }),
    'review.image': ({ version, side, ...place }) => service.image(place, version, side),
    'review.undo': ({ version, ignoreWhitespace, selection, ...place }) =>
      service.undo(place, { version, ignoreWhitespace, selection }),
    'review.redo': ({ conversationId, messageId }) => service.redo(conversationId, messageId),
    'review.view': ({ conversationId, path, version, isViewed }) =>
      service.view(conversationId, path, isViewed ? version : null),
    'review.comments': ({ conversationId }) => listComments({ store, files }, conversationId),
    'review.comment': ({ conversationId, comment }) => saveComment(store, conversationId, comment),
    'review.uncomment': ({ conversationId, ids }) => removeComments(store, conversationId, ids),
  };
}
