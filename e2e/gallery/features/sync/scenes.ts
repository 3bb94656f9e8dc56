// Sync: setting it up and joining, each state, a decision, the code and the phrase.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { MachineSession } from '../../../../shared/features/inPlace/methods.ts';
import type { RunElsewhere, SyncInfo } from '../../../../shared/features/sync/sync.ts';
import { rows, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const none: SyncInfo = {
  hostName: 'ada-laptop',
  membership: null,
  state: 'off',
  syncedAt: null,
  failingSince: null,
  error: null,
  problems: [],
  uploads: 0,
  filesToFetch: null,
  waiting: 0,
  move: null,
  alert: null,
};

const member: SyncInfo = {
  ...none,
  membership: {
    ...{ kind: 'folder', place: '/home/ada/Dropbox', deviceName: 'ada-laptop', parts: ['settings', 'memory'] },
    ...{ bytesPerSecond: null, maxFileBytes: 50_000_000, syncsMetered: false, keepsFiles: false, leftOut: ['p2'] },
  },
  state: 'idle',
  syncedAt: ago(0),
};

const machines = [
  { device: '1'.repeat(32), name: 'ada-laptop', isThis: true, seenAt: null, problem: null },
  { device: '2'.repeat(32), name: 'Tower in the attic', isThis: false, seenAt: ago(12), problem: null },
  { device: '3'.repeat(32), name: '手机上的终端', isThis: false, seenAt: ago(60 * 24 * 40), problem: null },
];

const phrase =
  'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title';

const unreachable = say`The folder ${'/home/ada/Dropbox'} does not exist. Is its drive connected, and its app signed in?`;
const rolledBack = say`The store has an older state of this device than was seen before: entry ${812} is missing. The store was rolled back or is incomplete. Nothing of it was taken.`;

/** For the settings of the other scenes. */
export const syncHandlers: Partial<Handlers> = {
  'sync.info': async () => ok(none),
  'sync.machines': async () => ok({ machines }),
  'sync.missingFiles': async () => ok({ files: 120, bytes: 340e6 }),
  'sync.projects': async () =>
    ok({
      projects: [
        { id: '', name: '', isLeftOut: false },
        { id: 'p1', name: 'harbour-api', isLeftOut: false },
        { id: 'p2', name: '记账本', isLeftOut: true },
        { id: 'p3', name: 'a-project-with-a-rather-long-name-of-its-own', isLeftOut: false },
      ],
    }),
  'sync.check': async () => ok({ conversations: 1284, bytes: 612_000_000, requests: 2_911 }),
  'sync.setUp': async () => ok({ phrase }),
  'sync.phrase': async () => ok({ phrase }),
  'sync.newCode': async () => ok({ code: '7Q4M-9XKD-T2RB-0HJWA', lifeMs: 600_000 }),
  'sync.offer': () => new Promise(() => {}),
  'sync.leave': async () => ok({}),
};

function scene(change: Partial<SyncInfo> | null, more: Partial<Scene> = {}): Scene {
  const info = change === null ? none : { ...member, ...change };
  const snapshot = snapshotFixture();
  return {
    snapshot: info.alert ? { ...snapshot, syncAlert: info.alert } : snapshot,
    conversation: null,
    dialog: { type: 'settings', section: 'sync' },
    ...more,
    handlers: { 'sync.info': async () => ok(info), ...more.handlers },
  };
}

const s3 = '[role="radiogroup"] label:nth-of-type(3) input';
const folderTyped = (text: string): NonNullable<Scene['play']> => {
  return () => {
    const field = document.querySelector<HTMLInputElement>('[data-field] input');
    if (!field) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
};

/** The open conversation runs on another machine, as does one in the list; others are still to come. */
function elsewhere(state: RunElsewhere['state'], fromHere = false): Scene {
  const run = { machine: 'Tower in the attic', heardAt: ago(3), state, fromHere };
  const conversations = rows.map((row, at) => ({
    ...{ ...row, activity: 'idle' as const },
    ...(at % 3 === 2 ? { coming: true as const, messageCount: null } : {}),
  }));
  const runsElsewhere = ['current', 'c3'].map((conversationId) => ({ ...run, conversationId }));
  const snapshot = { ...snapshotFixture({ conversations }), runsElsewhere };
  return { snapshot, conversation: conversationFixture({ messages: healthTalk().messages }) };
}

/** The open conversation is still to come. */
function coming(read: NonNullable<Handlers['conversation.open']>): Scene {
  const conversations = rows.map((row) => ({
    ...row,
    activity: 'idle' as const,
    coming: true as const,
    messageCount: null,
  }));
  const handlers = {
    'sync.info': async () => ok({ ...member, state: 'syncing' as const, waiting: 1_284 }),
    'conversation.open': read,
  };
  return { snapshot: snapshotFixture({ conversations }), conversation: conversationFixture({}), handlers };
}

const unfetched = say`This conversation is not on this machine yet: ${unreachable}`;

export const syncScenes: Record<string, () => Scene> = {
  syncSetUp: () => scene(null, { press: ['[data-opens="setUp"]'] }),
  syncSetUpS3: () => scene(null, { press: ['[data-opens="setUp"]', s3] }),
  syncSetUpTyped: () => scene(null, { press: ['[data-opens="setUp"]'], play: folderTyped('~/Dropbox') }),
  syncJoin: () => scene(null, { press: ['[data-opens="join"]'] }),
  syncFailed: () =>
    scene(null, {
      handlers: { 'sync.info': async () => fail('STORE_READ_FAILED', say`The settings are damaged.`) },
    }),
  syncIdle: () => scene({}),
  syncProgress: () =>
    scene({ state: 'syncing', uploads: 1042, waiting: 17, filesToFetch: { files: 120, bytes: 340e6 }, syncedAt: null }),
  syncPaused: () => scene({ state: 'paused' }),
  syncMetered: () => scene({ state: 'metered', syncedAt: ago(20) }),
  syncOffline: () =>
    scene(
      { state: 'offline', syncedAt: ago(200), failingSince: ago(200), error: unreachable, alert: 'offline' },
      { handlers: { 'sync.machines': async () => fail('SYNC_UNREACHABLE', unreachable) } },
    ),
  syncMove: () =>
    scene({ move: { by: 'Tower in the attic', revoked: ['手机上的终端'] }, alert: 'move', syncedAt: ago(3) }),
  syncRevoked: () => scene({ state: 'off', alert: 'revoked', syncedAt: ago(3) }),
  syncProblem: () => scene({ problems: [{ of: 'Tower in the attic', text: rolledBack }], alert: 'problem' }),
  syncPhrase: () => scene({}, { press: ['[role="tabpanel"] section:nth-last-of-type(2) button'] }),
  syncCode: () => scene({}, { press: ['[data-opens="new"]'] }),
  syncLeave: () => scene({}, { press: ['[role="tabpanel"] section + section:last-child button'] }),
  syncRunning: () => elsewhere('running'),
  syncRunningBack: () => elsewhere('running', true),
  syncAsked: () => elsewhere('asked'),
  syncSilent: () => elsewhere('silent'),
  syncContinued: () => elsewhere('continued', true),
  syncContinuedElsewhere: () => elsewhere('continued'),
  syncComing: () => coming(() => new Promise(() => {})),
  syncUnfetched: () => coming(async () => fail('SYNC_UNREACHABLE', unfetched)),
  syncSessions: () => {
    const session = { conversationId: 'inplace-machine-1', device: '2'.repeat(32), machine: 'Tower in the attic' };
    const onMachines: MachineSession[] = [
      {
        ...{ ...session, program: 'claude-code', title: 'Find why the health check is slow' },
        ...{ folder: '/home/ada/harbour-api', updatedAt: ago(12), bytes: 48_000 },
      },
      {
        ...{
          ...session,
          conversationId: 'inplace-machine-2',
          program: 'codex',
          title: '为什么每次调用都会统计全部行数',
        },
        ...{ folder: null, updatedAt: ago(200), bytes: 4_800_000 },
      },
    ];
    const list = { rows: [], read: 0, total: 0, problems: [], agents: [], shared: [], onMachines, hasTeam: false };
    const { dialog: _, ...rest } = scene({}, { handlers: { 'inPlace.list': async () => ok(list) } });
    return rest;
  },
  syncMark: () => {
    const { dialog: _, ...rest } = scene({ alert: 'move' });
    return rest;
  },
};
