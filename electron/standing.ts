// The texts at the start of every conversation, in the model's reading order.

import type { StandingSource } from './chat/context/standingTexts.ts';
import { customizationTexts } from './features/customizations/standingTexts.ts';
import type { ServicesOf } from './features/feature.ts';
import { instructionTexts, memoryTexts } from './features/memory/standingTexts.ts';
import { presetTexts } from './features/presets/standingText.ts';
import type { platformFeatures } from './features.ts';
import type { Platform } from './platform.ts';
import { teamInstructions } from './stores/acceptedItems.ts';

export function standingSources(
  { acceptedItems, disk, store, readSettings }: Platform,
  { ownTexts, presets, customizations }: ServicesOf<typeof platformFeatures>,
): StandingSource[] {
  const ofTeams = () => teamInstructions(disk, acceptedItems);
  const textDeps = { files: ownTexts.files, texts: ownTexts, store, settings: readSettings, ofTeams };
  return [
    instructionTexts(textDeps),
    presetTexts({ presets, store }),
    memoryTexts(textDeps),
    customizationTexts({ ...customizations, store }),
  ];
}
