// An agent in the sandbox leaves everything alone by which it, or the user's tools, would later run something outside: in the
// project, and in its own folders of the home.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { knownAgents } from '../../../electron/externalAgents/knownAgents.ts';
import { cite } from '../../support/cite.ts';
import { type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

/** Files in the home that each agent may not change. */
const controls: Readonly<Record<string, string>> = {
  opencode: `.config/opencode/opencode.json .config/opencode/plugin/x.ts .local/share/opencode/bin/rg
    .cache/opencode/node_modules/x.js`,
  claude: `.claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .claude/plugins/x/hooks.json
    .claude/commands/x.md .claude/skills/x/SKILL.md .claude/CLAUDE.md .claude/statusline.sh .claude/local/claude
    .claude/shell-snapshots/x.sh .claude.json`,
  codex: '.codex/config.toml .codex/hooks.json .codex/rules/x.rules .codex/prompts/x.md .codex/AGENTS.md',
  gemini: '.gemini/settings.json .gemini/extensions/x/index.js .gemini/commands/x.toml .gemini/.env .gemini/tmp/bin/rg',
  qwen: '.qwen/settings.json .qwen/extensions/x/index.js .qwen/QWEN.md',
  copilot: '.copilot/mcp-config.json .copilot/config.json .copilot/pkg/x/index.js .copilot/hooks/x.json',
  cline: '.cline/data/settings/cline_mcp_settings.json .cline/hooks/x.sh .cline/plugins/x.js',
  auggie: '.augment/settings.json .augment/commands/x.md',
  pi: '.pi/agent/settings.json .pi/agent/extensions/x.ts .pi/agent/models.json .pi/agent/auth.json',
  goose: '.config/goose/config.yaml .local/share/goose/recipes/x.yaml',
};

const inProject = `.claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .opencode/plugin/x.ts opencode.json
  .gemini/settings.json .qwen/settings.json .codex/config.toml .clinerules/x.md .cline/hooks/x.sh .git/hooks/pre-commit
  .git/config .vscode/tasks.json .mcp.json .pi/extensions/x.ts .augment/settings.json .copilot/x.json .github/hooks/x.json
  .cursor/hooks.json .goose/x.yaml .kilo/x.json`;

const list = (text: string): string[] => text.split(/\s+/).filter(Boolean);

describe.skipIf(reason !== null)(`an agent in bubblewrap${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let place: SandboxedPlace;
  beforeEach(async () => {
    await place?.remove();
    place = sandboxedPlace();
  });
  afterAll(() => place.remove());

  const put = (root: string, path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const runAs = (id: string, command: string) => {
    const { sandbox } = knownAgents.find((agent) => agent.id === id) ?? { sandbox: { paths: [] } };
    const paths = sandbox.paths.map((path) => path.replace('~', place.home));
    return place.run(command, { opening: { paths, hosts: [], refusedHosts: [], ofAgent: true } });
  };
  const overwrite = (root: string, paths: readonly string[]): string =>
    [
      `cd ${root}`,
      ...paths.flatMap((path) => [
        `echo changed > ${path}`,
        `rm -f ${path}; mkdir -p ${dirname(path)}; echo changed > ${path}`,
        `echo changed > ${path}.new && mv ${path}.new ${path}`,
        `mv ${dirname(path)} ${dirname(path)}.old && mkdir -p ${dirname(path)} && echo changed > ${path}`,
      ]),
      'true',
    ].join('\n');

  test.each(Object.entries(controls))(
    cite('ACP-1', 'in its own folders, what %s or its next start would run stays as it is'),
    async (id, text) => {
      const paths = list(text);
      for (const path of paths) put(place.home, path, 'original');
      await runAs(id, overwrite(place.home, paths));
      expect(paths.map((path) => [path, readFileSync(join(place.home, path), 'utf8')])).toEqual(
        paths.map((path) => [path, 'original']),
      );
    },
  );

  test.each(Object.entries(controls))(
    cite('ACP-1', 'in its own folders, %s leaves nothing of the kind behind that was not there'),
    async (id, text) => {
      // A script that no setting names runs nowhere.
      const paths = list(text).filter((path) => !path.endsWith('statusline.sh'));
      await runAs(id, overwrite(place.home, paths));
      expect(paths.filter((path) => existsSync(join(place.home, path)))).toEqual([]);
    },
  );

  test(cite('ACP-1', 'in the project, what an editor, git or another agent would run stays as it is'), async () => {
    const paths = list(inProject);
    for (const path of paths) put(place.project, path, path === '.git/config' ? '[core]\n' : 'original');
    const before = paths.map((path) => readFileSync(join(place.project, path), 'utf8'));
    await runAs('claude', overwrite(place.project, paths));
    expect(paths.map((path) => readFileSync(join(place.project, path), 'utf8'))).toEqual(before);
  });

  test(cite('ACP-1', 'in the project, an agent leaves nothing of the kind behind that was not there'), async () => {
    const paths = list(inProject).filter((path) => path !== '.git/config');
    await runAs('claude', overwrite(place.project, paths));
    expect(paths.filter((path) => existsSync(join(place.project, path)))).toEqual([]);
  });

  test(cite('ACP-1', 'an agent reads its settings and credentials, and writes its sessions'), async () => {
    put(place.home, '.claude/settings.json', 'the settings\n');
    put(place.home, '.claude/.credentials.json', 'the credentials\n');
    put(place.home, '.claude.json', 'the state\n');
    const { output } = await runAs(
      'claude',
      `cd ~; cat .claude/settings.json .claude/.credentials.json .claude.json
      echo more >> .claude.json && tail -1 .claude.json
      mkdir -p .claude/projects/x && echo line > .claude/projects/x/session.jsonl
      echo new > .claude/.credentials.tmp && mv .claude/.credentials.tmp .claude/.credentials.json`,
    );
    expect(output).toBe('the settings\nthe credentials\nthe state\nmore\n');
    const read = (path: string): string => readFileSync(join(place.home, path), 'utf8');
    expect(['.claude/projects/x/session.jsonl', '.claude/.credentials.json', '.claude.json'].map(read)).toEqual([
      'line\n',
      'new\n',
      'the state\n',
    ]);
  });

  test(
    cite('ACP-1', 'a link to settings in its folder, and the hooks of a repository there, stay as they are'),
    async () => {
      put(place.home, '.claude/dotfiles/settings.json', 'original');
      symlinkSync('dotfiles/settings.json', join(place.home, '.claude/settings.json'));
      put(place.home, '.local/share/opencode/snapshot/x/HEAD', 'ref: refs/heads/main\n');
      put(place.home, '.local/share/opencode/snapshot/x/config', '[core]\n');
      for (const name of ['objects', 'refs']) mkdirSync(join(place.home, '.local/share/opencode/snapshot/x', name));
      await runAs(
        'claude',
        `cd ~/.claude; echo changed > settings.json; rm settings.json; echo changed > settings.json; echo changed > dotfiles/settings.json`,
      );
      expect(readFileSync(join(place.home, '.claude/settings.json'), 'utf8')).toBe('original');
      await runAs(
        'opencode',
        `cd ~/.local/share/opencode/snapshot; printf '[core]\\nfsmonitor = x\\n' > x/config; mkdir -p x/hooks y/objects y/refs
      echo x > x/hooks/post-index-change; cp x/HEAD y; printf '[core]\\nfsmonitor = x\\n' > y/config`,
      );
      const below = join(place.home, '.local/share/opencode/snapshot');
      expect(readFileSync(join(below, 'x/config'), 'utf8')).toBe('[core]\n');
      expect([existsSync(join(below, 'x/hooks/post-index-change')), existsSync(join(below, 'y/config'))]).toEqual([
        false,
        false,
      ]);
    },
  );

  test(cite('ACP-1', 'an agent that never ran here starts'), async () => {
    for (const { id } of knownAgents) {
      expect([id, (await runAs(id, 'echo started')).output]).toEqual([id, 'started\n']);
    }
  });
});
