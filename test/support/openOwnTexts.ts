// The user's own text files in a folder, as the tools and the contract see them.

import { createUserTextFiles } from '../../electron/features/memory/userTextFiles.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { UserTextFiles } from '../../electron/ports/ownTextFiles.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';

export function openOwnTexts(dataDir: string, secrets: readonly string[] = []): UserTextFiles {
  const mask = createSecretMask(
    () => secrets,
    () => false,
  );
  return createUserTextFiles(dataDir, { disk: nodeDisk, clock: systemClock, mask, keysKnown: async () => {} });
}
