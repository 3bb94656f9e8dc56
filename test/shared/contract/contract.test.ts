import { expect, test } from 'vitest';
import { createKeyedQueue } from '../../../electron/lib/keyedQueue.ts';
import { type Handlers, serve } from '../../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { createClient } from '../../../shared/protocol/client.ts';
import { cite } from '../../support/cite.ts';
import { memoryTransport } from '../../support/memoryTransport.ts';

function connect(handlers: Partial<Handlers>) {
  const { client, server } = memoryTransport();
  const raw: string[] = [];
  const defects: string[] = [];
  client.onMessage((text) => raw.push(text));
  serve(server, {
    handlers: handlers as Handlers,
    queue: createKeyedQueue(),
    onDefect: (method) => defects.push(method),
  });
  return { client: createClient(client), transport: client, raw, defects };
}

const conversationId = 'abcdefgh';

test(
  cite('SEC-3', 'a call with invalid parameters is rejected with the place, and never reaches its handler'),
  async () => {
    const { client } = connect({ 'conversation.delete': async () => expect.fail('reached') });
    const answer = await client.call('conversation.delete', { conversationId: '../../etc' });
    expect(answer).toEqual({
      ok: false,
      error: { code: 'PARAMS_INVALID', message: 'conversation.delete (conversationId): not a valid ID' },
    });
  },
);

test(
  cite('SEC-3', 'a frame outside the contract, or a method of an object, is rejected and does no harm'),
  async () => {
    const { client, transport, raw } = connect({ 'project.pick': async () => ok({ path: null, supported: false }) });
    for (const text of ['', '{', 'null', '[]', '{"kind":"event"}', `"${'x'.repeat(9_000_000)}"`]) transport.send(text);
    for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nope']) {
      transport.send(JSON.stringify({ kind: 'request', id: 7, method, params: {} }));
    }
    expect(await client.call('project.pick', {})).toEqual({ ok: true, value: { path: null, supported: false } });
    const codes = raw.map((text) => JSON.parse(text).error?.code);
    expect(codes.filter((code) => code === 'FRAME_INVALID')).toHaveLength(6);
    expect(codes.filter((code) => code === 'METHOD_UNKNOWN')).toHaveLength(5);
  },
);

test('a handler that throws is a defect for the log and an error for the caller; the next call works', async () => {
  let broken = true;
  const { client, defects } = connect({
    'project.pick': async () => {
      if (broken) throw new Error('boom');
      return ok({ path: '/a', supported: true });
    },
  });
  const answer = await client.call('project.pick', {});
  expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
  expect(defects).toEqual(['project.pick']);
  broken = false;
  expect(await client.call('project.pick', {})).toMatchObject({ ok: true });
});

test('calls of one conversation run one after the other, those of another do not wait', async () => {
  const order: string[] = [];
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { client } = connect({
    'conversation.rename': async ({ conversationId: id, title }) => {
      order.push(`begin ${id} ${title}`);
      if (title === 'first') await gate;
      order.push(`end ${id} ${title}`);
      return ok({});
    },
  });
  const first = client.call('conversation.rename', { conversationId: 'aaaa', title: 'first' });
  const second = client.call('conversation.rename', { conversationId: 'aaaa', title: 'second' });
  await client.call('conversation.rename', { conversationId: 'bbbb', title: 'other' });
  open();
  await Promise.all([first, second]);
  expect(order).toEqual([
    'begin aaaa first',
    'begin bbbb other',
    'end bbbb other',
    'end aaaa first',
    'begin aaaa second',
    'end aaaa second',
  ]);
});

test('a canceled call is notified through its signal; a lost connection fails pending calls and frees their resources', async () => {
  let released = 0;
  const { client } = connect({
    'provider.models': (_params, { signal, keep }) => {
      keep('models', () => released++);
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(fail('CANCELLED', 'Cancelled.')), { once: true }),
      );
    },
    'folder.complete': () => new Promise(() => {}),
  });
  const controller = new AbortController();
  const cancelled = client.call('provider.models', { provider: 'p' }, controller.signal);
  controller.abort();
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  const lost = client.call('folder.complete', { path: '/' });
  client.close();
  expect(await lost).toMatchObject({ ok: false, error: { code: 'CONNECTION_CLOSED' } });
  await expect.poll(() => released).toBe(1);
  expect(await client.call('folder.complete', { path: '/' })).toMatchObject({ ok: false });
});

test('events arrive in order, and only plain data crosses the transport', async () => {
  const { client } = connect({
    'conversation.close': async (_params, connection) => {
      for (const seq of [1, 2, 3]) {
        connection.publish({ conversationId, seq, event: { type: 'run.phase', phase: 'model' } });
      }
      return ok({});
    },
  });
  const seen: number[] = [];
  client.onEvent((event) => seen.push(event.seq));
  await client.call('conversation.close', { conversationId });
  expect(seen).toEqual([1, 2, 3]);
});

test('a listener that throws delays nothing that came after a large frame', async () => {
  const { client: end, server } = memoryTransport();
  const turns: (() => void)[] = [];
  const client = createClient(end, (callback) => void turns.push(callback));
  const heard: number[] = [];
  client.onEvent(({ seq }) => {
    heard.push(seq);
    if (seq < 3) throw new Error('A defect of a view.');
  });
  for (const seq of [1, 2, 3, 4]) {
    const message = seq === 1 ? 'x'.repeat(600_000) : '';
    server.send(
      JSON.stringify({ kind: 'event', event: { conversationId: null, seq, event: { type: 'notice', message } } }),
    );
  }
  for (let i = 0; i < 20; i++) await Promise.resolve();
  for (let turn = turns.shift(); turn; turn = turns.shift()) {
    if (heard.length < 2) expect(turn).toThrow('A defect of a view.');
    else turn();
  }
  expect(heard).toEqual([1, 2, 3, 4]);
});

test(
  cite('UI-5', 'a large answer is delivered in a later turn than the one that read it, and later ones wait for it'),
  async () => {
    const { client: end, server } = memoryTransport();
    const turns: (() => void)[] = [];
    const client = createClient(end, (callback) => void turns.push(callback));
    const heard: string[] = [];
    client.onEvent(({ seq }) => heard.push(`event ${seq}`));
    const asked = [1, 2, 3].map((id) =>
      client.call('project.pick', {}).then((answer) => void heard.push(`answer ${id} ${answer.ok}`)),
    );
    const event = (seq: number): string =>
      JSON.stringify({ kind: 'event', event: { conversationId: null, seq, event: { type: 'permissions.changed' } } });
    const answer = (id: number, path: string): string =>
      JSON.stringify({ kind: 'response', id, ok: true, result: { path, supported: true } });
    const long = 'x'.repeat(600_000);
    for (const text of [answer(1, 'short'), event(1), answer(2, long), event(2), event(3), answer(3, long), event(4)]) {
      server.send(text);
    }
    const arrived = async (): Promise<string[]> => {
      for (let i = 0; i < 20; i++) await Promise.resolve();
      return heard.splice(0);
    };
    expect((await arrived()).toSorted()).toEqual(['answer 1 true', 'event 1']);
    const seen: string[][] = [];
    while (turns.length > 0) {
      turns.shift()?.();
      seen.push(await arrived());
    }
    expect(seen).toEqual([['answer 2 true'], ['event 2', 'event 3', 'answer 3 true'], ['event 4']]);
    await Promise.all(asked);
  },
);
