// Team spaces: the page with its states, adding a member, publishing with secrets found, and what a member has shared.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { ConversationState } from '../../../../shared/conversation/event.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { ItemContent, ItemFile, ItemPreview, TeamItem } from '../../../../shared/features/sharing/items.ts';
import type { SharedConversation, SharePreview, TeamInfo } from '../../../../shared/features/sharing/sharing.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import { reply } from '../../texts.ts';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const team: TeamInfo = {
  ...{ team: 't1', name: 'Tunnel', memberName: 'Ada', device: '1'.repeat(32), kind: 'folder' },
  ...{ place: '/home/ada/Dropbox/team', lookedAt: ago(0), isLooking: false, error: null, isOffline: false },
  ...{ problems: [], waiting: 0, move: null },
  members: [
    { device: '1'.repeat(32), name: 'Ada', isThis: true },
    {
      device: '2'.repeat(32),
      name: 'Benedikt with a rather long name, and the department that he works for',
      isThis: false,
    },
    { device: '3'.repeat(32), name: '陈静 (3333)', isThis: false },
  ],
};

const preview: SharePreview = {
  ...{ prepared: 'p1', title: 'Find why the health check is slow', repository: 'git.example.com/ada/harbour-api' },
  ...{
    messages: 42,
    calls: 17,
    attachments: 3,
    pictures: 1,
    agents: 2,
    bytes: 812_000,
    homePaths: 128,
    replaces: false,
  },
  secrets: [
    {
      ...{
        id: 's1',
        masked: 'ghp_…',
        before: 'git remote set-url origin https://',
        after: '@git.example.com/ada/harbour-api.git',
      },
      ...{ count: 3, isMasked: true, isOwnKey: false },
    },
    {
      id: 's2',
      masked: 'hunt…',
      before: 'DB_PASSWORD=',
      after: ' npm run migrate',
      count: 1,
      isMasked: false,
      isOwnKey: false,
    },
    {
      id: 's3',
      masked: 'sk-p…',
      before: '{"apiKey":"',
      after: '","baseUrl":"https://gateway.example.com/v1"}',
      count: 2,
      isMasked: true,
      isOwnKey: true,
    },
  ],
};

const shared = (author: string, title: string, n: number, isWaiting = false): SharedConversation => ({
  ...{ team: 't1', teamName: 'Tunnel', publication: String(n).repeat(32), conversationId: `inplace-team-${n}`, title },
  ...{ author, isMine: false, repository: null, at: ago(n * 300), bytes: 1000, isWaiting },
});

const hashOf = (n: number): string => String(n).repeat(64).slice(0, 64);

const item = (change: Partial<TeamItem> & Pick<TeamItem, 'id' | 'kind' | 'name'>): TeamItem => ({
  ...{ team: 't1', teamName: 'Tunnel', publication: change.id, author: 'Benedikt', state: 'off', version: 1 },
  ...{ at: ago(200), hash: hashOf(1), bytes: 2048, accepted: null, isWaiting: false },
  ...change,
});

const accepted = { version: 2, at: ago(9000), hash: hashOf(2) };

const items: TeamItem[] = [
  item({ id: 'i1', kind: 'skill', name: 'release-notes' }),
  item({ id: 'i2', kind: 'command', name: 'review', author: '陈静 (3333)', state: 'changed', version: 3, accepted }),
  item({ id: 'i3', kind: 'preset', name: 'careful', state: 'on', accepted, version: 2 }),
  item({ id: 'i4', kind: 'rules', name: 'rules', state: 'withdrawn', accepted, version: 2 }),
  item({ id: 'i5', kind: 'instructions', name: 'instructions', author: 'Ada', state: 'mine' }),
];

const skillFiles: ItemFile[] = [
  {
    path: 'SKILL.md',
    text: '---\ndescription: Writes release notes from the merged changes.\n---\n\nRun `scripts/changes.sh`, and group the changes as in style.md.\u202e\n',
    bytes: 148,
  },
  { path: 'logo.png', text: null, bytes: 18_200 },
  { path: 'scripts/changes.sh', text: '#!/bin/sh\ngit log --oneline "$1"..HEAD\n', bytes: 40 },
];

const skillContent: ItemContent = {
  item: items[0] as TeamItem,
  effects: [
    say`Characters that are invisible or change the order of the text are in ${'SKILL.md'}.`,
    say`You call it with /${'release-notes'}; then its text is sent.`,
    say`The model may read it on its own, and then works by it.`,
    say`It has scripts: ${'scripts/changes.sh'}. Each run is approved and sandboxed like any other.`,
  ],
  files: skillFiles,
  changes: null,
};

const changedContent: ItemContent = {
  item: items[1] as TeamItem,
  effects: [say`You call it with /${'review'}; then its text is sent.`],
  files: [
    {
      path: 'command.md',
      text: 'Review $ARGUMENTS.\nName what is missing in the tests.\nFix it, and push.\n',
      bytes: 73,
    },
  ],
  changes:
    '--- a/command.md\n+++ b/command.md\n@@ -1,2 +1,3 @@\n Review $ARGUMENTS.\n-Name what is missing.\n+Name what is missing in the tests.\n+Fix it, and push.\n',
};

