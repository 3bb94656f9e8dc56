import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { claudeFolder } from '../support/claudeFolder.ts';
import { commandHere } from '../support/commandHere.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';

test(
  cite('WORK-3', "the command line lists a .claude folder's commands with their origin, and runs one once trusted"),
  async () => {
    const root = tempFolder();
    const [project, data, home] = ['project', 'data', 'home'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(project);
    writeTree(project, { ...claudeFolder, '.claude/commands/broken.md': '---\na: 1\ntools: [b\n---\nx' });
    writeTree(home, { '.claude/commands/review.md': 'Mine: $1' });
    writeFileSync(path.join(project, 'notes.txt'), 'a note\n');
    const model = await startFakeModelServer({ otherwise: { text: 'Done.' }, window: 1_000_000 });
    const env = {
      HOME: home,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
      OPENAI_MODEL: 'fake-model',
      THROUGHLINE_TITLES: 'off',
    };
    const run = (...words: string[]) => commandHere([...words, '--project', project, '--data', data], env);
    const sent = (): string => JSON.stringify(model.requests.at(-1)?.body.messages.at(-1));

    const untrusted = await run('commands');
    expect(untrusted).toMatchObject({
      code: 0,
      stdout: 'Commands\n  /review  ~/.claude/commands/review.md\n      Mine: $1\n',
    });
    expect(untrusted.stderr).toContain('is not trusted, so these are not used: command broken, command fix-issue');
    const refused = await run('run', '-p', '/fix-issue 7 high');
    expect(refused.stderr).toContain('This folder’s /fix-issue was not used because the folder is not trusted');
    expect(sent()).toContain('/fix-issue 7 high');

    expect((await run('trust')).code).toBe(0);
    const all = await run('commands');
    expect(all.stdout).toContain('  /fix-issue  .claude/commands/fix-issue.md\n      Fix an issue\n');
    expect(all.stdout).toContain(
      '  /review  .claude/commands/review.md\n      Review a file\n      not used: ~/.claude/commands/review.md takes precedence\n',
    );
    expect(all.stdout).toContain('"allowed-tools" has no effect here');
    expect(all.stdout).toContain('Agents\n  reviewer  .claude/agents/reviewer.md\n');
    expect(all.stdout).toContain('Requested tools that are not available: Bash(git diff:*), NotebookEdit.');
    expect(all.stderr).toContain('.claude/commands/broken.md, line 3: It is not valid YAML');
    expect(JSON.parse((await run('commands', '--json')).stdout)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'skill', name: 'pdf-forms' })]),
      problems: [{ kind: 'command', label: '.claude/commands/broken.md', line: 3 }],
    });
    const ran = await run('run', '-p', '/fix-issue 7 high', '--output', 'json');
    expect(ran.code).toBe(0);
    expect(sent()).toContain('Fix issue #7 with priority high.');
    const { conversationId } = JSON.parse(ran.stdout);
    const shown = await run('show', conversationId);
    expect(shown.stdout).toContain('/fix-issue 7 high');
    expect(shown.stdout).toContain('+ /fix-issue (command .claude/commands/fix-issue.md, ');
  },
);
