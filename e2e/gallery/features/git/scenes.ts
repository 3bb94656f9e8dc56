// The Git tab: changed files with an open hunk, a pull request, a merge with conflicts, a new repository, and an untrusted one.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { GitFile, GitState } from '../../../../shared/features/git/git.ts';
import { projects, rows, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const file = (path: string, kind: GitFile['kind'] = 'modified'): GitFile => ({ id: `u:${path}`, path, kind });
const list = <File>(...files: File[]) => ({ files, count: files.length });
const hunks = [
  '@@ -12,4 +12,4 @@ export function health()\n const since = last();\n-const rows = count(all);\n+const rows = count(changedSince(since));\n return rows;\n',
  '@@ -40,3 +40,4 @@\n }\n+export const limit = 500;\n \n',
];

const state: GitState = {
  root: '/home/mei/src/harbour-api',
  branch: 'fix/why-the-health-check-is-slow-when-the-table-is-large',
  head: '4c1f0b7e0d2f4a1c9a75f0d6b8f4f6f2a9c0d1e2',
  upstream: 'origin/fix/why-the-health-check-is-slow',
  ahead: 2,
  behind: 1,
  operation: null,
  staged: list(file('src/health.ts'), file('文档/健康检查.md', 'added')),
  unstaged: {
    files: [
      file('src/health.ts'),
      file('src/queries/changed-rows-since-the-last-look-of-a-very-long-name.sql', 'untracked'),
      file('docs/flow.png', 'deleted'),
      { ...file('src/probes/latency.ts', 'renamed'), from: { id: 'u:src/latency.ts', path: 'src/latency.ts' } },
      file('vendor/parser', 'submodule'),
    ],
    count: 12_480,
  },
  conflicts: list(),
  author: { name: 'Mei', email: 'mei@example.org' },
  remotes: [
    { name: 'origin', address: 'git@github.com:harbour/api.git' },
    { name: 'fork', address: 'git@github.com:mei/api.git' },
  ],
  pushTo: 'origin',
  notes: [
    toUserTextData(
      say`Commits, pulls and pushes made here do not run this repository’s hooks: ${'pre-commit, commit-msg'}.`,
    ),
  ],
  hookCommand: 'git hook run pre-commit',
  stashes: { count: 1, newest: 'WIP on main: 4c1f0b7 Count the rows', commit: 'a'.repeat(40), isElsewhere: false },
  trusted: true,
};

function handlers(change: Partial<GitState>): Partial<Handlers> {
  return {
    'git.status': async () => ok({ kind: 'ready', state: { ...state, ...change } }),
    'git.diff': async () => ok({ hunks, without: null, canSplit: true, seen: 's', isPointer: false }),
    'git.commit': async () => fail('GIT_FAILED', say`Git does not know your name and email yet.`, { identity: true }),
    'git.pullRequestOffer': async () =>
      ok({
        program: 'gh',
        branch: state.branch ?? '',
        bases: ['main', 'release/2026-03'],
        title: 'Count the rows that changed, not all of them',
        body: '- Count the rows that changed\n- 为旧查询加上开关',
        commitCount: 2,
        address: 'git@github.com:harbour/api.git',
      }),
    'git.conflict': async () =>
      ok({
        base: 'limit: 100\n',
        ours: 'limit: 500\n',
        theirs: null,
        oursName: 'main',
        theirsName: 'fix/logging',
        hidden: false,
      }),
  };
}

function inGit(change: Partial<GitState>, press: string[], more: Partial<Scene> = {}): Scene {
  const conversations = rows.map((row) => ({ ...row, activity: 'idle' as const }));
  return {
    snapshot: snapshotFixture({ conversations, projects: projects.map((project) => ({ ...project, trusted: true })) }),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    panel: 'review',
    view: { review: { tab: 'git', target: { type: 'conversation' } } },
    handlers: handlers(change),
    press,
    ...more,
  };
}

export const gitScenes: Record<string, () => Scene> = {
  git: () => inGit({}, ['[data-git-file="src/health.ts"] button']),
  gitPullRequest: () => inGit({ staged: list(), unstaged: list(), notes: [] }, ['[data-git-request]']),
  gitConflict: () =>
    inGit(
      {
        operation: 'merge',
        staged: list(),
        conflicts: list({ id: 'u:limits.yaml', path: 'config/limits.yaml', ours: true, theirs: false }),
      },
      ['[data-git-file="config/limits.yaml"] button'],
    ),
  gitNew: () =>
    inGit(
      { branch: 'main', head: null, upstream: null, ahead: 0, behind: 0, remotes: [], pushTo: null, author: null },
      [],
    ),
  gitUntrusted: () => inGit({ trusted: false }, [], { snapshot: snapshotFixture() }),
  gitNone: () =>
    inGit({}, [], {
      handlers: {
        'git.status': async () =>
          ok({
            kind: 'none',
            reason: toUserTextData(say`${'/home/mei/notes'} is not in a Git repository.`),
            canTrust: false,
          }),
      },
    }),
};