const itemPreview: ItemPreview = {
  ...{ prepared: 'p2', kind: 'skill', name: 'release-notes', bytes: 18_388, files: skillFiles, homePaths: 2 },
  notes: [say`In ${1} of its files nothing can be masked, as they are no text. Look at them first.`],
  ...{ secrets: preview.secrets.slice(0, 1), replaces: true, isSame: false },
};

export const sharingHandlers: Partial<Handlers> = {
  'sharing.teams': async () => ok({ teams: [] }),
  'sharing.suggestName': async () => ok({ name: 'Ada Lindgren' }),
  'sharing.items': async () => ok({ items: [] }),
  'sharing.item': async () => ok(skillContent),
  'sharing.prepareItem': async () => ok(itemPreview),
  'sharing.published': async () => ok({ publications: [] }),
  'sharing.prepare': async () => ok(preview),
  'sharing.newCode': async () => ok({ code: '7Q4M-9XKD-T2RB-0HJWA', lifeMs: 600_000 }),
  'sharing.offer': () => new Promise(() => {}),
};

function scene(teams: readonly Partial<TeamInfo>[], more: Partial<Scene> = {}): Scene {
  const infos = teams.map((change) => ({ ...team, ...change }));
  return {
    snapshot: snapshotFixture(),
    conversation: null,
    dialog: { type: 'settings', section: 'sharing' },
    ...more,
    handlers: { 'sharing.teams': async () => ok({ teams: infos }), ...more.handlers },
  };
}

const publishing = (change: Partial<SharePreview>, more: Partial<Handlers> = {}, from?: string): Scene =>
  scene([{}], {
    dialog: { type: 'publish', conversationId: 'c1', ...(from === undefined ? {} : { from }) },
    handlers: { 'sharing.prepare': async () => ok({ ...preview, ...change }), ...more },
  });

const reading = (conversation: ConversationState | null): Scene => {
  const { dialog: _, ...rest } = scene([{}], {
    handlers: {
      'inPlace.list': async () =>
        ok({
          ...{ rows: [], read: 0, total: 0, problems: [], agents: [], onMachines: [], hasTeam: true },
          shared: [
            shared('Benedikt', 'Find why the health check is slow', 1),
            shared('陈静', '为什么每次调用都会统计 events 表的全部行数', 2),
            shared('Benedikt', 'Still on its way', 3, true),
          ],
        }),
    },
  });
  return { ...rest, conversation };
};

export const sharingScenes: Record<string, () => Scene> = {
  sharingNone: () => scene([]),
  sharingSetUp: () => scene([], { press: ['[data-opens="create"]'] }),
  sharingJoin: () => scene([], { press: ['[data-opens="join"]'] }),
  sharingTeam: () =>
    scene([{}, { team: 't2', name: '港口', waiting: 2, lookedAt: null, members: team.members.slice(0, 1) }]),
  sharingProblems: () =>
    scene([
      {
        problems: [
          {
            of: '陈静',
            text: say`The store has an older state of what ${'陈静'} publishes (${4} instead of ${7}). It was rolled back; nothing was taken from it.`,
          },
        ],
        move: { by: '陈静', removed: ['Benedikt'] },
      },
      {
        team: 't2',
        name: 'Harbour',
        isOffline: true,
        error: say`The folder ${'/mnt/team'} does not exist.`,
        lookedAt: ago(300),
      },
    ]),
  sharingCode: () => scene([{}], { press: ['[data-team] ul + button'] }),
  sharingPublish: () => publishing({}),
  sharingPublishAgain: () =>
    publishing(
      { secrets: [], replaces: true, pictures: 0 },
      {
        'sharing.published': async () =>
          ok({ publications: [{ team: 't1', publication: 'a', at: ago(90), grown: true }] }),
      },
    ),
  sharingPublishFailed: () =>
    publishing({}, { 'sharing.prepare': async () => fail('PARAMS_INVALID', say`There are no messages to publish.`) }),
  sharingItems: () => scene([{}], { handlers: { 'sharing.items': async () => ok({ items }) } }),
  sharingItem: () =>
    scene([{}], { press: ['[data-opens="i1"]'], handlers: { 'sharing.items': async () => ok({ items }) } }),
  sharingItemChanged: () =>
    scene([{}], {
      press: ['[data-opens="i2"]'],
      handlers: { 'sharing.items': async () => ok({ items }), 'sharing.item': async () => ok(changedContent) },
    }),
  sharingPublishItem: () =>
    scene([{}], {
      press: ['[data-opens="publish t1"]', '[aria-haspopup="listbox"]', '[role="option"]:last-child'],
    }),
  sharingNoTeam: () => scene([], { dialog: { type: 'publish', conversationId: 'c1' } }),
  sharingRead: () => reading(null),
  sharingOpen: () =>
    reading(
      conversationFixture({
        ...{ conversationId: 'inplace-team-1', projectId: 'inplace-team-t1', model: null },
        messages: healthTalk().says(reply).messages,
      }),
    ),
};
