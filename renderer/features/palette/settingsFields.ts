// Every setting that the palette can open, with its section. The settings pages mark each one with its label (`data-field`, or
// the name of its part of the page).

import { lateStrings } from '../../core/lateStrings.ts';
import type { SettingsSection } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';
import { customizationWords } from '../customizations/words.ts';
import { presetWords } from '../presets/words.ts';

export interface SettingsField {
  section: SettingsSection;
  label: string;
  /** The setting's description. */
  hint: string;
}

const { settings } = lateStrings;
const { appearance, model, run, costs, data, traces, webSearch, trust, instructions } = settings;
const { page } = lateStrings.tools;

type Named = readonly [label: string, ...hints: string[]];

const named: Partial<Record<SettingsSection, readonly Named[]>> = {
  model: [
    [model.provider, model.intro],
    [model.titles.label, model.titles.hint],
  ],
  approvals: [
    [settings.sections.approvals, settings.approvals.intro],
    [lateStrings.approvals.rules.title, lateStrings.approvals.rules.intro],
    [trust.title, trust.hint],
  ],
  tools: [
    [page.search, page.intro],
    [page.defer, page.deferHint],
  ],
  webSearch: [[webSearch.service, webSearch.intro]],
  run: [
    [run.maxTurns, run.maxTurnsHint],
    [run.idle, run.idleHint],
    [run.retries, run.retriesHint],
    [run.compactAt, run.compactAtHint],
  ],
  costs: [
    [costs.day, costs.dayHint],
    [costs.conversation, costs.conversationHint],
    [costs.prices, costs.pricesHint],
  ],
  traces: [
    [traces.address, traces.addressHint],
    [traces.service, traces.serviceHint],
    [traces.content, traces.contentHint],
    [traces.on, traces.onHint],
  ],
  appearance: [
    [appearance.theme, appearance.light, appearance.dark],
    [appearance.accent, appearance.accentHint, ...Object.values(appearance.accents)],
    [appearance.contrast, appearance.contrastHint],
    [appearance.density, appearance.densityHint, ...Object.values(appearance.densities)],
    [appearance.textSize, appearance.textSizeHint('', '')],
    [appearance.codeSize, appearance.codeSizeHint('', '')],
    [appearance.zoom, appearance.zoomHint],
    [appearance.motion, appearance.motionHint],
    [appearance.language, 'English 中文 language 语言'],
    [appearance.file, appearance.fileHint, 'theme.css CSS'],
  ],
  keyboard: [[lateStrings.shortcuts.list.find, strings.commands.titles['shortcuts.open']]],
  notifications: [[lateStrings.notifications.settings.label, lateStrings.notifications.settings.hint]],
  instructions: [[instructions.label, instructions.hint]],
  customizations: [[customizationWords.page.others, customizationWords.page.othersHint]],
  presets: [[presetWords.page.standard, presetWords.page.standardHint]],
  data: [
    [data.maskTokens, data.maskTokensHint],
    [data.resultCap, data.resultCapHint],
    [data.undoRoom, data.undoRoomHint],
    [data.space.title],
  ],
};

export const settingsFields: readonly SettingsField[] = (Object.keys(named) as SettingsSection[]).flatMap((section) =>
  (named[section] ?? []).map(([label, ...hints]) => ({ section, label, hint: hints.join(' ') })),
);
