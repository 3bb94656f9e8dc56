// Background commands for tests without an app: their files are in a test folder, and no run of the app is recorded.

import { systemClock } from '../../electron/lib/clock.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { BackgroundCommands } from '../../electron/ports/background.ts';
import { createBackgroundFiles } from '../../electron/stores/background/backgroundFiles.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createBackgroundCommands } from '../../electron/tools/process/background/backgroundCommands.ts';
import { createProcessJournal, noRecords } from '../../electron/tools/process/processJournal.ts';
import { tempFolder } from './tempFolder.ts';

export function backgroundCommands(): BackgroundCommands {
  const environment = process.env;
  const mask = createSecretMask(
    () => [],
    () => false,
  );
  const files = createBackgroundFiles(tempFolder(), {
    disk: nodeDisk,
    mask,
    keysKnown: async () => {},
    cap: () => 1024 * 1024,
  });
  const journal = createProcessJournal({ records: noRecords, clock: systemClock, environment });
  return createBackgroundCommands({ clock: systemClock, environment, journal, files });
}
