// Servers' resources in messages: completed, read when the message is stored, and followed as they change.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MentionPart, Message, SystemMessage } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { startEverythingHttp } from '../support/mcp/everythingHttp.ts';
import { everythingScript, globalServer, type McpApp, startMcpApp } from '../support/mcp/mcpApp.ts';
import { sample } from '../support/volume.ts';

const offersScript = path.resolve('test/support/mcp/offersServer.mjs');
const everything = { command: process.execPath, args: [everythingScript, 'stdio'] };
const otherwise = { text: 'Good.' };

async function ready(app: McpApp, name: string): Promise<void> {
  await app.call('mcp.restart', { server: globalServer(name) });
}

/** A server with a note that is a file, and a conversation. */
async function withNote(text: string, ...what: string[]) {
  const app = await startMcpApp({ otherwise });
  const file = path.join(app.dataDir, '..', 'note.txt');
  const told = path.join(app.dataDir, '..', 'told.txt');
  writeFileSync(file, text);
  await app.save('notes', {
    command: process.execPath,
    args: [offersScript, `--note=${file}`, `--told=${told}`, ...what],
  });
  return {
    app,
    id: await app.start(),
    file,
    asked: (method: string) => readFileSync(told, 'utf8').split(method).length - 1,
  };
}

function mentionsOf(app: McpApp, id: string): MentionPart[] {
  const said = app.rows(id).findLast(({ role }) => role === 'user');
  return Array.isArray(said?.content) ? said.content.filter((part) => part.type === 'mention') : [];
}

function changesOf(app: McpApp, id: string): SystemMessage[] {
  const isChange = (message: Message): message is SystemMessage =>
    message.role === 'system' && message.environment?.about === 'resource';
  return app.rows(id).filter(isChange);
}

/** The last request to the model. */
function sent(app: McpApp): string {
  return JSON.stringify(app.model.requests.at(-1)?.body.messages).replaceAll('\\n', '\n').replaceAll('\\"', '"');
}

/** Each request starts with the whole previous one. */
function expectPrefixes(app: McpApp): void {
  const bodies = app.model.requests.map(({ body }) => JSON.stringify(body.messages).slice(0, -1));
  for (const [at, body] of bodies.entries()) if (at > 0) expect(body.startsWith(bodies[at - 1] as string)).toBe(true);
}

