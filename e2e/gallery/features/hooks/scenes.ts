// Hooks: in the settings, in call boxes, and at the end of a turn.

import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { HookRun } from '../../../../shared/features/hooks/hook.ts';
import type { HookInfo } from '../../../../shared/features/hooks/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const now = (secondsAgo = 0): string => new Date(Date.now() - secondsAgo * 1000).toISOString();

function ran(change: Partial<HookRun>): HookRun {
  const whole = { event: 'PostToolUse', origin: 'personal', outcome: 'ok', exitCode: 0, duration: 420 } as const;
  return { ...whole, command: 'npx prettier --write src/health.ts', ...change };
}

const wrong = say`It ended with exit code ${1}.`;
const failed = ran({
  command: 'npx eslint --max-warnings 0 "$FILE"',
  outcome: 'failed',
  exitCode: 1,
  duration: 1900,
  problem: wrong.text,
  said: wrong,
  output: 'src/health.ts\n  12:7  error  ‘query’ is assigned a value but never used\n\n1 problem\n',
});
const refusing = ran({
  event: 'PreToolUse',
  origin: 'project',
  command: '.throughline/guard.sh',
  outcome: 'refused',
  exitCode: 2,
  duration: 31,
  text: 'migrations are written by hand: 请手动编写迁移',
  output: 'migrations are written by hand: 请手动编写迁移\n',
});

function hook(change: Partial<HookInfo>): HookInfo {
  return {
    origin: 'personal',
    id: `personal.${change.command ?? ''}`,
    hash: 'c'.repeat(64),
    event: 'PostToolUse',
    matcher: 'edit_file|write_file',
    command: 'jq -r .tool_input.file_path | xargs npx prettier --write --ignore-unknown',
    timeout: 60,
    onlyTrusted: true,
    state: 'on',
    changed: false,
    changes: { files: [], byTool: false },
    sandboxed: false,
    file: '~/.config/throughline/hooks.json',
    files: [],
    problem: null,
    last: null,
    ...change,
  };
}

const hooks: HookInfo[] = [
  hook({ last: { at: now(90), run: ran({}) } }),
  hook({
    event: 'Stop',
    matcher: '',
    command: 'npm test --silent || { echo "the tests fail" >&2; exit 2; }',
    timeout: 300,
    last: { at: now(3600), run: failed },
  }),
  hook({ event: 'PreToolUse', matcher: 'Bash', command: '~/bin/no-force-push', onlyTrusted: false, state: 'off' }),
  hook({
    event: 'PreToolUse',
    matcher: '(edit_file|write_file)+',
    command: 'true',
    state: 'broken',
    problem: say`Its matcher repeats a group or too much text, so it could run forever.`,
  }),
  hook({
    origin: 'project',
    id: 'project.PreToolUse.0.0',
    event: 'PreToolUse',
    command: '.throughline/guard.sh --strict',
    state: 'unapproved',
    changed: true,
    changes: { files: ['.throughline/guard.sh'], byTool: false },
    sandboxed: true,
    file: '.throughline/hooks.json',
    files: ['.throughline/guard.sh'],
  }),
];

function settings(list: HookInfo[], press?: string[]): Scene {
  const name = '.claude/settings.json';
  const problems = [say`${name}: hooks for these events do not run here: ${'SessionStart, Notification'}.`];
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().says('Done.').messages }),
    dialog: { type: 'settings', section: 'hooks' },
    handlers: {
      'hooks.list': async () => ok({ hooks: list, problems: list.length > 2 ? problems : [] }),
      'hooks.test': async () => ok({ run: failed }),
      'hooks.enable': async () => ok({}),
      'hooks.remove': async () => ok({}),
    },
    ...(press ? { press } : {}),
  };
}

const diff =
  '--- a/src/health.ts\n+++ b/src/health.ts\n@@ -10,3 +10,3 @@\n   const pool = open();\n-  const rows=await pool.query("select count(*) from events")\n+  const rows = await pool.query("select 1");\n   return rows;\n';

function atTheEnd(id: string, change: Partial<SystemMessage>, runs: HookRun[]): SystemMessage {
  return {
    v: 1,
    id,
    parentId: null,
    createdAt: now(5),
    role: 'system',
    partType: 'environment',
    environment: { about: 'hook' },
    content: '[Hooks ran at the end of this turn.]',
    details: { hooks: runs },
    replyId: 'm4',
    ...change,
  };
}

function talk(): Scene {
  const files = [{ path: 'src/health.ts', kind: 'modified' as const, added: 1, removed: 1 }];
  const talked = script()
    .user('Make the check quick, please.')
    .asks(
      'I change the query.',
      ['edit_file', { path: 'src/health.ts', old_text: 'a', new_text: 'b' }],
      ['write_file', { path: 'migrations/007.sql', content: 'drop table events;' }],
    )
    .result('Edited "src/health.ts" (+1 −1 lines).', {
      details: {
        path: 'src/health.ts',
        diff,
        hooks: [ran({ outcome: 'said', text: 'formatted' }), failed],
        hookChanges: ['src/health.ts'],
        changes: { files },
      },
    })
    .result('Error: a hook of the user refuses this call of write_file; it was not run.', {
      outcome: 'denied',
      details: { refused: { by: 'hook', reason: refusing.text ?? '' }, hooks: [refusing] },
    })
    .says('The query is quick now.');
  const stop = ran({
    event: 'Stop',
    outcome: 'refused',
    command: 'npm test --silent',
    exitCode: 2,
    duration: 3100,
    text: 'the tests fail',
  });
  const messages = [
    ...talked.messages,
    atTheEnd('h1', { content: '[Hook]\nthe tests fail' }, [stop]),
    ...script('n').says('I mended the test as well.').messages,
    atTheEnd('h2', { includeInContext: false }, [{ ...stop, outcome: 'ok', exitCode: 0 }]),
  ];
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages }),
    open: ['m1:0', 'm1:1', 'h1'],
  };
}

export const hookScenes: Record<string, () => Scene> = {
  hooks: () => settings(hooks),
  hooksNone: () => settings([]),
  hookForm: () => settings([], ['[role="tabpanel"] div + button']),
  hookTest: () => settings(hooks.slice(0, 1), ['[data-hook] button:nth-of-type(2)']),
  hooksUntrusted: () =>
    settings([hook({ origin: 'claude', id: 'claude.Stop.0.0', state: 'untrusted', file: '.claude/settings.json' })]),
  hookRuns: () => talk(),
};
