// The start page of a new chat.

import { expect, test } from 'vitest';
import { demoProvider } from '../../e2e/gallery/appFixture.ts';
import { strings } from '../../renderer/core/strings.ts';
import { EmptyChat } from '../../renderer/features/start/EmptyChat.tsx';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import { cite } from '../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../support/staticMarkup.tsx';

const [chat] = snapshotFixture().conversations;

test.each<[string, Partial<AppSnapshot>, boolean]>([
  ['before the first chat', { conversations: [] }, true],
  ['not after it', {}, false],
  ['after a chat without messages', { conversations: chat ? [{ ...chat, messageCount: 0 }] : [] }, true],
  ['always with the demo', { providers: [demoProvider] }, true],
])(cite('UI-7', 'examples are offered: %s'), async (_when, change, offered) => {
  const { session } = joinSession({ snapshot: snapshotFixture(change) });
  session.connection.start();
  await settled();
  const page = wordsOf(staticMarkup(session, <EmptyChat />));
  expect(page).toContain(strings.start.emptyTitle);
  expect(page.includes(strings.start.examples.look.text)).toBe(offered);
});
