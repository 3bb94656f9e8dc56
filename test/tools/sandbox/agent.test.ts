// An agent in the sandbox leaves everything alone by which it, or the user's tools, would later run something outside: in the
// project, and in its own folders of the home.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { knownAgents } from '../../../electron/externalAgents/knownAgents.ts';
import { ownMark } from '../../../electron/lib/processStart.ts';
import { cite } from '../../support/cite.ts';
import { type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

/** Files in the home that each agent may not change. */
const controls: Readonly<Record<string, string>> = {
  opencode: `.config/opencode/opencode.json .config/opencode/plugin/x.ts .local/share/opencode/bin/rg
    .local/share/opencode/auth.json .cache/opencode/node_modules/x.js`,
  claude: `.claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .claude/plugins/x/hooks.json
    .claude/commands/x.md .claude/skills/x/SKILL.md .claude/CLAUDE.md .claude/statusline.sh .claude/local/claude
    .claude/shell-snapshots/x.sh .claude/chrome/x.sh .claude.json`,
  codex: '.codex/config.toml .codex/hooks.json .codex/rules/x.rules .codex/prompts/x.md .codex/AGENTS.md',
  gemini: `.gemini/settings.json .gemini/extensions/x/index.js .gemini/commands/x.toml .gemini/.env .gemini/tmp/bin/rg
    .gemini/antigravity/mcp_config.json .gemini/antigravity/skills/x/SKILL.md .gemini/antigravity-cli/x.json`,
  qwen: '.qwen/settings.json .qwen/extensions/x/index.js .qwen/QWEN.md',
  copilot: '.copilot/mcp-config.json .copilot/config.json .copilot/pkg/x/index.js .copilot/hooks/x.json',
  cline: '.cline/data/settings/cline_mcp_settings.json .cline/hooks/x.sh .cline/plugins/x.js',
  auggie: '.augment/settings.json .augment/commands/x.md',
  pi: '.pi/agent/settings.json .pi/agent/extensions/x.ts .pi/agent/models.json .pi/agent/auth.json',
  goose: `.config/goose/config.yaml .local/share/goose/recipes/x.yaml .local/share/goose/scheduled_recipes/x.yaml
    .local/share/goose/schedule.json`,
};

/** Folders that agents create when they start, besides those that are opened. */
const created: Readonly<Record<string, readonly string[]>> = {
  opencode: [
    '~/.config/opencode',
    '~/.cache/opencode/bin',
    '~/.local/share/opencode/log',
    '~/.local/share/opencode/repos',
  ],
  claude: ['~/.claude/projects', '~/.claude/todos', '~/.claude/shell-snapshots', '~/.claude/session-env'],
  codex: ['~/.codex/sessions', '~/.codex/log', '~/.codex/tmp', '~/.codex/shell_snapshots'],
  gemini: ['~/.gemini/tmp/x/chats', '~/.gemini/history'],
  qwen: ['~/.qwen/tmp/x/chats', '~/.qwen/projects'],
  copilot: ['~/.copilot/session-state', '~/.copilot/logs'],
  cline: ['~/.cline/data/tasks', '~/.cline/log'],
  auggie: ['~/.augment/sessions'],
  pi: ['~/.pi/agent/sessions'],
  goose: ['~/.config/goose', '~/.local/share/goose/sessions', '~/.local/state/goose/logs'],
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

  const credentials = knownAgents.flatMap(({ id, sandbox: { paths } }) =>
    paths
      .filter((path) => /\.\w+$/.test(path) && path.slice(2).includes('/'))
      .map((path) => [id, path.slice(2)] as const),
  );
  test.each(credentials)(cite('ACP-1', '%s reads its credentials: %s'), async (id, path) => {
    put(place.home, path, 'the credentials\n');
    expect((await runAs(id, `cat ~/${path}`)).output).toBe('the credentials\n');
  });

  test(cite('ACP-1', 'a sign-in of OpenCode lasts as long as its process'), async () => {
    const path = '.local/share/opencode/auth.json';
    put(place.home, path, 'original');
    const { output } = await runAs('opencode', `cd ~; echo signed in > ${path}; cat ${path}`);
    expect([output, readFileSync(join(place.home, path), 'utf8')]).toEqual(['signed in\n', 'original']);
  });

  test.each(['home/.copilot/real.json', 'home/dotfiles/real.json', 'project/real.json'])(
    cite('ACP-1', 'a link to a copied file stays, and changes end with the process: %s'),
    async (target) => {
      const root = dirname(place.home);
      put(root, target, 'original\n');
      mkdirSync(join(place.home, '.copilot'), { recursive: true });
      symlinkSync(join(root, target), join(place.home, '.copilot/config.json'));
      const { output } = await runAs(
        'copilot',
        'cd ~/.copilot; cat config.json; echo x > config.json; cat config.json',
      );
      expect(output).toBe('original\nx\n');
      expect(readFileSync(join(root, target), 'utf8')).toBe('original\n');
    },
  );

  test(cite('ACP-1', 'however much of the project is protected, its own folders are'), async () => {
    for (let at = 0; at < 110; at++) put(place.project, `${at}.code-workspace`, '{}');
    put(place.home, '.claude/hooks/x.sh', 'original');
    await runAs('claude', 'echo changed > ~/.claude/hooks/x.sh');
    expect(readFileSync(join(place.home, '.claude/hooks/x.sh'), 'utf8')).toBe('original');
  });

  test(cite('ACP-1', 'what its settings link to in the project stays as it is'), async () => {
    const targets = [
      'settings.json',
      'hooks/x.sh',
      'statusline.sh',
      'skills/deep/SKILL.md',
      'plugins/x.json',
      'state.json',
    ];
    for (const target of targets) put(place.project, `dot/${target}`, 'original');
    const link = (from: string, to: string): void => {
      mkdirSync(dirname(join(place.home, from)), { recursive: true });
      symlinkSync(join(place.project, 'dot', to), join(place.home, from));
    };
    link('.claude/settings.json', 'settings.json');
    link('.claude/hooks/x.sh', 'hooks/x.sh');
    link('.claude/statusline.sh', 'statusline.sh');
    link('.claude/skills', 'skills');
    link('.claude/plugins', 'plugins');
    link('.claude.json', 'state.json');
    await runAs('claude', overwrite(join(place.project, 'dot'), targets));
    const read = (target: string): string => readFileSync(join(place.project, 'dot', target), 'utf8');
    expect(targets.map((target) => [target, read(target)])).toEqual(targets.map((target) => [target, 'original']));
    // A link of the folder that they are in.
    mkdirSync(join(place.home, '.pi'));
    symlinkSync(join(place.project, 'dot'), join(place.home, '.pi/agent'));
    await runAs('pi', overwrite(join(place.project, 'dot'), ['settings.json', 'skills/deep/SKILL.md']));
    expect([read('settings.json'), read('skills/deep/SKILL.md')]).toEqual(['original', 'original']);
  });

  test(cite('ACP-1', 'a file that cannot be copied is read-only'), async () => {
    const path = '.claude.json';
    put(place.home, `${path}/x`, 'original');
    put(place.home, '.copilot/config.json/x', 'original');
    await runAs('claude', `echo changed > ~/${path}/x`);
    await runAs('copilot', 'echo changed > ~/.copilot/config.json/x');
    expect(readFileSync(join(place.home, path, 'x'), 'utf8')).toBe('original');
    expect(readFileSync(join(place.home, '.copilot/config.json/x'), 'utf8')).toBe('original');
  });

  test(cite('ACP-1', 'its own folders in a hidden one are protected all the same'), async () => {
    await place.remove();
    place = sandboxedPlace({}, (home) => ({ GNUPGHOME: join(home, '.local') }));
    put(place.home, '.local/secret', 'the secret\n');
    put(place.home, '.local/share/opencode/auth.json', 'original');
    put(place.home, '.local/share/opencode/bin/rg', 'original');
    const { output } = await runAs(
      'opencode',
      `cd ~/.local; cat secret; cd share/opencode; echo changed > auth.json; cat auth.json; echo changed > bin/rg; echo x > session`,
    );
    expect(output).toContain('changed\n');
    expect(output).not.toContain('the secret');
    const read = (path: string): string => readFileSync(join(place.home, '.local/share/opencode', path), 'utf8');
    expect([read('auth.json'), read('bin/rg'), read('session')]).toEqual(['original', 'original', 'x\n']);
  });

  test(cite('ACP-1', 'what a killed app left of its copies is removed'), async () => {
    const edges = join(place.data, 'sandbox');
    put(edges, 'edge-before/copy-x', 'the state');
    const [dead, alive] = ['1', ownMark ?? ''];
    put(edges, 'edge-dead/owner', (ownMark ?? '').replace(/^\d+\.\d+/, `${dead}.0`));
    put(edges, 'edge-alive/owner', alive);
    put(edges, 'made/made-x/x.sh', 'kept');
    await runAs('claude', 'true');
    const left = ['edge-before', 'edge-dead', 'edge-alive', 'made/made-x/x.sh'].filter((path) =>
      existsSync(join(edges, path)),
    );
    expect(left).toEqual(['edge-alive', 'made/made-x/x.sh']);
  });

  test(cite('ACP-1', 'the repository that OpenCode makes for its snapshots stays'), async () => {
    const snapshot = '.local/share/opencode/snapshot/x';
    const { violations } = await runAs(
      'opencode',
      `export GIT_DIR=~/${snapshot} GIT_WORK_TREE=${place.project}; mkdir -p $GIT_DIR; git init -q
      git config core.autocrlf false; git config core.longpaths true; git config core.symlinks true
      git config core.fsmonitor false; git add -A; git write-tree`,
    );
    expect(violations).toEqual([]);
    const config = readFileSync(join(place.home, snapshot, 'config'), 'utf8');
    expect(config).toContain(`worktree = ${place.project}`);
    expect(config).toContain('fsmonitor = false');
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

  test(cite('ACP-1', 'an agent that never ran here starts, and creates its folders'), async () => {
    for (const { id, sandbox } of knownAgents) {
      const named = sandbox.paths.filter((path) => !/[^/]\.\w+$/.test(path));
      const { output, violations } = await runAs(
        id,
        `mkdir -p ${[...named, ...(created[id] ?? [])].join(' ')} && echo started`,
      );
      expect([id, output, violations]).toEqual([id, 'started\n', []]);
    }
  });
});
