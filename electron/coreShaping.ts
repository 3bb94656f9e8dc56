// What shapes how a model works beside its tools: the person's instructions and memory, presets, and what files define. Joined
// here for the core.

import { dirname } from 'node:path';
import type { AppEvent } from '../shared/contract.ts';
import { customizationTexts } from './chat/context/customizationTexts.ts';
import { instructionTexts, memoryTexts } from './chat/context/ownStandingTexts.ts';
import { createOwnTexts } from './chat/context/ownTexts.ts';
import { presetStanding } from './chat/context/presetText.ts';
import type { StandingSource } from './chat/context/standingTexts.ts';
import { createCustomizations } from './customizations/customizations.ts';
import { createPresets } from './customizations/presets/presets.ts';
import type { SettingsStore } from './handlers/handlerDeps.ts';
import type { IdSource } from './lib/ids.ts';
import type { SecretMask } from './lib/secretMask.ts';
import type { Clock } from './ports/clock.ts';
import type { ConversationStore } from './ports/store.ts';
import { atomicWrite, makeFolder } from './stores/files/atomicWrite.ts';
import type { Disk } from './stores/files/disk.ts';
import { createOwnTextFiles } from './stores/ownTexts/ownTextFiles.ts';

interface ShapingOptions {
  dataDir: string;
  home: string;
  /** Where Claude Code keeps its files, if it was told. */
  claude: string | null;
  disk: Disk;
  clock: Clock;
  ids: IdSource;
  mask: SecretMask;
  keysKnown(): Promise<void>;
  store: ConversationStore;
  settings: SettingsStore;
  publish(event: AppEvent): void;
  /** Whether a file may be the work of a command that still runs in the sandbox. */
  isUnchecked(path: string): Promise<boolean>;
}

export function createShaping(options: ShapingOptions) {
  const { dataDir, home, claude, disk, clock, ids, mask, keysKnown, store, settings, publish, isUnchecked } = options;
  const readSettings = async () => (await settings.read()).settings;
  const customizations = createCustomizations({
    dataDir,
    home,
    claude,
    others: async () => (await readSettings()).otherProgramsFiles,
    isUnchecked,
  });
  customizations.onChange(() => {
    publish({ type: 'customizations.changed' });
    publish({ type: 'slash.changed' });
  });
  const files = createOwnTextFiles(dataDir, { disk, clock, mask, keysKnown });
  const ownTexts = createOwnTexts({ files, store, settings: readSettings, updateSettings: settings.update });
  const presets = createPresets({
    isUnchecked,
    dataDir,
    home,
    ids,
    async write(file, text) {
      await makeFolder(disk, dirname(file));
      await atomicWrite(disk, file, text);
    },
  });
  presets.onChange(() => publish({ type: 'presets.changed' }));
  const own = { files, texts: ownTexts, store, settings: readSettings };
  const standing: StandingSource[] = [
    instructionTexts(own),
    presetStanding({ presets, store }),
    memoryTexts(own),
    customizationTexts({ ...customizations, store }),
  ];
  return { customizations, ownTextFiles: files, ownTexts, presets, standing };
}
