// Presets: page of the model popover, list and form in the settings, no presets, invalid files, a deleted preset.

import type { PresetPage } from '../../../../renderer/features/presets/presetDraft.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import {
  emptyPreset,
  type Preset,
  type PresetFields,
  type PresetProblem,
  type PresetRef,
} from '../../../../shared/features/presets/preset.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

function preset(id: string, scope: PresetRef['scope'], fields: Partial<PresetFields>): Preset {
  const label = scope === 'project' ? `.throughline/presets/${id}.md` : `~/.config/throughline/presets/${id}.md`;
  return {
    ...emptyPreset,
    name: id,
    ...fields,
    ref: { scope, id },
    origin: { scope, label },
    place: `/home/kim/${label}`,
    version: 'v',
  };
}

const team = preset('team', 'project', {
  name: 'House rules',
  description: 'How changes are made here, and what is never touched.',
  approvalMode: 'ask',
});
const reviewer = preset('careful-reviewer', 'personal', {
  name: 'Careful reviewer',
  description: 'Reviews and comments without changing anything.',
  model: { provider: 'environment', model: 'atlas-large' },
  modelOptions: { effort: 'high', temperature: 0.2 },
  tools: ['read_file', 'list_files', 'search_files', 'lint_only_elsewhere'],
  approvalMode: 'reads',
  words: 'Review what I show you. Say what is wrong, where, and why it matters. Do not change any file.',
  examples: [
    { user: 'Is this query safe?', assistant: 'No: line 14 puts the name into the statement. Bind it instead.' },
  ],
});
const others = [
  preset('short-answers', 'personal', { name: 'Short answers', description: 'One line, from a small model.' }),
  preset('代码审阅', 'personal', { name: '代码审阅', description: '只阅读和评论，不做改动。' }),
  preset('long', 'personal', {
    name: 'A preset whose name is about as long as a name may be, which is eighty letters',
    description:
      'And a description that goes on for a while, so that one sees where it breaks and whether what stands beside it keeps its place when there is little room for it.',
  }),
];
const all = [team, reviewer, ...others];

const problems: PresetProblem[] = [
  {
    scope: 'personal',
    label: '~/.config/throughline/presets/planner.md',
    line: 4,
    message: say`temperature must be a number from 0 to 2.`,
  },
  {
    scope: 'project',
    label: '.throughline/presets/release.md',
    line: null,
    message: say`“${'aproval-mode'}” is not a field of a preset, so it is ignored.`,
  },
];

function presets(
  list: Preset[],
  page?: PresetPage | null,
  more: Partial<Scene> = {},
  wrong: PresetProblem[] = [],
): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: healthTalk().says(texts.reply).messages,
      preset: { scope: 'personal', id: 'careful-reviewer' },
    }),
    ...(page === undefined
      ? {}
      : { dialog: { type: 'settings', section: 'presets', ...(page ? { preset: page } : {}) } }),
    handlers: {
      'preset.list': async () =>
        ok({ presets: list, problems: wrong, folder: '/home/kim/.config/throughline/presets', mayShare: true }),
    },
    ...more,
  };
}

export const presetScenes: Record<string, () => Scene> = {
  presetMenu: () => presets(all, undefined, { press: ['[data-control="model"]', '[data-page="preset"]'] }),
  presetGone: () => presets([team], undefined, { press: ['[data-control="model"]', '[data-page="preset"]'] }),
  presetsEmpty: () => presets([], null),
  presetsList: () => presets(all, null, {}, problems),
  presetForm: () => presets(all, { type: 'edit', ref: reviewer.ref }),
  presetFormWrong: () =>
    presets(
      all,
      { type: 'new', fields: { ...emptyPreset, examples: [{ user: 'Sky?', assistant: '' }] } },
      {
        press: ['[role="dialog"] form [type="submit"]'],
      },
    ),
};
