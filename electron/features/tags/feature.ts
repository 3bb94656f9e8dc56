// tags.*: the user's tags of conversations.

import { ok } from '../../../shared/core/errors.ts';
import type { tagMethods } from '../../../shared/features/tags/methods.ts';
import { defineFeature } from '../feature.ts';
import { applyTagChanges } from './changeTags.ts';

export const tagsFeature = defineFeature<typeof tagMethods>()({
  handlers: ({ store, list }) => ({
    'tags.change': async ({ changes }) => ok(await applyTagChanges(store, changes, (id) => list.touch(id))),
  }),
});
