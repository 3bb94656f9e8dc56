// The user's texts for their models: for all conversations, for a project, for one. Each change is one record, and each
// request starts with the whole previous one.

import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { userText } from '../../../electron/interop/scenario/userText.ts';
import type { UserTextTopic } from '../../../shared/features/memory/userText.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { growingRequests } from '../../support/prefixes.ts';

const otherwise = { text: 'Good.' };
const topics = ['personal', 'project', 'conversation', 'memory', 'projectMemory'] as const;

async function opened(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp({ otherwise, ...options });
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  const save = async (about: UserTextTopic, text: string, conversationId: string | null = null) => {
    const ref = { about, projectId, conversationId };
    const { version } = await app.call('ownText.read', ref);
    return app.call('ownText.save', { ...ref, text, version });
  };
  return { app, projectId, save };
}

const told = (app: TestApp, id: string) =>
  app.rows(id).flatMap((row) => {
    const about = row.role === 'system' ? row.environment?.about : undefined;
    return about && about !== 'moment' ? [[about, row.content]] : [];
  });

test(cite(
  ['WORK-1', 'SEQ-1'],
  'three layers of instructions and two of memory are sent in order; a change of each is one record',
), { tags: ['all'] }, async () => {
  const { app, projectId, save } = await opened();
  const id = await app.start();
  for (const about of topics) await save(about, `Say ${about} one.`, id);
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  expect(told(app, id).map(([about]) => about)).toEqual(topics);
  for (const about of topics) {
    await save(about, `Say ${about} two.`, id);
    await app.turn(id, about);
  }
  const changes = told(app, id).slice(topics.length);
  expect(changes.map(([about]) => about)).toEqual(topics);
  for (const [about, content] of changes) {
    expect(content).toMatch(new RegExp(`It has changed; this replaces .*\\n<text>\\nSay ${about} two\\.\\n</text>$`));
  }
  // None of it is in the system prompt, and a conversation's own texts are not another's.
  const other = await app.start();
  await app.turn(other, 'hello');
  expect(told(app, other).map(([about]) => about)).toEqual(topics.filter((about) => about !== 'conversation'));
  const systems = app.model.requests.map(({ body }) => body.messages[0]?.content);
  expect(new Set(systems).size).toBe(1);
  expect(systems[0]).not.toMatch(/Say \w+ one/);
  // Scripts and the demo respond to the user's text.
  const asked = app.model.requests.flatMap(({ body }) => body.messages.filter(({ role }) => role === 'user').slice(-1));
  expect(asked.map(({ content }) => userText(String(content)))).toEqual(['one', 'two', ...topics, 'hello']);
  growingRequests({ model: { ...app.model, requests: app.model.requests.slice(0, -1) } });

  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise });
  await again.call('conversation.open', { conversationId: id });
  for (const about of topics) {
    const ref = { about, projectId, conversationId: id };
    const { text, version } = await again.call('ownText.read', ref);
    expect(text).toBe(`Say ${about} two.`);
    await again.call('ownText.save', { ...ref, text: '', version });
  }
  await again.turn(id, 'after');
  expect(told(again, id).slice(2 * topics.length)).toEqual(
    topics.map((about) => [about, expect.stringMatching(/\]\nWhat was said here before no longer applies\.$/)]),
  );
  const before = JSON.stringify(app.model.requests.at(-2)?.body.messages);
  const after = JSON.stringify(again.model.requests.at(-1)?.body.messages);
  expect(after.startsWith(before.slice(0, -1))).toBe(true);
});

test(cite('WORK-1', 'a text changed elsewhere meanwhile, or too long, is not saved; secrets are hidden'), async () => {
  const { app, projectId, save } = await opened();
  const id = await app.start();
  const key = 'sk-test-0123456789abcdef';
  for (const about of topics) {
    const ref = { about, projectId, conversationId: id };
    const { version } = await app.call('ownText.read', ref);
    const saved = await save(about, `${about} ${key}`, id);
    expect(saved.text).toBe(`${about} [key removed]`);
    const late = await app.client.call('ownText.save', { ...ref, text: 'mine', version });
    expect(late).toMatchObject({ ok: false, error: { code: 'CONTENT_CHANGED' } });
    expect((await app.call('ownText.read', ref)).text).toBe(`${about} [key removed]`);
    if (about.toLowerCase().includes('memory')) continue;
    const long = { ...ref, text: 'x'.repeat(20_001), version: saved.version };
    expect(await app.client.call('ownText.save', long)).toMatchObject({
      ok: false,
      error: { code: 'PARAMS_INVALID' },
    });
  }
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  expect(told(app, id)).toHaveLength(topics.length);
  expect(JSON.stringify(app.model.requests.map(({ body }) => body))).not.toContain(key);
  for (const file of ['settings.json', 'memory.md', `projects/${projectId}/instructions.md`]) {
    expect(readFileSync(path.join(app.dataDir, file), 'utf8')).not.toContain(key);
  }
  expect(readFileSync(path.join(path.dirname(app.messagesFile(id)), 'meta.json'), 'utf8')).not.toContain(key);
});

