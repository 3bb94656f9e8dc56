// A repository's `.claude` folder in the published format, through the whole app.

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { claudeFolder } from '../../support/claudeFolder.ts';
import { writeTree } from '../../support/fileTree.ts';

const otherwise = { text: 'Good.' };

const projectOf = async (app: TestApp): Promise<string> => (await app.call('app.open', {})).startProjectId ?? '';

async function trust(app: TestApp, trusted = true): Promise<string> {
  const projectId = await projectOf(app);
  await app.call('project.trust', { projectId, trusted });
  return projectId;
}

function said(app: TestApp): string {
  const message = app.model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user');
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content);
}

/** Environment records may come before it. */
function expectSaid(app: TestApp, text: string): void {
  expect(said(app).slice(-text.length)).toBe(text);
}

const contents = (app: TestApp, id: string) =>
  app.rows(id).flatMap((row) => (row.role === 'user' ? [row.content] : []));

test(cite('WORK-3', "a repository's .claude folder is listed and run, and ignored entirely without trust"), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise });
  writeTree(app.folder, { ...claudeFolder, 'src/a.ts': 'const a = 1;\n' });
  const projectId = await projectOf(app);
  const untrusted = await app.call('customization.list', { projectId });
  expect(untrusted.entries).toEqual([]);
  expect(untrusted.untrusted).toEqual({
    count: 5,
    names: [
      { kind: 'command', name: 'fix-issue' },
      { kind: 'command', name: 'git:commit' },
      { kind: 'command', name: 'review' },
      { kind: 'skill', name: 'pdf-forms' },
      { kind: 'agent', name: 'reviewer' },
    ],
  });
  const id = await app.start();
  await app.turn(id, '/review src/a.ts');
  expectSaid(app, '/review src/a.ts');

  await trust(app);
  const { entries } = await app.call('slash.list', { projectId });
  expect(
    entries.map(({ name, kind, description, hint, origin }) => [name, kind, description, hint, origin.label]),
  ).toEqual([
    ['fix-issue', 'command', 'Fix an issue', '[issue-number] [priority]', '.claude/commands/fix-issue.md'],
    ['git:commit', 'command', 'Commit what is staged', '', '.claude/commands/git/commit.md'],
    [
      'pdf-forms',
      'skill',
      'Fills in PDF forms. Use when a form has to be filled in.',
      '',
      '.claude/skills/pdf-forms/SKILL.md',
    ],
    ['review', 'command', 'Review a file', '[file]', '.claude/commands/review.md'],
  ]);
  await app.turn(id, '/fix-issue 12 "very high"');
  expectSaid(app, 'Fix issue #12 with priority very high.\n\nAll: 12 "very high"');
  await app.turn(id, '/review @src/a.ts');
  expectSaid(
    app,
    'Review @src/a.ts against @docs/style.md and be brief.\n\n<file path="src/a.ts">\nconst a = 1;\n</file>\n\n<file path="docs/style.md">\nShort lines.\n</file>',
  );
  expect(contents(app, id).at(-1)).toMatchObject([
    { type: 'command', name: 'review', words: ' @src/a.ts', kind: 'command', from: '.claude/commands/review.md' },
    { type: 'mention', path: 'src/a.ts', of: 'command' },
    { type: 'mention', path: 'docs/style.md', of: 'command' },
  ]);
  await app.turn(id, '/git:commit');
  expect(said(app)).toContain('Staged: !`git diff --cached`');
  expect(said(app)).toContain('were not run');
  await app.turn(id, '/etc/hosts is what?');
  expectSaid(app, '/etc/hosts is what?');

  // Changed and deleted between two messages; the model is informed.
  const told = () => app.events.filter(({ event }) => event.type === 'slash.changed').length;
  await app.call('slash.list', { projectId });
  const before = told();
  writeFileSync(path.join(app.folder, '.claude/commands/fix-issue.md'), 'Now: $1');
  await expect.poll(told).toBeGreaterThan(before);
  await app.turn(id, '/fix-issue 7');
  expectSaid(app, 'Now: 7');
  rmSync(path.join(app.folder, '.claude/commands/fix-issue.md'));
  await app.turn(id, '/fix-issue 7');
  expectSaid(app, '/fix-issue 7');
  await trust(app, false);
  await app.turn(id, '/review x');
  expectSaid(app, '/review x');
});

test(
  cite('WORK-3', 'a command file includes no file that may contain secrets; the user calling it can name one'),
  async () => {
    const app = await startTestApp({ otherwise });
    writeTree(app.folder, {
      '.claude/commands/leak.md': 'Look at @.env and $ARGUMENTS.',
      '.env': 'WORD=open-sesame\n',
    });
    await trust(app);
    const id = await app.start();
    await app.turn(id, '/leak it');
    expect(JSON.stringify(app.model.requests)).not.toContain('open-sesame');
    expect(contents(app, id).at(-1)).toMatchObject([
      { type: 'command', name: 'leak' },
      { type: 'mention', path: '.env', problem: expect.stringContaining('mention it yourself') },
    ]);
    await app.turn(id, '/leak @.env');
    expect(said(app)).toContain('open-sesame');
  },
);
