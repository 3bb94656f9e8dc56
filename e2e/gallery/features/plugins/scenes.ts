// The settings of plugins: none yet, the list in every state, the form, and packages to install and update.

import { ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { BundleSetting } from '../../../../shared/features/plugins/bundle.ts';
import type { PluginInfo, PluginProposal } from '../../../../shared/features/plugins/plugin.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

function infoOf(id: string, more: Partial<PluginInfo> = {}): PluginInfo {
  return {
    ...{ id, kind: 'skill', name: id, description: 'Reads, fills and merges PDF files.', version: '1.2.0' },
    ...{ source: 'https://github.com/ada/skills.git (main)', commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' },
    ...{ hash, installedAt: '2026-11-20T08:00:00.000Z', enabled: true, files: 4, bytes: 18_400 },
    ...{ changedByHand: [], hasPrevious: false, skills: [id], servers: [], bundle: null, ...more },
  };
}

const plugins: PluginInfo[] = [
  infoOf('pdf', { hasPrevious: true }),
  infoOf('release-notes', {
    ...{
      description: '根据提交记录撰写发布说明。',
      commit: '',
      version: '',
      source: 'https://example.com/release-notes.zip',
    },
    changedByHand: ['skills/release-notes/SKILL.md', 'skills/release-notes/template.md'],
  }),
  infoOf('weather-tools', {
    kind: 'plugin',
    description: 'Forecasts and warnings.',
    servers: ['weather-tools:forecast'],
  }),
  infoOf('a-skill-with-a-rather-long-name-that-has-no-space-to-wrap', { enabled: false, source: '/home/ada/skills' }),
];

const text =
  '---\nname: pdf\ndescription: Reads, fills and merges PDF files.\n---\n\n# PDF\n\nUse `scripts/fill.py`.\n';

const proposal: PluginProposal = {
  ...{ id: 'p1', kind: 'skill', name: 'pdf', description: 'Reads, fills and merges PDF files.', version: '1.3.0' },
  ...{ source: 'https://github.com/ada/skills.git (main)', commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' },
  ...{ hash, bytes: 18_400, moreFiles: 0, programs: 1, text, bundle: null, replaces: null },
  files: [
    { path: 'skills/pdf/SKILL.md', bytes: 412, isScript: false, change: 'added', diff: '', isCut: false },
    { path: 'skills/pdf/forms.md', bytes: 9_800, isScript: false, change: 'added', diff: '', isCut: false },
    { path: 'skills/pdf/scripts/fill.py', bytes: 8_188, isScript: true, change: 'added', diff: '', isCut: false },
  ],
  effects: [
    say`You call it with /${'pdf'}; then its text is sent.`,
    say`The model may read it on its own, and then works by it.`,
    say`It has scripts: ${'skills/pdf/scripts/fill.py'}. Each run is approved and sandboxed like any other.`,
  ].map(toUserTextData),
};

const diff = [
  '--- a/skills/pdf/SKILL.md',
  '+++ b/skills/pdf/SKILL.md',
  '@@ -5,3 +5,3 @@',
  ' # PDF',
  ' ',
  '-Use `scripts/fill.py`.',
  '+Use `scripts/fill.py` and `scripts/merge.py`.',
  '',
].join('\n');

const update: PluginProposal = {
  ...proposal,
  replaces: { id: 'pdf', version: '1.2.0', hash: hash.replace('9', '8'), changedByHand: ['skills/pdf/forms.md'] },
  files: [
    { path: 'skills/pdf/SKILL.md', bytes: 436, isScript: false, change: 'changed', diff, isCut: false },
    { path: 'skills/pdf/scripts/merge.py', bytes: 2_048, isScript: true, change: 'added', diff: '', isCut: false },
    { path: 'skills/pdf/forms.md', bytes: 9_800, isScript: false, change: 'same', diff: '', isCut: false },
  ],
};

const bundleIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAYElEQVR42mNw67lDU8QwasGoBTD0a58NJqKOBViNJt4aBgpNJ2gHA+Wm47eDgSqm47GDgVqm47JjICwg23SsdoxaMGoBTSwY+hmNHmURPUpTetQH9KjR6FEnj7aLhrwFAG7rF9gPDD0VAAAAAElFTkSuQmCC';

const noSetting = { required: false, multiple: false, sensitive: false, min: null, max: null, default: null } as const;
const unset = { ...noSetting, value: null, isStored: false } as const;

const bundleSettings: BundleSetting[] = [
  { ...unset, key: 'verbose', type: 'boolean', title: 'Verbose', description: 'Writes every request to its log.' },
  {
    ...{ ...unset, key: 'key', type: 'string', title: 'API key', description: 'From your account page.' },
    ...{ sensitive: true, required: true, isStored: true },
  },
  {
    ...{ ...unset, key: 'folders', type: 'directory', title: 'Folders', description: 'It may read these.' },
    ...{ multiple: true, required: true, default: ['/home/ada/Documents'] },
  },
  {
    ...{ ...unset, key: 'days', type: 'number', title: 'Days', description: 'How far it looks ahead.' },
    ...{ min: 1, max: 14, default: 3 },
  },
];

const command =
  'node /home/ada/data/plugins/weather/9f86d081884c7d659a2feaa0c55ad015/server/index.js --days=3 /home/ada/Documents';

const bundleProposal: PluginProposal = {
  ...proposal,
  ...{ kind: 'bundle', name: 'weather', description: 'Forecasts and warnings for any place.', version: '2.1.0' },
  ...{ source: '/home/ada/Downloads/weather.mcpb', commit: '', text: '{\n  "manifest_version": "0.3"\n}\n' },
  files: [
    { path: 'manifest.json', bytes: 1_912, isScript: false, change: 'added', diff: '', isCut: false },
    { path: 'server/index.js', bytes: 16_488, isScript: true, change: 'added', diff: '', isCut: false },
  ],
  effects: [
    say`Its MCP server “${'weather'}” runs, once you have approved it: ${command}`,
    say`Its file has a signature, which was not checked.`,
  ].map(toUserTextData),
  bundle: {
    ...{ displayName: 'Weather', type: 'node', author: 'Ada Lovelace', license: 'MIT', isSigned: true },
    environment: [
      { name: 'API_KEY', value: '‹API key›' },
      { name: 'LANGUAGE', value: 'en' },
    ],
    links: [
      { kind: 'homepage', address: 'https://example.com/weather' },
      { kind: 'privacy', address: 'https://example.com/weather/privacy-policy-of-the-weather-service-in-full' },
    ],
    tools: [
      { name: 'forecast', description: 'The weather of the next days.' },
      { name: 'warnings_for_a_region_with_a_long_name', description: '某个地区的天气预警。' },
    ],
    moreTools: true,
    prompts: [{ name: 'plan-a-trip', description: 'Plans a trip by the weather.' }],
    settings: bundleSettings,
    icon: bundleIcon,
  },
};

const bundlePlugin = infoOf('weather', {
  ...{ kind: 'bundle', description: 'Forecasts and warnings for any place.', servers: ['weather'], commit: '' },
  bundle: { displayName: 'Weather', type: 'node', settings: bundleSettings, problem: null },
});

function settings(all: PluginInfo[], press: string[] = [], found: PluginProposal = proposal): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: {
      'plugins.list': async () => ok({ plugins: all, problems: [], folder: '/home/ada/data/plugins' }),
      'plugins.look': async () => ok(found),
      'plugins.lookForUpdate': async () => ok({ proposal: found }),
      'plugins.file': async () => ok({ text }),
      'plugins.discard': async () => ok({}),
    },
    dialog: { type: 'settings', section: 'plugins' },
    press,
  };
}

export const pluginScenes: Record<string, () => Scene> = {
  plugins: () => settings(plugins),
  pluginsEmpty: () => settings([]),
  pluginsForm: () => settings(plugins, ['[data-opens="new"]']),
  pluginsUpdate: () => settings(plugins, ['[data-opens="pdf"]'], update),
  pluginsBundle: () => settings([bundlePlugin], ['[data-opens="weather"]'], bundleProposal),
  pluginsBundleSettings: () => settings([bundlePlugin], ['[data-opens="settings weather"]']),
  pluginsInstall: () => settings(plugins, ['[data-opens="pdf"]']),
};
