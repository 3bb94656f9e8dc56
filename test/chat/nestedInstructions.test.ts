// The AGENTS.md of folders inside a project: sent when calls touch the folder, once, and only in a trusted project.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

async function monorepo(
  options: { trusted?: boolean; settings?: Record<string, unknown> } = {},
): Promise<{ app: TestApp; id: string }> {
  const app = await startTestApp(options.settings ? { settings: options.settings } : {});
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(app.folder, name)), { recursive: true });
    writeFileSync(path.join(app.folder, name), text);
  };
  write('AGENTS.md', 'Rule of the root.\n');
  write('packages/AGENTS.md', 'Rule of the packages.\n');
  write('packages/app/AGENTS.md', 'Rule of the app.\n');
  write('packages/app/src/a.ts', 'a\n');
  write('packages/web/CLAUDE.md', 'Rule of the web.\n');
  write('packages/web/b.ts', 'b\n');
  write('node_modules/evil/AGENTS.md', 'Rule of a package.\n');
  write('node_modules/evil/c.js', 'c\n');
  const { startProjectId } = await app.call('app.open', {});
  await app.call('project.trust', { projectId: startProjectId ?? '', trusted: options.trusted ?? true });
  return { app, id: await app.start() };
}

const reading = (name: string, id = name) => ({
  calls: [{ id, name: 'read_file', arguments: JSON.stringify({ path: name }) }],
});

/** Texts of the records about folders, as stored. */
const toldOf = (app: TestApp, id: string): string[] =>
  app.rows(id).flatMap((row) => (row.role === 'system' && row.environment?.about === 'folder' ? [row.content] : []));

const lastRequest = (app: TestApp): string => JSON.stringify(app.model.requests.at(-1)?.body.messages);

test(
  cite(
    'WORK-1',
    'the AGENTS.md of each folder on the way to a file follows the result of the call that touched it, once',
  ),
  async () => {
    const { app, id } = await monorepo();
    app.model.push(reading('packages/app/src/a.ts'), reading('packages/app/src/a.ts', 'again'), { text: 'Done.' });
    await app.turn(id, 'go');
    const texts = toldOf(app, id);
    expect(texts.map((text) => /Rule of .*/.exec(text)?.[0])).toEqual(['Rule of the packages.', 'Rule of the app.']);
    expect(texts[1]).toContain('[Instructions of the folder "packages/app"]');
    const roles = app.rows(id).map((row) => (row.role === 'system' ? row.environment?.about : row.role));
    expect(roles.slice(roles.indexOf('assistant'))).toEqual([
      ...['assistant', 'tool', 'folder', 'folder', 'assistant', 'tool', 'assistant'],
    ]);
    expect(lastRequest(app).split('Rule of the app.')).toHaveLength(2);
    const { parts } = await app.call('context.told', { conversationId: id });
    expect(parts.filter(({ about }) => about === 'folder').map(({ folder }) => folder)).toEqual([
      'packages',
      'packages/app',
    ]);
  },
);

test(cite('WORK-1', 'a change or removal of such a file is sent with the next message'), async () => {
  const { app, id } = await monorepo();
  app.model.push(reading('packages/app/src/a.ts'), { text: 'Done.' }, { text: 'Yes.' }, { text: 'Yes.' });
  await app.turn(id, 'go');
  writeFileSync(path.join(app.folder, 'packages/app/AGENTS.md'), 'Another rule.\n');
  rmSync(path.join(app.folder, 'packages/AGENTS.md'));
  await app.turn(id, 'on');
  const [gone, changed, ...more] = toldOf(app, id).slice(2);
  expect(gone).toMatch(/folder "packages"\]\nWhat AGENTS.md said no longer applies: the file is gone/);
  expect(changed).toContain('has changed. The following replaces what it said before:\n');
  expect(more).toEqual([]);
  await app.turn(id, 'on');
  expect(toldOf(app, id)).toHaveLength(4);
});

test(
  cite('APPROVE-6', 'nothing of the kind is sent from untrusted folders, packages, or places that links lead to'),
  async () => {
    const untrusted = await monorepo({ trusted: false });
    untrusted.app.model.push(reading('packages/app/src/a.ts'), { text: 'Done.' });
    await untrusted.app.turn(untrusted.id, 'go');
    expect(toldOf(untrusted.app, untrusted.id)).toEqual([]);

    const { app, id } = await monorepo();
    const elsewhere = tempFolder();
    writeFileSync(path.join(elsewhere, 'AGENTS.md'), 'Rule from outside.\n');
    writeFileSync(path.join(elsewhere, 'd.ts'), 'd\n');
    symlinkSync(elsewhere, path.join(app.folder, 'linked'));
    mkdirSync(path.join(app.folder, 'half'));
    symlinkSync(path.join(elsewhere, 'AGENTS.md'), path.join(app.folder, 'half/AGENTS.md'));
    writeFileSync(path.join(app.folder, 'half/e.ts'), 'e\n');
    const waiting = app.event('call.waiting');
    app.model.push(reading('node_modules/evil/c.js'), reading('half/e.ts'), reading('linked/d.ts'), { text: 'Done.' });
    const ended = app.turn(id, 'go');
    const { approval } = await waiting;
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    await ended;
    expect(toldOf(app, id)).toEqual([]);
    expect(lastRequest(app)).not.toMatch(/Rule of a package|Rule from outside/);
  },
);

test(
  cite('WORK-1', 'CLAUDE.md and GEMINI.md are read where there is no AGENTS.md, if the user wants that'),
  async () => {
    const { app, id } = await monorepo();
    app.model.push(reading('packages/web/b.ts'), { text: 'Done.' }, reading('packages/web/b.ts', 'on'), {
      text: 'Done.',
    });
    await app.turn(id, 'go');
    expect(lastRequest(app)).not.toContain('Rule of the web.');
    await app.call('settings.update', { patch: { otherInstructions: true } });
    await app.turn(id, 'go');
    expect(toldOf(app, id).at(-1)).toContain(
      'Its CLAUDE.md says:\n<instructions path="packages/web/CLAUDE.md">\nRule of the web.',
    );
  },
);
