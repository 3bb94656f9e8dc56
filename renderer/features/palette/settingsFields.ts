// Every setting that the palette can open, with its section. The settings pages mark each one with its label (`data-field`, or
// the name of its part of the page).

import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { SettingsSection } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';
import { backupWords } from '../backup/words.ts';
import { customizationWords } from '../customizations/words.ts';
import { desktopWords } from '../desktop/words.ts';
import { diagnosticsWords } from '../diagnostics/words.ts';
import { encryptionWords } from '../encryption/words.ts';
import { presetWords } from '../presets/words.ts';
import { syncWords } from '../sync/words.ts';
import { updatesWords } from '../updates/words.ts';

export interface SettingsField {
  section: SettingsSection;
  label: string;
  /** The setting's description. */
  hint: string;
}

const { settings } = lateStrings;
const { appearance, model, run, costs, data, traces, webSearch, trust, instructions } = settings;
const { page } = lateStrings.tools;
const desktop = desktopWords.settings;

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
    [backupWords.title, backupWords.intro, backupWords.restoreTitle, backupWords.encrypted],
    [data.space.title],
    [encryptionWords.title, encryptionWords.what, encryptionWords.codeTitle],
  ],
  sync: [
    [syncWords.machines.title, syncWords.add.title, syncWords.machines.revoke],
    [syncWords.parts.title, syncWords.parts.always],
    [syncWords.phrase.title, syncWords.phrase.hint],
  ],
  desktop: [
    [desktop.tray, desktop.trayHint],
    [desktop.awake, desktop.awakeHint],
    [desktop.content, desktop.contentHint],
    [desktop.quick, desktop.quickHint],
    [desktop.spelling, desktop.spellingHint, desktop.spellingMac],
  ],
  updates: [[updatesWords.automatic, updatesWords.hint, updatesWords.check]],
  help: [
    [diagnosticsWords.doctor.title, diagnosticsWords.doctor.intro],
    [diagnosticsWords.report.title, diagnosticsWords.report.intro],
    [diagnosticsWords.logs.amount, diagnosticsWords.logs.amountHint],
  ],
};

const all: readonly SettingsField[] = (Object.keys(named) as SettingsSection[]).flatMap((section) =>
  (named[section] ?? []).map(([label, ...hints]) => ({ section, label, hint: hints.join(' ') })),
);

/** A browser has nothing of the desktop app. */
export function settingsFields(host: AppSnapshot['host']): readonly SettingsField[] {
  return host === 'desktop' ? all : all.filter(({ section }) => section !== 'desktop');
}