async function useResources(app: McpApp): Promise<void> {
  await ready(app, 'everything');
  const projectId = (await app.call('app.open', {})).startProjectId;
  const complete = async (text: string) => (await app.call('mention.resources', { projectId, text })).resources;
  await expect.poll(async () => (await complete('everything:')).length).toBe(9);
  const found = await complete('features');
  expect(found).toEqual([
    {
      path: 'everything:demo://resource/static/document/features.md',
      whole: true,
      server: 'everything',
      uri: 'demo://resource/static/document/features.md',
      title: 'features.md',
      description: 'Static document file exposed from /docs: features.md',
      mediaType: 'text/markdown',
    },
  ]);
  const [template] = await complete('everything:demo://resource/dynamic/te');
  expect(template).toMatchObject({ path: 'everything:demo://resource/dynamic/text/', whole: false });
  expect((await complete(`${template?.path}12`)).map(({ path, whole }) => ({ path, whole }))).toEqual([
    { path: 'everything:demo://resource/dynamic/text/12', whole: true },
  ]);

  const id = await app.start();
  await app.turn(id, `Read @${found[0]?.path} and @everything:demo://resource/dynamic/blob/3, please.`);
  const text = readFileSync(path.join(path.dirname(everythingScript), 'docs', 'features.md'), 'utf8');
  expect(mentionsOf(app, id)).toEqual([
    {
      type: 'mention',
      path: found[0]?.path,
      kind: 'resource',
      server: 'everything',
      uri: found[0]?.uri,
      title: 'features.md',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      bytes: Buffer.byteLength(text),
    },
    expect.objectContaining({ kind: 'resource', uri: 'demo://resource/dynamic/blob/3' }),
  ]);
  const request = JSON.stringify(app.model.requests.at(-1)?.body);
  const block = `<resource server="everything" uri="${found[0]?.uri}">\n${text}`;
  expect(request).toContain(JSON.stringify(block).slice(1, -1));
  // Text sent as bytes is text.
  expect(sent(app)).toMatch(/blob\/3">\nResource 3: This is a base64 blob created at /);
  const { text: shown } = await app.call('mention.read', {
    conversationId: id,
    messageId: app.rows(id).findLast(({ role }) => role === 'user')?.id ?? '',
    part: 1,
  });
  expect(shown).toBe(text);
}

describe('server-everything', () => {
  test(cite('MCP-8', 'its resources and templates are completed, and read into a message, over stdio'), {
    tags: ['all'],
  }, async () => {
    const app = await startMcpApp({ otherwise });
    await app.save('everything', everything);
    await useResources(app);
  });

  test(cite('MCP-8', 'its resources are completed and read over Streamable HTTP'), { tags: ['all'] }, async () => {
    const { url } = await startEverythingHttp();
    const app = await startMcpApp({ otherwise });
    await app.save('everything', { type: 'http', url });
    await useResources(app);
  });

  test(cite('MCP-8', 'a resource that its server reports as changed is sent before the next message'), {
    tags: ['all'],
  }, async () => {
    const app = await startMcpApp({ otherwise });
    await app.save('everything', everything);
    const id = await app.start();
    await app.turn(id, 'What is @everything:demo://resource/dynamic/text/1 ?');
    const first = /Resource 1: [^\n]+/.exec(sent(app))?.[0];
    // Its text contains the time in seconds: read again, it would differ. It has not reported a change.
    await expect.poll(() => new Date().toLocaleTimeString()).not.toBe(/created at (.+)$/.exec(first ?? '')?.[1]);
    await app.turn(id, 'And now?');
    expect(changesOf(app, id)).toEqual([]);
    await app.calls(id, [['mcp__everything__toggle-subscriber-updates', {}]]);
    await app.turn(id, 'And now?');
    const [change, ...more] = changesOf(app, id);
    expect(more).toEqual([]);
    expect(change?.content).toMatch(
      /^\[Resource demo:\/\/resource\/dynamic\/text\/1 of the MCP server everything\]\nThe user named this resource before\. It has changed and now says:\n<resource>\nResource 1: This is a plaintext resource created at .+\n<\/resource>$/,
    );
    expect(change?.content).not.toContain(first);
    const rows = app.rows(id);
    expect(rows[rows.indexOf(rows.find(({ id: at }) => at === change?.id) as Message) + 1]).toMatchObject({
      role: 'user',
      content: 'And now?',
    });
    expectPrefixes(app);
  });
});

describe('a changing resource', () => {
  test.each(
    sample(1, [
      ['of a server that tells of changes', ['--tells'], 2],
      ['of a server that does not', [], 5],
    ] as const),
  )(cite('MCP-8', 'is sent once per change, as a diff if that is shorter: %s'), async (_which, how, reads) => {
    const long = Array.from({ length: 100 }, (_, line) => `line ${line}`);
    const { app, id, file, asked } = await withNote(long.join('\n'), ...how);
    await app.turn(id, 'Read @notes:note://one and keep it in mind');
    await app.turn(id, 'Nothing changed.');
    expect(changesOf(app, id)).toEqual([]);
    writeFileSync(file, long.with(50, 'another line').join('\n'));
    if (reads === 2) await expect.poll(() => asked('resources/subscribe note://one')).toBe(1);
    await expect
      .poll(async () => {
        await app.turn(id, 'It may have.');
        return changesOf(app, id).length;
      })
      .toBe(1);
    expect(changesOf(app, id)[0]?.content).toContain(
      'It has changed. The difference to what it said:\n<diff>\n@@ -49,5 +49,5 @@\n line 48\n line 49\n-line 50\n+another line\n line 51\n',
    );
    await app.turn(id, 'Nothing changed since.');
    expect(changesOf(app, id)).toHaveLength(1);
    // If changes are reported, it is read when it is mentioned and after each.
    if (reads === 2) expect(asked('resources/read')).toBe(2);
    else expect(asked('resources/read')).toBeGreaterThanOrEqual(4);
    writeFileSync(file, 'short');
    await expect
      .poll(async () => {
        await app.turn(id, 'It may have.');
        return changesOf(app, id).length;
      })
      .toBe(2);
    expect(changesOf(app, id)[1]?.content).toContain('and now says:\n<resource>\nshort\n</resource>');
    expectPrefixes(app);
  });

  test(
    cite('MCP-8', 'each of several sends its own; one that the message mentions itself is not sent twice'),
    async () => {
      const { app, id, file } = await withNote('a');
      await app.turn(id, '@notes:note://one @notes:note://two');
      writeFileSync(file, 'b');
      await app.turn(id, 'And now @notes:note://two');
      expect(changesOf(app, id).map(({ environment }) => environment?.resource?.uri)).toEqual(['note://one']);
      await app.turn(id, 'Again.');
      expect(changesOf(app, id)).toHaveLength(1);
      writeFileSync(file, 'c');
      await app.turn(id, 'Again.');
      expect(changesOf(app, id).map(({ environment }) => environment?.resource?.uri)).toEqual([
        'note://one',
        'note://one',
        'note://two',
      ]);
      expectPrefixes(app);
    },
  );

  test(cite('MCP-8', 'is followed after a restart, and after a compaction; not when its message is hidden'), {
    tags: ['all'],
  }, async () => {
    const { app, id, file } = await withNote('first version');
    await app.turn(id, 'Read @notes:note://one');
    await app.close();
    writeFileSync(file, 'second version');
    const again = await startMcpApp({ otherwise, dataDir: app.dataDir, folder: app.folder });
    await again.call('conversation.open', { conversationId: id });
    await again.turn(id, 'And now?');
    expect(changesOf(again, id)[0]?.content).toContain('second version');
    for (let turn = 0; turn < 3; turn++) await again.turn(id, `Turn ${turn}. ${'Words. '.repeat(400)}`);
    again.model.push({ text: 'They read a note.' });
    const from = again.events.length;
    await again.call('context.compact', { conversationId: id });
    await again.event('run.ended', () => true, from);
    const named = again.rows(id).find(({ role }) => role === 'user')?.id;
    const summary = again.rows(id).findLast((message) => message.partType === 'summary') as SystemMessage;
    expect(summary.compaction?.followed).toEqual([
      { server: 'notes', uri: 'note://one', hash: expect.stringMatching(/^[0-9a-f]{64}$/), by: [named] },
    ]);
    await again.turn(id, 'Nothing changed.');
    expect(changesOf(again, id)).toHaveLength(1);
    writeFileSync(file, 'third version');
    await again.turn(id, 'And now?');
    expect(changesOf(again, id)[1]?.content).toContain('now says:\n<resource>\nthird version\n');
    await again.call('context.mark', { conversationId: id, messageId: named ?? '', hidden: true });
    writeFileSync(file, 'fourth version');
    await again.turn(id, 'And now?');
    expect(changesOf(again, id)).toHaveLength(2);
  });

  test(cite('MCP-8', 'from a missing server is not mentioned, and the message is sent'), {
    tags: ['all'],
  }, async () => {
    const { app, id, file } = await withNote('a');
    await app.turn(id, 'Read @notes:note://one');
    writeFileSync(file, 'b');
    await app.call('mcp.enable', { server: globalServer('notes'), enabled: false });
    expect(await app.turn(id, 'And now?')).toBe('done');
    expect(changesOf(app, id)).toEqual([]);
    await app.call('mcp.enable', { server: globalServer('notes'), enabled: true });
    await app.turn(id, 'And now?');
    expect(changesOf(app, id)).toHaveLength(1);
    rmSync(file);
    expect(await app.turn(id, 'And now?')).toBe('done');
    expect(changesOf(app, id)).toHaveLength(1);
  });
});
