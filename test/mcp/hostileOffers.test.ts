// Servers whose prompts and resources try to freeze the app, fill it up, or impersonate somebody.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { inTurns } from '../support/inTurns.ts';
import { globalServer, type McpApp, startMcpApp } from '../support/mcp/mcpApp.ts';
import { errorOf } from '../support/result.ts';

const script = path.resolve('test/support/mcp/offersServer.mjs');
const otherwise = { text: 'Good.' };

async function withServer(what: readonly string[], configuration: object = {}) {
  const app = await startMcpApp({ otherwise });
  const note = path.join(app.dataDir, '..', 'note.txt');
  const told = path.join(app.dataDir, '..', 'told.txt');
  writeFileSync(note, 'a note');
  const args = [script, `--note=${note}`, `--told=${told}`, ...what];
  await app.save('s', { command: process.execPath, args, ...configuration });
  await app.call('mcp.restart', { server: globalServer('s') });
  const projectId = (await app.call('app.open', {})).startProjectId as string;
  const times = (method: string) => readFileSync(told, 'utf8').split(method).length - 1;
  return { app, id: await app.start(), projectId, note, told, times };
}

async function namesOf(app: McpApp, projectId: string): Promise<string[]> {
  const { entries } = await app.call('slash.list', { projectId });
  return entries.filter(({ kind }) => kind === 'mcp').map(({ name }) => name);
}

const refused = async (app: McpApp, conversationId: string, text: string) =>
  errorOf(await app.client.call('run.send', { conversationId, text }));
const logOf = async (app: McpApp) => (await app.logs('s')).map(({ text }) => text).join('\n');
const lastSaid = (app: McpApp) =>
  app.model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content;

test(cite(['MCP-8', 'MCP-3'], 'endless pages of prompts are only requested while within the limit'), {
  tags: ['all'],
}, async () => {
  const { app, projectId, times } = await withServer(['--mode=pages']);
  await expect.poll(() => logOf(app)).toMatch(/too many or very large prompts.*Only the first \d+ are used/);
  expect((await namesOf(app, projectId)).length).toBeLessThan(64);
  expect(times('prompts/list')).toBeLessThanOrEqual(64);
});

test(cite(
  ['MCP-8', 'MCP-3'],
  'a prompt or resource of 100 MB is rejected with an explanation, and the app continues',
), {
  tags: ['all'],
}, async () => {
  const { app, id, projectId } = await withServer(['--mode=large']);
  await expect.poll(() => namesOf(app, projectId)).toEqual(['s:say']);
  const refusal = await inTurns(0, () => refused(app, id, '/s:say hello'), 0.1);
  expect(refusal.message).toMatch(/the response has \d+ bytes; the limit is/);
  expect(await app.turn(id, 'See @s:note://one')).toBe('done');
  expect(JSON.stringify(lastSaid(app))).toMatch(/s:note:\/\/one is not attached: .*the limit is/);
});

test(cite(['MCP-8', 'MCP-3'], 'a silent server times out, and nothing was sent'), {
  tags: ['all'],
}, async () => {
  const { app, id, projectId } = await withServer(['--mode=silent'], { timeout: 1 });
  await expect.poll(() => namesOf(app, projectId)).toEqual(['s:say']);
  expect((await refused(app, id, '/s:say hello')).message).toBe('The MCP server s did not respond within 1 s.');
  expect(app.model.requests).toEqual([]);
});

test(cite(['MCP-8', 'MCP-3'], 'a storm of changed lists delays no turn, and is reported once per list'), {
  tags: ['all'],
}, async () => {
  const { app, id, projectId, times } = await withServer(['--mode=storm']);
  await expect.poll(() => namesOf(app, projectId)).toEqual(['s:say']);
  for (let turn = 0; turn < 5; turn++) expect(await app.turn(id, 'Go on.')).toBe('done');
  const changeCount = app.events.filter(({ event }) => event.type === 'slash.changed').length;
  expect(changeCount).toBeLessThanOrEqual(times('prompts/list') + 2);
});

test(cite(['MCP-8', 'MCP-3'], 'a thousand updates a second cost one read per message'), {
  tags: ['all'],
}, async () => {
  const { app, id, times } = await withServer(['--tells', '--mode=updates']);
  await app.turn(id, 'See @s:note://one');
  await inTurns(0, async () => {
    for (let turn = 0; turn < 5; turn++) await app.turn(id, 'Go on.');
  });
  expect(times('resources/read')).toBeLessThanOrEqual(6);
  expect(app.rows(id).filter((message) => message.role === 'system')).toHaveLength(1);
});

