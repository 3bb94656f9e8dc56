// The window's side of an app, with the real library of apps (@modelcontextprotocol/ext-apps) on the other side.

import { App } from '@modelcontextprotocol/ext-apps';
import { expect, test } from 'vitest';
import { type AppHost, createAppBridge } from '../../../renderer/features/mcp/appBridge.ts';
import { toAppResult } from '../../../renderer/features/mcp/appResult.ts';
import { cite } from '../../support/cite.ts';

type Transport = NonNullable<Parameters<App['connect']>[0]>;

/** An app and its bridge; `now` is the time in milliseconds. */
async function connected(part: Partial<AppHost> = {}) {
  const clock = { now: 0 };
  const events: string[] = [];
  const app = new App({ name: 'board', version: '1' }, {}, { autoResize: false });
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => bridge.receive(structuredClone(message)),
  };
  const bridge = createAppBridge({
    send: (message) => transport.onmessage?.(structuredClone(message) as never),
    context: () => ({ theme: 'dark', containerDimensions: { maxHeight: 600, width: 400 }, displayMode: 'inline' }),
    onReady: () => events.push('ready'),
    onHeight: (height) => events.push(`height ${height}`),
    onFlood: () => events.push('flood'),
    onEnd: () => events.push('end'),
    openLink: async () => true,
    addText: async () => true,
    callTool: async () => ({ ok: false, message: 'no' }),
    readResource: async () => ({ ok: false, message: 'no' }),
    now: () => clock.now,
    wait: () => new Promise(() => {}),
    ...part,
  });
  return { app, bridge, clock, events, transport, connect: () => app.connect(transport) };
}

test(cite('MCP-17', 'an app is asked to end, and its frame goes once it has answered'), async () => {
  const { app, bridge, connect, events } = await connected();
  // It has not started yet, so there is nothing to end.
  await bridge.teardown('closed');
  await connect();
  expect(events).toEqual(['ready']);
  const { promise: saved, resolve: save } = Promise.withResolvers<void>();
  app.onteardown = async () => {
    events.push('asked to end');
    await app.sendSizeChanged({ height: 80 });
    await saved;
    events.push('saved');
    return {};
  };
  const ended = bridge.teardown('closed').then(() => events.push('gone'));
  await expect.poll(() => events).toContain('height 80');
  expect(events).not.toContain('gone');
  save();
  await ended;
  expect(events).toEqual(['ready', 'asked to end', 'height 80', 'saved', 'gone']);
  await app.sendSizeChanged({ height: 90 });
  expect(events).not.toContain('height 90');
});

test(
  cite('MCP-17', 'an app that does not answer is gone after a bounded time, and an app can ask to be closed'),
  async () => {
    const waits: number[] = [];
    const { app, bridge, connect, events, transport } = await connected({ wait: async (ms) => void waits.push(ms) });
    await connect();
    await app.requestTeardown();
    expect(events).toEqual(['ready', 'end']);
    // It hears nothing any more.
    const heard: unknown[] = [];
    transport.onmessage = (message) => void heard.push(message);
    await Promise.all([bridge.teardown('closed'), bridge.teardown('turned off')]);
    expect(waits).toEqual([500]);
    expect(heard).toMatchObject([{ method: 'ui/resource-teardown', params: { reason: 'closed' } }]);
  },
);

test(cite('MCP-17', 'an app hears of a changed context, and gets the mode that it really has'), async () => {
  const { app, bridge, connect } = await connected();
  const changes: unknown[] = [];
  app.onhostcontextchanged = (change) => void changes.push(change);
  await connect();
  expect(app.getHostContext()).toMatchObject({ theme: 'dark', containerDimensions: { maxHeight: 600, width: 400 } });
  bridge.contextChanged({ containerDimensions: { maxHeight: 600, width: 320 } });
  await expect.poll(() => changes).toEqual([{ containerDimensions: { maxHeight: 600, width: 320 } }]);
  expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'inline' });
});

test(cite('MCP-16', 'the context of an app replaces the one that the user added before'), async () => {
  const added: [string, string | null][] = [];
  let isAllowed = true;
  const { app, connect } = await connected({
    addText: async (...text) => {
      added.push(text);
      return isAllowed;
    },
  });
  await connect();
  const context = (text: string) => app.updateModelContext({ content: [{ type: 'text', text }] });
  await context('e4');
  await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Your move.' }] });
  isAllowed = false;
  await expect(context('e5')).rejects.toThrow('The user declined.');
  isAllowed = true;
  await context('e6');
  expect(added).toEqual([
    ['e4', null],
    ['Your move.', null],
    ['e5', 'e4'],
    ['e6', 'e4'],
  ]);
});

test(cite('MCP-17', 'refused messages are forgiven with time: only a flood closes the app'), async () => {
  const { bridge, clock, events } = await connected();
  const flood = (count: number): void => {
    for (let n = 0; n < count; n++) bridge.receive({ jsonrpc: '2.0', method: 'x' });
  };
  for (let hour = 0; hour < 20; hour++) {
    flood(40 + 300);
    clock.now += 3_600_000;
  }
  expect(events).toEqual([]);
  flood(40 + 399);
  expect(events).toEqual([]);
  flood(50);
  expect(events).toEqual(['flood']);
});

test(cite('MCP-18', 'a result reaches its app with its blocks, metadata and images'), async () => {
  const hash = 'a'.repeat(64);
  const link = { type: 'resource_link', uri: 'note://a', name: 'A' };
  const mcp = {
    structured: { a: 1 },
    blocks: [
      { type: 'text', text: 'x' },
      { type: 'image', mimeType: 'image/png', hash },
      { type: 'image', mimeType: 'image/png', hash: 'other' },
      link,
    ],
    meta: { at: 'noon' },
  };
  const attachments = [{ hash, mediaType: 'image/png' }];
  const read: string[] = [];
  const result = await toAppResult({ text: 'x', mcp, attachments, isError: false }, async (each) => {
    read.push(each);
    return 'AAAA';
  });
  expect(result).toEqual({
    content: [
      { type: 'text', text: 'x' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'text', text: '[An image that is not stored]' },
      link,
    ],
    structuredContent: { a: 1 },
    _meta: { at: 'noon' },
  });
  // Only an attachment of this call is read.
  expect(read).toEqual([hash]);
});
