// What a reply can hold besides words: previews, and what takes the width that there is.

import { snapshotFixture } from './appFixture.ts';
import { moreDiagrams, previews, wide } from './contentTexts.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';

function reply(text: string, more: Partial<Scene> = {}): Scene {
  const messages = script().user('Show me.').says(text).messages;
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }), ...more };
}

const previewButton = (at: number): string =>
  `:nth-child(${at} of .block:has([role="group"])) [role="group"] button:last-child`;

export const contentScenes: Record<string, () => Scene> = {
  previews: () => reply(previews, { press: [1, 2, 3].map(previewButton) }),
  previewsMore: () => reply(moreDiagrams, { press: [1, 2].map(previewButton) }),
  previewCode: () => reply(previews),
  wideContent: () => reply(wide),
};
