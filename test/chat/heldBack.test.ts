// Which requests are blocked as too large: the assumed context size may be wrong, and only a sent request can show
// that.

import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { sentence, startOn } from '../support/compactingConversation.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';

const reply = () => ({ text: 'Good.' });

test.each([1, 600, 1_000, 1e308])(
  cite('COMPACT-6', 'a server that lists a context of %d tokens and accepts more is used'),
  async (told) => {
    const server = await startTokenCountingServer({ window: 60_000, told, reply });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 0; turn < 3; turn++) expect(await app.turn(id, sentence.repeat(20))).toBe('done');
    expect(server.refused).toEqual([]);
  },
);

test(cite('COMPACT-6', 'a size learned from a rejection does not stop the next turn from being sent'), async () => {
  const server = await startTokenCountingServer({ window: 1_200, told: null, reply });
  const app = await startOn(server, 'x');
  const id = await app.start();
  expect(await app.turn(id, sentence.repeat(20))).toBe('error');
  expect(server.refused).toHaveLength(1);
  // The server was restarted with a larger context.
  server.window = 60_000;
  expect(await app.turn(id, 'and now?')).toBe('done');
});

test(cite('COMPACT-4', "the user's own size blocks a request, and the message names the setting"), async () => {
  const server = await startTokenCountingServer({ window: 60_000, reply });
  const app = await startTestApp({ model: server.model, settings: { contextWindows: { '*': 1_000 } } });
  const id = await app.start();
  expect(await app.turn(id, sentence.repeat(40))).toBe('error');
  expect(server.model.requests).toEqual([]);
  expect(app.rows(id).at(-1)).toMatchObject({
    error: { message: expect.stringContaining('raise its “Context window (tokens)” in Settings') },
  });
});