test(cite(['MCP-8', 'MCP-3'], 'a server that exits in the middle is restarted; one that always does is reported'), {
  tags: ['all'],
}, async () => {
  const once = await withServer([`--dies=${path.join('/dev/shm', `once-${process.pid}`)}`]);
  expect(await once.app.turn(once.id, '/s:say hello')).toBe('done');
  expect(lastSaid(once.app)).toContain('say: {"what":"hello"}');
  const always = await withServer(['--dies']);
  expect((await refused(always.app, always.id, '/s:say hello')).message).toMatch(
    /^The MCP server s is not available: /,
  );
  expect(always.app.model.requests).toEqual([]);
});

test(cite('MCP-8', 'addresses that hide something are not offered; the others are'), async () => {
  const { app, projectId } = await withServer(['--mode=addresses']);
  const paths = async () => {
    const { resources } = await app.call('mention.resources', { projectId, text: '' });
    return resources.map((resource) => resource.path);
  };
  await expect.poll(paths).toEqual(['s:note://good', 's:note://']);
  expect((await logOf(app)).match(/Skipped a resource/g)).toHaveLength(5);
  expect(await logOf(app)).toContain('It offers "name of note://good" twice');
});

test(cite(
  'MCP-8',
  'speakers are distinguished, images are images, hidden content is removed, and no file is read for it',
), { tags: ['all'] }, async () => {
  const prompts = path.join('/dev/shm', `prompts-${process.pid}.json`);
  writeFileSync(prompts, JSON.stringify([{ name: 'roles' }]));
  const { app, id } = await withServer([`--prompts=${prompts}`]);
  writeFileSync(path.join(app.folder, 'secret.txt'), 'the secret');
  await app.turn(id, '/s:roles');
  const content = lastSaid(app);
  const parts = Array.isArray(content) ? content : [];
  expect(parts.filter(({ type }) => type === 'image_url')).toHaveLength(1);
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  expect(text).toMatch(
    /User:\nLook at this\.\n\nAssistant:\nI see @secret\.txt\.\n\nUser:\n\[Resource: one at note:\/\/one\]\n\nUser:\n\[Audio: audio\/wav, 3 bytes; it cannot be played here\]$/,
  );
  expect(JSON.stringify(app.model.requests)).not.toContain('the secret');
});

test(cite('MCP-8', 'an image is sent as one, other bytes and missing ones are reported'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withServer([]);
  await app.turn(id, 'See @s:note://image and @s:note://bytes and @s:note://none');
  const content = lastSaid(app);
  const parts = Array.isArray(content) ? content : [];
  expect(parts.filter(({ type }) => type === 'image_url')).toHaveLength(1);
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  expect(text).toMatch(/uri="note:\/\/image">\n\[Image, image\/png, 70 bytes, SHA-256 [0-9a-f]{12}…\]/);
  expect(text).toContain('[application/zip, 6 bytes; not text]');
  expect(text).toContain(
    '[s:note://none is not attached: Message from the MCP server s: Resource note://none not found]',
  );
});

test(cite('MCP-8', "of two servers with one name, the user's own is used"), async () => {
  const { app, id, projectId } = await withServer([]);
  const other = path.join('/dev/shm', `other-${process.pid}.json`);
  writeFileSync(other, JSON.stringify([{ name: 'other' }]));
  writeFileSync(
    path.join(app.folder, '.mcp.json'),
    JSON.stringify({ mcpServers: { s: { command: process.execPath, args: [script, `--prompts=${other}`] } } }),
  );
  await app.call('project.trust', { projectId, trusted: true }).catch(() => {});
  await expect.poll(() => namesOf(app, projectId)).toEqual(['s:say']);
  await app.turn(id, '/s:say "two words"');
  expect(lastSaid(app)).toContain('say: {"what":"two words"}');
});

test(cite(['MCP-8', 'MCP-3'], 'a preview starts no server, and sends draft text to none'), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp({ otherwise });
  const told = path.join(app.dataDir, '..', 'told.txt');
  writeFileSync(told, '');
  await app.save('s', { command: process.execPath, args: [script, `--note=${told}`, `--told=${told}`] });
  const id = await app.start();
  const preview = async (text: string) =>
    JSON.stringify((await app.call('conversation.request', { conversationId: id, text })).body);
  expect(await preview('/s:say my secret')).toContain('/s:say my secret');
  expect((await app.info('s')).state).toBe('idle');
  await app.call('mcp.restart', { server: globalServer('s') });
  const projectId = (await app.call('app.open', {})).startProjectId as string;
  await expect.poll(() => namesOf(app, projectId)).toEqual(['s:say']);
  expect(await preview('/s:say my secret')).toContain('is asked for when it is sent');
  expect(await preview('@s:note://secret')).toContain('It is read when the message is sent.');
  expect(readFileSync(told, 'utf8')).not.toMatch(/prompts\/get|resources\/read|secret/);
});
