// The ledger: its settings, before and while it is used, and its calls on the page of all calls.

import { chainWords } from '../../../../renderer/features/chains/words.ts';
import { ledgerWords } from '../../../../renderer/features/ledger/words.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { LedgerCall, LedgerInfo, LedgerVerification } from '../../../../shared/features/ledger/methods.ts';
import { defaultSettings } from '../../../../shared/features/settings/settings.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const address =
  'postgres://anna@ledger.harbour.example:5432/agents?sslrootcert=/etc/ssl/harbour-internal-authority.pem';

const writing: LedgerInfo = {
  ...{ address, on: true, results: false, password: 'keychain' },
  ...{ written: 12_408, isWriting: false, lastAt: '2026-11-29T08:12:00Z', problem: null },
};

const verification: LedgerVerification = {
  ...{ devices: 3, rows: 48_211, count: 11, isComplete: true },
  problems: Array.from({ length: 11 }, (_, index) => ({
    ...{ device: `d${index}`, user: index % 2 === 0 ? 'anna' : 'ben', kind: 'calls', id: `m${index}/0` },
    ...{ seq: 4_120 + index * 17, problem: index % 3 === 0 ? 'edited' : 'missing', until: null },
  })),
};

function team(info: Partial<LedgerInfo>, press: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: {
      'ledger.info': async () => ok({ ...writing, ...info }),
      'ledger.test': async () =>
        ok({ user: 'anna', team: 'platform', ledTeams: ['platform', 'shop'], isAuditor: false, mayWrite: true }),
      'ledger.verify': async () => ok(verification),
    },
    dialog: { type: 'settings', section: 'team' },
    press,
  };
}

const commands = [
  'npm publish --access public --tag next',
  'psql "$DATABASE_URL" -c "select count(*) from events"',
  'kubectl --context production rollout restart deployment/harbour-gateway --namespace harbour',
  '检查日志 && tail -n 200 /var/log/harbour.log',
];

function calls(): LedgerCall[] {
  return Array.from({ length: 40 }, (_, index) => {
    const command = commands[index % commands.length] ?? '';
    return {
      at: new Date(Date.parse('2026-11-29T08:12:00Z') - index * 731_000).toISOString(),
      ...{ user: index % 3 === 0 ? 'ben' : 'anna', team: 'platform', host: `desk-${index % 4}`, project: 'harbour' },
      ...{ folder: '/srv/harbour', tool: 'run_command', command, arguments: JSON.stringify({ command }), result: null },
      ...{
        outcome: index % 5 === 3 ? 'error' : 'ok',
        ms: 120 + index * 77,
        conversation: `e${index}`,
        message: `m${index}`,
      },
      ...{
        position: 0,
        decidedBy: index % 2 === 0 ? 'rule' : 'user',
        rule: index % 2 === 0 ? 'commands that start with npm' : null,
      },
    };
  });
}

function teamCalls(list: LedgerCall[]): Scene {
  return {
    snapshot: snapshotFixture({ settings: { ...defaultSettings, ledger: { on: true, address, results: false } } }),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    view: { page: 'chains' },
    handlers: {
      'chain.query': async () => ok({ calls: [], more: false, cursor: null, complete: true, done: 0, total: 0 }),
      'chain.facets': async () => ok({ tools: [{ name: 'run_command', count: 40 }] }),
      'ledger.calls': async () => ok({ calls: list, cursor: null }),
    },
    press: [
      `main[aria-label="${chainWords.pageTitle}"] [aria-label^="${ledgerWords.scope}"]`,
      '[role^="menuitem"]:last-of-type',
    ],
  };
}

export const ledgerScenes: Record<string, () => Scene> = {
  team: () => team({}),
  teamEmpty: () => team({ address: '', on: false, password: 'none', written: 0, lastAt: null }),
  teamFails: () =>
    team({
      password: 'memory',
      isWriting: false,
      problem: toUserTextData(say`The certificate of ${'ledger.harbour.example:5432'} has expired.`),
    }),
  teamProblems: () => team({}, ['[role="tabpanel"] .grid .grid.gap-2:not(:last-child) button']),
  teamCalls: () => teamCalls(calls()),
  teamCallsEmpty: () => teamCalls([]),
};
