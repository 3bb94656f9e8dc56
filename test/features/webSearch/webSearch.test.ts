import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { doorsTo, json, type Page, rightKey, startSearchServer } from '../../support/searchServers.ts';

const pages: Page[] = [
  {
    title: 'Health checks',
    url: 'https://example.com/health',
    text: `Ask for one row. ${rightKey}`,
    date: '2026-11-10',
  },
];
const call = (query: string) => ({ id: 'c1', name: 'web_search', arguments: JSON.stringify({ query }) });
const offered = (app: TestApp, request: number): string[] =>
  (app.model.requests[request]?.body.tools ?? []).map((tool) => tool.function.name);

async function overBrave(settings: Record<string, unknown> = {}) {
  const server = await startSearchServer('brave', pages);
  const app = await startTestApp({
    webSearchDoors: doorsTo('brave', server.url),
    settings: { webSearch: { backend: 'brave', address: '' }, ...settings },
  });
  return { server, app };
}

/** Every byte that the app has written. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test(
  cite('WORK-6', 'off by default: not offered, rejected when called, and once enabled the last of the tools'),
  async () => {
    const app = await startTestApp({ env: { BRAVE_API_KEY: rightKey } });
    const id = await app.start();
    app.model.push({ calls: [call('x')] }, { text: 'I cannot.' });
    await app.turn(id, 'search');
    expect(offered(app, 0)).not.toContain('web_search');
    const listed = await app.call('tool.list', { conversationId: id });
    expect(listed.tools.map(({ name }) => name)).not.toContain('web_search');
    expect(app.rows(id).find(({ role }) => role === 'tool')).toMatchObject({
      outcome: 'error',
      content: expect.stringContaining('the tool web_search is not available in this conversation'),
    });
    await app.call('settings.update', { patch: { webSearch: { backend: 'brave', address: '' } } });
    app.model.push({ text: 'Now I could.' });
    await app.turn(id, 'and now?');
    expect(offered(app, 2)).toEqual([...offered(app, 0), 'web_search']);
    await app.call('settings.update', { patch: { webSearch: { backend: 'searxng', address: '' } } });
    app.model.push({ text: 'Without an address I cannot.' });
    await app.turn(id, 'and now?');
    expect(offered(app, 3)).toEqual(offered(app, 0));
  },
);

test(
  cite(
    ['WORK-6', 'APPROVE-1'],
    'a search asks for approval with the service and the whole query; a rule can allow the service',
  ),
  async () => {
    const { app, server } = await overBrave();
    await app.call('webSearch.setKey', { backend: 'brave', key: rightKey });
    const id = await app.start();
    app.model.push(
      { calls: [call('health checks')] },
      { text: 'One row.' },
      { calls: [call('more')] },
      { text: 'Done.' },
    );
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await waiting;
    const host = new URL(server.url).host;
    expect(approval.preview).toMatchObject({ type: 'text', text: `Search with Brave Search (${host}): health checks` });
    expect(JSON.stringify(approval.offers)).toContain(server.url);
    expect(server.seen).toEqual([]);
    const remember = { offer: 0, scope: 'always' as const };
    await app.call('approval.answer', {
      conversationId: id,
      approvalId: approval.approvalId,
      decision: 'allow',
      remember,
    });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    const result = app.rows(id).find(({ role }) => role === 'tool');
    expect(result).toMatchObject({
      outcome: 'ok',
      details: { backend: 'brave', sources: [{ title: 'Health checks', url: 'https://example.com/health' }] },
    });
    const told = app.model.requests[1]?.body.messages.at(-1)?.content;
    expect(told).toContain('1. Health checks\n   https://example.com/health\n   2026-11-10\n   Ask for one row.');
    expect(await app.turn(id, 'more')).toBe('done');
    expect(server.seen).toHaveLength(2);
    // The rule covers this service: another one asks again.
    await app.call('settings.update', { patch: { webSearch: { backend: 'searxng', address: 'http://127.0.0.1:1' } } });
    app.model.push({ calls: [call('again')] }, { text: 'No.' });
    const asked = app.event('call.waiting');
    const later = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'again' });
    const { approvalId } = (await asked).approval;
    await app.call('approval.answer', { conversationId: id, approvalId, decision: 'deny' });
    await app.event('run.ended', undefined, later);
  },
);

test(cite('WORK-6', 'a service changed while the user decides is not called'), async () => {
  const { app, server } = await overBrave();
  const other = await startSearchServer('searxng', pages);
  await app.call('webSearch.setKey', { backend: 'brave', key: rightKey });
  const id = await app.start();
  app.model.push({ calls: [call('private words')] }, { text: 'Changed.' });
  const waiting = app.event('call.waiting');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approvalId } = (await waiting).approval;
  await app.call('settings.update', { patch: { webSearch: { backend: 'searxng', address: other.url } } });
  await app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow' });
  await app.event('run.ended', undefined, from);
  expect([...server.seen, ...other.seen]).toEqual([]);
  expect(app.rows(id).find(({ role }) => role === 'tool')).toMatchObject({ outcome: 'error' });
});

test(
  cite(['WORK-6', 'SEC-1'], 'the key is in no file, message, request or event, though the service repeats it'),
  async () => {
    const { app, server } = await overBrave({ approvalMode: 'all' });
    await app.call('webSearch.setKey', { backend: 'brave', key: rightKey });
    const id = await app.start();
    app.model.push({ calls: [call('a')] }, { calls: [call('b')] }, { text: 'Done.' });
    const echo = app.model.requests.length;
    server.answers(({ path: asked }, response) =>
      asked.includes('q=a&')
        ? json(response, 200, {
            type: 'search',
            web: { results: [{ title: rightKey, url: 'https://a.example/', description: rightKey }] },
          })
        : json(response, 400, { error: { detail: `The token ${rightKey} is odd.` } }),
    );
    expect(await app.turn(id, 'go')).toBe('done');
    expect(await app.client.call('webSearch.test', {})).toMatchObject({ ok: false });
    expect(app.model.requests.length).toBe(echo + 3);
    const everything = [
      written(app.dataDir),
      JSON.stringify(app.events),
      ...app.model.requests.map(({ text }) => text),
    ];
    for (const text of everything) expect(text).not.toContain(rightKey);
    expect(server.seen.every(({ headers }) => headers['x-subscription-token'] === rightKey)).toBe(true);
  },
);

test(cite('WORK-6', 'the choice is saved; the test says what is wrong, or how many results there were'), async () => {
  const { app, server } = await overBrave();
  expect(await app.call('webSearch.info', {})).toMatchObject({ keys: { brave: 'none' }, environmentAddress: '' });
  const without = await app.client.call('webSearch.test', {});
  expect(!without.ok && without.error.message).toMatch(/^There is no key for Brave Search/);
  expect(await app.call('webSearch.setKey', { backend: 'brave', key: rightKey })).toMatchObject({
    keys: { brave: 'memory' },
  });
  expect(await app.call('webSearch.test', {})).toEqual({ backend: 'brave', count: 1 });
  expect(server.seen.map(({ path: asked }) => new URL(asked, 'http://x').searchParams.get('q'))).toEqual(['weather']);
  const bad = await app.client.call('settings.update', {
    patch: { webSearch: { backend: 'searxng', address: 'http://me:pw@a' } },
  });
  expect(bad).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
  const unknown = await app.client.call('settings.update', { patch: { webSearch: { backend: 'altavista' } } });
  expect(unknown).toMatchObject({ ok: false });
  await app.call('settings.update', {
    patch: { webSearch: { backend: 'searxng', address: 'http://localhost:8888/' } },
  });
  const { dataDir } = app;
  await app.close();
  const again = await startTestApp({ dataDir });
  expect((await again.call('app.open', {})).settings.webSearch).toEqual({
    backend: 'searxng',
    address: 'http://localhost:8888/',
    keys: [],
  });
});
