import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { serverTool, serverTools } from '../support/serverTools.ts';

const call = (id: string, name: string) => ({ id, name, arguments: '{}' });

/** Opened by the test. */
function gate() {
  let open: () => void = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

test(
  cite(
    'LOOP-2',
    'a result is stored when its call ends, independent of the others; the next request has them in call order',
  ),
  async () => {
    const slow = gate();
    const tools = [
      serverTool('s', 'slow', async () => {
        await slow.passed;
        return { outcome: 'ok', content: 'slow is done' };
      }),
      serverTool('s', 'quick', () => ({ outcome: 'ok', content: 'quick is done' })),
    ];
    const app = await startTestApp({ mcp: serverTools(tools), settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push({ calls: [call('one', 'slow'), call('two', 'quick'), call('three', 'quick')] }, { text: 'ok' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    for (const wanted of ['two', 'three']) {
      await app.event(
        'message.appended',
        ({ message }) => message.role === 'tool' && message.tool_call_id === wanted,
        from,
      );
    }
    // On disk, while the first call continues.
    const before = app.rows(id).flatMap((row) => (row.role === 'tool' ? [row.tool_call_id] : []));
    expect(before.toSorted()).toEqual(['three', 'two']);
    const live = await app.call('conversation.open', { conversationId: id });
    expect(live.calls).toMatchObject([{ index: 0, state: 'running' }]);
    expect(app.model.requests).toHaveLength(1);
    slow.open();
    await app.event('run.ended', () => true, from);
    const sent = app.model.requests[1]?.body.messages.slice(-3) ?? [];
    expect(sent.map((message) => message.tool_call_id)).toEqual(['one', 'two', 'three']);
    expect(sent.map((message) => message.content)).toEqual(['slow is done', 'quick is done', 'quick is done']);
  },
);

test(cite('LOOP-2', 'exclusive calls wait for earlier ones, and later ones wait for them'), async () => {
  const running = new Set<string>();
  const seen: string[] = [];
  const together = gate();
  let arrived = 0;
  const tool = (name: string, exclusive: boolean) =>
    serverTool(
      's',
      name,
      async () => {
        running.add(name);
        seen.push(`${name} beside ${[...running].filter((other) => other !== name).join(' ') || 'nothing'}`);
        // The first two meet: run sequentially, they would never finish.
        if (!exclusive && ++arrived === 2) together.open();
        await together.passed;
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(name);
        return { outcome: 'ok', content: name };
      },
      { exclusive },
    );
  const tools = [tool('a', false), tool('b', false), tool('x', true), tool('y', true), tool('c', false)];
  const app = await startTestApp({ mcp: serverTools(tools), settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ calls: ['a', 'b', 'x', 'y', 'c'].map((name) => call(name, name)) }, { text: 'ok' });
  expect(await app.turn(id, 'go')).toBe('done');
  expect(seen).toEqual(['a beside nothing', 'b beside a', 'x beside nothing', 'y beside nothing', 'c beside nothing']);
});
