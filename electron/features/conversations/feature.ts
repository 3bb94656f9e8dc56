// Conversations: the list, single conversations, and their runs.

import type { conversationMethods } from '../../../shared/features/conversations/methods.ts';
import type { runMethods } from '../../../shared/features/conversations/runMethods.ts';
import { defineFeature } from '../feature.ts';
import { conversationHandlers } from './handlers.ts';
import { runHandlers } from './runHandlers.ts';

export const conversationsFeature = defineFeature<typeof conversationMethods & typeof runMethods>()({
  handlers: (app) => ({ ...conversationHandlers(app), ...runHandlers(app) }),
});
