// The window's frame in each state: first run, connection, settings, dialogs, menus, toasts, long words and other scripts.

import { lateStrings } from '../../renderer/core/lateStrings.ts';
import { settingsSections } from '../../renderer/core/state/viewStore.ts';
import { strings } from '../../renderer/core/strings.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { ThemeFile } from '../../shared/features/theme/methods.ts';
import { demoProvider, rows, snapshotFixture } from './appFixture.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import { localServers } from './features/models/scenes.ts';
import { healthTalk } from './healthTalk.ts';
import { namedDialog } from './namedDialog.ts';
import type { Scene } from './scene.ts';
import * as texts from './texts.ts';

type Scenes = Record<string, () => Scene>;

function talk(more: Partial<Scene> = {}): Scene {
  const conversation = conversationFixture({ messages: healthTalk().says(texts.reply).messages });
  return { snapshot: snapshotFixture(), conversation, ...more };
}

function first(more: Partial<Scene> = {}): Scene {
  const snapshot = snapshotFixture({
    conversations: [],
    providers: [demoProvider],
    projects: [],
    startProjectId: null,
  });
  return { snapshot, conversation: null, ...more };
}

export const startScenes: Scenes = {
  firstNothing: () => first({ handlers: { 'provider.discover': async () => ok({ servers: [] }) } }),
  firstServers: () => first({ handlers: { 'provider.discover': async () => ok({ servers: localServers }) } }),
  firstPicker: () =>
    first({
      press: ['[data-connect]'],
      handlers: { 'provider.discover': async () => ok({ servers: localServers }) },
    }),
  firstForm: () => first({ press: ['[data-connect]', '[role="option"][id*="anthropic"]'] }),
  newChat: () => ({
    snapshot: snapshotFixture(),
    conversation: null,
    draft: 'Read the README and tell me what is missing.',
  }),
  newChatNoFolder: () => ({
    snapshot: snapshotFixture({
      startProjectId: null,
      conversations: rows.filter(({ projectId }) => projectId === 'p0'),
    }),
    conversation: null,
  }),
  noConversations: () => ({ snapshot: snapshotFixture({ conversations: [] }), conversation: null }),
};

export const connectionScenes: Scenes = {
  connecting: () => talk({ link: 'never' }),
  addressRefused: () => talk({ link: 'refused' }),
  connectionLost: () => talk({ link: 'lost' }),
  startedAgain: () => talk({ link: 'startedAgain' }),
  startFailed: () =>
    talk({
      handlers: {
        'app.open': async () =>
          fail(
            'STORE_READ_FAILED',
            'The data folder /home/mei/.throughline cannot be used: access was denied (EACCES). Choose another with --data, or make it writable.',
          ),
      },
    }),
  openFailed: () => ({
    ...talk(),
    handlers: {
      'conversation.open': async () =>
        fail(
          'STORE_READ_FAILED',
          'This conversation’s messages could not be read: the disk reported an error (EIO). They were not changed.',
        ),
    },
  }),
};

const themeFixture: ThemeFile = {
  place: '/home/mei/.throughline/theme.css',
  exists: true,
  values: { '--corner-m': '2px', '--found': '#ffe08a' },
  problems: [
    { line: 4, why: 'colour', text: '--accent: url(https://example.com/a.png)' },
    { line: 7, why: 'name', text: '--colour-of-the-sky' },
    { line: 9, why: 'block', text: 'body' },
    { line: 12, why: 'length', text: '--corner-l: 9999px' },
  ],
};

function webSearch(backend: 'searxng' | 'brave' | 'exa', press: string[]): Scene {
  const snapshot = snapshotFixture();
  const settings = { ...snapshot.settings, webSearch: { backend, address: '', keys: [] } };
  return {
    ...talk({ dialog: { type: 'settings', section: 'webSearch' }, press }),
    snapshot: { ...snapshot, settings },
  };
}

export const settingsScenes: Scenes = {
  ...Object.fromEntries(
    settingsSections.map((section) => [
      `settings${section.charAt(0).toUpperCase()}${section.slice(1)}`,
      () => talk({ dialog: { type: 'settings', section } }),
    ]),
  ),
  settingsThemeFile: () =>
    talk({
      dialog: { type: 'settings', section: 'appearance' },
      handlers: { 'theme.read': async () => ok(themeFixture) },
    }),
  settingsCompact: () => {
    const scene = talk({ dialog: { type: 'settings', section: 'appearance' } });
    const settings = {
      ...scene.snapshot.settings,
      accent: 'plum',
      density: 'compact',
      textSize: 17,
      codeSize: 14,
    } as const;
    return { ...scene, snapshot: { ...scene.snapshot, settings } };
  },
  settingsField: () =>
    talk({
      dialog: {
        type: 'settings',
        section: 'appearance',
        field: lateStrings.settings.appearance.codeSize,
      },
    }),
  settingsWebSearchOwn: () => webSearch('searxng', []),
  settingsWebSearchKey: () => webSearch('brave', ['[role="tabpanel"] form + div button']),
  settingsWebSearchNoKey: () => webSearch('exa', []),
  settingsEdit: () =>
    talk({
      dialog: { type: 'settings', section: 'providers' },
      press: ['[role="tabpanel"] li:last-child button:nth-of-type(2)'],
    }),
  confirmCode: () =>
    talk({
      dialog: { type: 'settings', section: 'approvals' },
      press: ['[role="tabpanel"] [role="radiogroup"] > :nth-last-child(2) input'],
      handlers: {
        'settings.update': async () =>
          fail('CONFIRMATION_NEEDED', 'It was not confirmed.', { confirmation: 'c', by: 'code' }),
      },
    }),
};

