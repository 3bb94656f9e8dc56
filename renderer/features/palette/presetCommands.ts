// Each preset as a command of the palette, so that a few of its letters choose it.

import type { Preset } from '../../../shared/features/presets/preset.ts';
import type { Session } from '../../core/state/session.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { choosePreset } from '../presets/choosePreset.ts';
import { presetWords } from '../presets/words.ts';
import type { PaletteCommand } from './paletteRows.ts';

const words = presetWords;

/** In the conversation of another program nothing can be chosen. */
export function presetCommands(session: Session, presets: readonly Preset[]): PaletteCommand[] {
  if (presets.length === 0) return [];
  const make = (id: string, title: string, preset: Preset | null): PaletteCommand => ({
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