test(cite('WORK-1', "a project's instructions and both memories are files that any editor may change"), {
  tags: ['all'],
}, async () => {
  const { app, projectId } = await opened();
  const folder = path.join(app.dataDir, 'projects', projectId);
  const id = await app.start();
  writeFileSync(path.join(folder, 'instructions.md'), '\ufeffUse tabs.\n');
  writeFileSync(path.join(folder, 'memory.md'), '文'.repeat(6000));
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  const [instructions, memory, ...more] = told(app, id);
  expect(more).toEqual([]);
  expect(instructions?.[1]).toContain('<text>\nUse tabs.\n</text>');
  expect(memory?.[1]).toContain(`${'文'.repeat(5461)}\n[Only the first 16 KB are included.]`);
  const report = await app.call('context.told', { conversationId: id, projectId });
  expect(report.parts.find(({ about }) => about === 'projectMemory')).toMatchObject({ cut: true, next: null });
  rmSync(path.join(folder, 'instructions.md'));
  await app.turn(id, 'three');
  expect(told(app, id).at(-1)?.[1]).toMatch(/no longer applies/);
  growingRequests(app);
});

function unreadable(file: string): void {
  writeFileSync(file, 'SECRET');
  chmodSync(file, 0);
}

describe('an unusable memory file', () => {
  const makeBad: Record<string, (file: string) => void> = {
    'is binary': (file) => writeFileSync(file, Buffer.from([0x41, 0, 0x42])),
    'is torn in a character': (file) => writeFileSync(file, Buffer.from('文件').subarray(0, 5)),
    'is huge': (file) => writeFileSync(file, 'x'.repeat(300 * 1024)),
    'is a folder': (file) => mkdirSync(file),
    'is a link': (file) => {
      writeFileSync(`${file}.target`, 'SECRET');
      symlinkSync(`${file}.target`, file);
    },
    ...(process.getuid?.() === 0 ? {} : { 'may not be read': unreadable }),
  };

  test.each(Object.keys(makeBad))(cite('WORK-1', 'a file that %s is reported, and the rest is sent'), async (kind) => {
    const { app, projectId, save } = await opened();
    const id = await app.start();
    await save('personal', 'Be brief.');
    const file = path.join(app.dataDir, 'memory.md');
    makeBad[kind]?.(file);
    expect(await app.turn(id, 'one')).toBe('done');
    expect(told(app, id).map(([about]) => about)).toEqual(['personal']);
    expect(JSON.stringify(app.model.requests[0]?.body)).not.toContain('SECRET');
    const read = await app.call('ownText.read', { about: 'memory', projectId });
    expect(read).toMatchObject({ text: '', path: file, problem: expect.anything() });
    const saved = { about: 'memory' as const, projectId, text: 'new', version: read.version };
    expect(await app.client.call('ownText.save', saved)).toMatchObject({ ok: false });
    const { parts } = await app.call('context.told', { conversationId: id, projectId });
    expect(parts.find(({ about }) => about === 'memory')).toMatchObject({ now: null, problem: expect.anything() });
  });
});

