import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/core/sentence.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';

/** The model's reply each time. */
const otherwise = { text: 'Good.' };

const requests = (app: TestApp): string[] => app.model.requests.map((request) => JSON.stringify(request.body.messages));
const projectOf = async (app: TestApp): Promise<string> => (await app.call('app.open', {})).startProjectId ?? '';
const instructions = (app: TestApp, id: string) =>
  app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'instructions');

test(
  cite('SEQ-1', "a folder's AGENTS.md only counts once the user trusts the folder; each change adds one record"),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, { 'AGENTS.md': 'Use tabs.\n' });
    const projectId = await projectOf(app);
    const id = await app.start();
    await app.turn(id, 'one');
    expect(requests(app).at(-1)).not.toContain('Use tabs');
    expect(await app.call('project.instructions', { projectId })).toEqual({
      text: 'Use tabs.\n',
      cut: false,
      problem: null,
    });
    expect(await app.call('project.trust', { projectId, trusted: true })).toMatchObject({
      id: projectId,
      trusted: true,
    });
    await app.turn(id, 'two');
    await app.turn(id, 'three');
    expect(instructions(app, id)).toHaveLength(1);
    writeTree(app.folder, { 'AGENTS.md': 'Use spaces.\n' });
    await app.turn(id, 'four');
    rmSync(path.join(app.folder, 'AGENTS.md'));
    await app.turn(id, 'five');
    await app.turn(id, 'six');
    writeTree(app.folder, { 'AGENTS.md': 'Use tabs.\n' });
    await app.turn(id, 'seven');
    await app.call('project.trust', { projectId, trusted: false });
    await app.turn(id, 'eight');
    expect(instructions(app, id).map((row) => row.content)).toEqual([
      expect.stringContaining('<instructions path="AGENTS.md">\nUse tabs.\n</instructions>'),
      expect.stringContaining('Use spaces.'),
      expect.stringContaining('no longer applies: the file is gone'),
      expect.stringContaining('Use tabs.'),
      expect.stringContaining('no longer applies: the user no longer trusts'),
    ]);
    const all = requests(app);
    for (const [at, request] of all.slice(1).entries()) {
      expect(request.startsWith(all[at]?.slice(0, -1) as string)).toBe(true);
    }
  },
);

test(
  cite('SEQ-1', 'a link out of the folder, or a key in the file, reveals nothing, and adds no repeated records'),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(path.join(app.folder, '..', 'outside'), { 'x.md': 'SECRET' });
    symlinkSync('../outside/x.md', path.join(app.folder, 'AGENTS.md'));
    const projectId = await projectOf(app);
    await app.call('project.trust', { projectId, trusted: true });
    const id = await app.start();
    await app.turn(id, 'one');
    expect(requests(app).at(-1)).not.toContain('SECRET');
    expect(await app.call('project.instructions', { projectId })).toMatchObject({
      text: null,
      problem: expect.stringContaining('leads outside'),
    });
    rmSync(path.join(app.folder, 'AGENTS.md'));
    writeTree(app.folder, { 'AGENTS.md': `KEY=sk-test-0123456789abcdef\n${'文'.repeat(40_000)}` });
    await app.turn(id, 'two');
    await app.turn(id, 'three');
    const [row, ...more] = instructions(app, id);
    expect(more).toEqual([]);
    expect(row?.content).toContain('KEY=[key removed]');
    expect(row?.content).toContain('[Only the first 64 KB are included.]');
    expect(Buffer.byteLength(row?.content as string)).toBeLessThan(66_000);
  },
);

test(
  cite('SEQ-1', 'trust belongs to the folder at its path: it survives a restart and is asked again elsewhere'),
  async () => {
    const app = await startTestApp({ otherwise });
    const projectId = await projectOf(app);
    expect((await app.call('project.trust', { projectId, trusted: true })).trusted).toBe(true);
    await app.close();
    const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise });
    const trusted = (await again.call('app.open', {})).projects.map((project) => project.trusted);
    expect(trusted).toEqual([true]);
    const other = await again.call('project.open', { path: path.dirname(app.folder) });
    expect(other.trusted).toBe(false);
    const folderless = await again.call('conversation.create', { projectId: null });
    expect(folderless).toBeTruthy();
    const chats = (await again.call('app.open', {})).projects.find((project) => project.folder === null);
    const refused = await again.client.call('project.trust', { projectId: chats?.id ?? '', trusted: true });
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  },
);

test.each<[string, Buffer, boolean]>([
  ['UTF-16 without a mark', Buffer.from('Use tabs.\r\n', 'utf16le'), true],
  ['UTF-16 with a mark', Buffer.from('\ufeffUse tabs.\r\n', 'utf16le'), true],
  ['Latin-1', Buffer.from('R\xe8gle: Use tabs.\n', 'latin1'), false],
])(
  cite('TEXT-4', 'an AGENTS.md in %s is used, or the window and the list of texts say why not'),
  async (_form, bytes, isUsed) => {
    const app = await startTestApp({ otherwise });
    writeFileSync(path.join(app.folder, 'AGENTS.md'), bytes);
    const projectId = await projectOf(app);
    await app.call('project.trust', { projectId, trusted: true });
    const id = await app.start();
    await app.turn(id, 'one');
    expect(requests(app).at(-1)?.includes('Use tabs')).toBe(isUsed);
    const told = (await app.call('context.told', { conversationId: id })).parts.find(
      ({ about }) => about === 'instructions',
    );
    const { problem } = await app.call('project.instructions', { projectId });
    expect(told?.problem).toEqual(problem);
    if (isUsed) expect([problem, told?.now?.text]).toEqual([null, expect.stringContaining('Use tabs.')]);
    else expect(textOf(problem ?? '')).toContain('its encoding is unknown');
  },
);
