// Which sections of the settings a person means by a few letters: those whose words have them all. Pure.

import { type SettingsSection, settingsSections } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';

const { settings, tools, mcp, approvals, chat } = strings;

/** What stands on each section, as far as it does not come from the person. */
const said: Record<SettingsSection, unknown> = {
  providers: [settings.providers, strings.start.server],
  model: settings.model,
  approvals: [settings.approvals, settings.trust, chat.approval, approvals.rules],
  tools: tools.page,
  mcp: [mcp.section, mcp.intro, mcp.add, mcp.import, mcp.form.command],
  run: settings.run,
  appearance: settings.appearance,
  keyboard: strings.commands,
  notifications: strings.notify.settings,
  instructions: settings.instructions,
  data: settings.data,
};

function allWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allWords) : [];
}

export function findSections(typed: string): SettingsSection[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return settingsSections.filter((name) => {
    const text = [settings.sections[name], ...allWords(said[name])].join('\n').toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
