// Events after the finish: some servers send it before the last text (Cerebras, recorded), all of which counts.

import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cite } from '../../support/cite.ts';
import { callModel } from '../../support/modelCall.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

const afterFinishMs = 5000;

const chunk = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

async function begun() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = Promise.withResolvers<ServerResponse>();
  const server = await startWireServer(() => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    opened.resolve(response);
  });
  let heard = Promise.withResolvers<string>();
  const call = callModel(wireProvider('openai', server.address, { afterFinishMs }), {
    onText: (text) => heard.resolve(text),
  });
  const response = await opened.promise;
  return {
    call,
    async say(text: string, finish: string | null) {
      heard = Promise.withResolvers();
      response.write(chunk(text, finish));
      expect(await Promise.race([heard.promise, call.then(() => 'ended')])).toBe(text);
      // The event is handled once the next turn starts.
      await new Promise((resolve) => setImmediate(resolve));
    },
    response,
  };
}

test(cite('STREAM-10', 'text after the finish is awaited as long as more arrives'), async () => {
  const { call, say, response } = await begun();
  await say('One, ', 'stop');
  vi.advanceTimersByTime(afterFinishMs - 1000);
  await say('two, ', null);
  vi.advanceTimersByTime(afterFinishMs - 1000);
  await say('three.', null);
  vi.useRealTimers();
  response.end('data: [DONE]\n\n');
  expect((await call).outcome).toMatchObject({ kind: 'reply', reply: { text: 'One, two, three.' } });
});

test(cite('STREAM-10', 'a silent connection delays nothing'), async () => {
  const { call, say, response } = await begun();
  await say('Whole.', 'stop');
  vi.advanceTimersByTime(afterFinishMs - 1000);
  response.write(': alive\n\ndata: {"choices":[]}\n\n');
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect((await call).outcome).toMatchObject({ kind: 'reply', reply: { text: 'Whole.' } });
});
