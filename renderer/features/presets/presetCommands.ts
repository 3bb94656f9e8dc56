// A palette command for each preset, so that a few letters choose it.

import type { Preset } from '../../../shared/features/presets/preset.ts';
import type { Session } from '../../core/state/session.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { choosePreset } from './choosePreset.ts';
import { presetWords } from './words.ts';

const words = presetWords;

interface PresetCommand {
  id: string;
  title: string;
  quiet: true;
  /** No shortcut. */
  keys: '';
  run(): void;
}

/** None in another app's conversation, where presets cannot apply. */
export function presetCommands(session: Session, presets: readonly Preset[]): PresetCommand[] {
  if (presets.length === 0) return [];
  const make = (id: string, title: string, preset: Preset | null): PresetCommand => ({
    id,
    title,
    quiet: true,
    keys: '',
    run: () => void choosePreset(session, preset),
  });
  return [
    ...presets.map((preset) =>
      make(
        `preset/${preset.ref.scope}/${encodeURIComponent(preset.ref.id)}`,
        words.command(visibleText(preset.name)),
        preset,
      ),
    ),
    make('preset/none', words.commandNone, null),
  ];
}