const dialogs = ['delete', 'forget', 'folder', 'output', 'request', 'shortcuts', 'export', 'toolRun', 'image'];

export const dialogScenes: Scenes = {
  ...Object.fromEntries(
    dialogs.map((name) => {
      const dialog = namedDialog(name);
      return [`dialog${name.charAt(0).toUpperCase()}${name.slice(1)}`, () => talk(dialog ? { dialog } : {})];
    }),
  ),
  palette: () => talk({ view: { paletteOpen: true } }),
  paletteTyped: () => talk({ view: { paletteOpen: true, typed: 'health' } }),
  paletteSetting: () => talk({ view: { paletteOpen: true, typed: lateStrings.settings.appearance.contrast } }),
  paletteNothing: () => talk({ view: { paletteOpen: true, typed: 'zzzzqq' } }),
};

export const menuScenes: Scenes = {
  menuFolder: () => talk({ press: ['[data-control="folder"]'] }),
  menuAdd: () => talk({ press: ['[data-control="add"]'] }),
  menuModel: () => talk({ press: ['[data-control="model"]'] }),
  menuApprovals: () => talk({ press: ['[data-control="approvals"]'] }),
  menuApprovalsProject: () => {
    const scene = talk({ press: ['[data-control="approvals"]'] });
    const { conversation } = scene;
    return { ...scene, conversation: conversation && { ...conversation, approvalMode: 'sandbox' } };
  },
  menuApprovalsNoSandbox: () =>
    talk({
      press: ['[data-control="approvals"]'],
      handlers: {
        'sandbox.state': async () =>
          ok({
            available: false,
            reason: say`${'bwrap'} is not installed.`,
            install: 'sudo apt-get install bubblewrap',
          }),
      },
    }),
  menuConversation: () => talk({ press: ['[data-conversation="current"] ~ [aria-haspopup="menu"]'] }),
  sidebarSheet: () => talk({ view: { sheet: 'sidebar' } }),
  toastsMany: () => talk({ toasts: fiveToasts() }),
  toastsNoSidebar: () => talk({ toasts: fiveToasts(), view: { sidebarOpen: false } }),
  toasts: () =>
    talk({
      toasts: [
        {
          tone: 'error',
          message: strings.sentences.host(
            'The message could not be saved: the disk is full (ENOSPC). Everything saved earlier is intact. Free up space or allow access, then try again.',
          ),
          action: { label: strings.ui.tryAgain, run: () => {} },
        },
        { tone: 'info', message: strings.chat.alreadySent },
        {
          tone: 'info',
          message: strings.sidebar.deleted('Find why the health check is slow'),
          action: { label: strings.sidebar.undo, isUndo: true, run: () => {} },
        },
      ],
    }),
};

function fiveToasts(): NonNullable<Scene['toasts']> {
  return [
    { tone: 'error', message: 'The app cannot be reached at the moment. Nothing was changed.' },
    ...['a', 'b', 'c', 'd'].map((name) => ({
      tone: 'info' as const,
      message: strings.sidebar.archived(`Conversation ${name}`),
      action: { label: strings.sidebar.undo, isUndo: true, run: () => {} },
    })),
  ];
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);

export const textScenes: Scenes = {
  longWords: () => {
    const said = script()
      .user(`${longWord}\n\nhttps://example.com/${'a-very-long-path/'.repeat(20)}`)
      .asks(longWord, ['read_file', { path: `src/${longWord}/${longWord}.ts` }], ['run_command', { command: longWord }])
      .result(longWord.repeat(4), { duration: 12, details: { bytes: 900 } })
      .result(longWord, { outcome: 'error', duration: 61_000, details: { exitCode: 1, bytes: 900 } })
      .says(
        `# ${longWord}\n\n- ${longWord}\n\n| ${longWord} | b |\n|---|---|\n| ${longWord} | ${longWord} |\n\n\`${longWord}\``,
      );
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ title: longWord, messages: said.messages }),
      open: ['m1:0', 'm1:1'],
      panel: 'chain',
    };
  },
  rightToLeft: () => {
    const said = script()
      .user('لماذا فحص الصحة بطيء؟ اقرأ src/health.ts من فضلك.')
      .asks('سأقرأ الملف أولاً.', ['read_file', { path: 'مستندات/فحص.ts' }])
      .result(texts.fileText, { duration: 4, details: { bytes: 14_200 } })
      .says(
        'الفحص يعدّ كل صفوف الجدول `events` في كل مرة.\n\n1. أضف فهرساً\n2. احسب العدد مرة واحدة\n\n> שלום: גם עברית.\n\nThis line is English again.',
      );
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ title: 'فحص الصحة بطيء', messages: said.messages }),
    };
  },
  chineseTalk: () => {
    const said = script().user('把三月的账单按类别汇总').says(texts.chineseReply);
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ title: '把三月的账单按类别汇总，并生成一份图表', messages: said.messages }),
    };
  },
};
