// The user's own text files in a folder, as the tools and the contract see them.

import { createOwnTextFiles } from '../../electron/features/memory/userTextFiles.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { OwnTextFiles } from '../../electron/ports/ownTextFiles.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';

export function openOwnTexts(dataDir: string, secrets: readonly string[] = []): OwnTextFiles {
  const mask = createSecretMask(
    () => secrets,
    () => false,
  );
  return createOwnTextFiles(dataDir, { disk: nodeDisk, clock: systemClock, mask, keysKnown: async () => {} });
}
