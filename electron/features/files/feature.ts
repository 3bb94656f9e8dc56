// Files: a page of a file of the project, and completions of paths for mentions.

import type { mentionMethods } from '../../../shared/features/files/mentionMethods.ts';
import type { fileMethods } from '../../../shared/features/files/methods.ts';
import { defineFeature } from '../feature.ts';
import { fileHandlers } from './handlers.ts';
import { mentionHandlers } from './mentionHandlers.ts';

export const filesFeature = defineFeature<typeof fileMethods & typeof mentionMethods>()({
  handlers: (app) => ({ ...fileHandlers(app), ...mentionHandlers(app) }),
});