test(cite('WORK-1', 'the memory can be switched off, globally and per project; then nothing is sent'), async () => {
  const { app, projectId, save } = await opened();
  await save('memory', 'All.');
  await save('projectMemory', 'Here.');
  const id = await app.start();
  await app.turn(id, 'one');
  await app.call('project.configure', { projectId, memory: false });
  await app.turn(id, 'two');
  expect(
    told(app, id)
      .slice(2)
      .map(([, content]) => content),
  ).toEqual([expect.stringMatching(/no longer applies/), expect.stringMatching(/no longer applies/)]);
  const names = (at: number) =>
    (app.model.requests.at(at)?.body.tools ?? []).map((tool) => ('function' in tool ? tool.function.name : ''));
  expect(names(0)).toContain('update_memory');
  expect(names(-1)).not.toContain('update_memory');
  const { parts } = await app.call('context.told', { conversationId: id, projectId });
  expect(parts.filter(({ why }) => why === 'off').map(({ about }) => about)).toEqual(['memory', 'projectMemory']);
  await app.call('project.configure', { projectId, memory: true });
  await app.turn(id, 'three');
  expect(names(-1)).toContain('update_memory');
  expect(told(app, id)).toHaveLength(6);
  await app.call('settings.update', { patch: { memory: false } });
  await app.turn(id, 'four');
  expect(names(-1)).not.toContain('update_memory');
  expect(told(app, id)).toHaveLength(8);
  growingRequests(app);
});

test(
  cite('WORK-1', "the model's texts are listed before and after a message, with what the next message changes"),
  async () => {
    const { app, projectId, save } = await opened();
    await save('project', 'Use tabs.');
    writeFileSync(path.join(app.folder, 'AGENTS.md'), 'Stranger.');
    const of = async (conversationId: string | null, about: string) => {
      const { parts } = await app.call('context.told', { conversationId, projectId });
      return parts.find((part) => part.about === about);
    };
    const fresh = await app.call('context.told', { conversationId: null, projectId });
    expect(fresh.parts.map(({ about }) => about)).toEqual([
      ...['system', 'moment', 'instructions', 'personal', 'project', 'conversation', 'preset'],
      ...['memory', 'projectMemory', 'skills', 'agents', 'tools'],
    ]);
    expect(await of(null, 'instructions')).toMatchObject({ now: null, next: null, why: 'untrusted' });
    expect(await of(null, 'project')).toMatchObject({
      now: null,
      next: { text: expect.stringContaining('Use tabs.'), bytes: expect.any(Number), tokens: expect.any(Number) },
      path: path.join(app.dataDir, 'projects', projectId, 'instructions.md'),
    });
    const id = await app.start();
    await app.turn(id, 'one');
    expect(await of(id, 'project')).toMatchObject({ now: { text: expect.stringContaining('Use tabs.') }, next: null });
    await save('project', 'Use spaces.');
    expect(await of(id, 'project')).toMatchObject({
      now: { text: expect.stringContaining('Use tabs.') },
      next: { text: expect.stringContaining('Use spaces.') },
    });
    await save('project', '');
    expect(await of(id, 'project')).toMatchObject({
      now: { text: expect.stringContaining('Use tabs.') },
      next: 'ends',
    });
    expect((await of(id, 'tools'))?.count).toBe(app.model.requests[0]?.body.tools?.length);
    // Listing stored nothing.
    expect(told(app, id)).toHaveLength(1);
  },
);

test(cite(['WORK-1', 'COMPACT-5'], 'a compaction keeps what is in effect, and none of it is sent again'), async () => {
  const model = await startFakeModelServer({
    window: 40_000,
    otherwise: (body) => ({ text: body.tools ? `Good. ${'word '.repeat(1500)}` : 'They talked.' }),
  });
  const { app, save } = await opened({ model });
  onTestFinished(() => model.close());
  await save('projectMemory', 'First.');
  const id = await app.start();
  for (const about of ['personal', 'memory'] as const) await save(about, `Say ${about}.`);
  await app.turn(id, 'one');
  await save('projectMemory', 'Second.');
  for (const text of ['two', 'three', 'four', 'five', 'six']) await app.turn(id, text);
  const compacted = app.event('run.ended');
  expect((await app.call('context.compact', { conversationId: id })).result).toBe('done');
  await compacted;
  const before = told(app, id).length;
  expect(await app.turn(id, 'after')).toBe('done');
  expect(told(app, id)).toHaveLength(before);
  const sent = JSON.stringify(model.requests.at(-1)?.body.messages);
  expect(sent).toMatch(/Say personal\..*Say memory\..*Second\./);
  expect(sent).not.toContain('First.');
  await save('memory', '');
  await app.turn(id, 'end');
  expect(
    told(app, id)
      .slice(before)
      .map(([about]) => about),
  ).toEqual(['memory']);
});
