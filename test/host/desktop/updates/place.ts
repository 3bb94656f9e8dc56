// A folder with an "AppImage": an executable script, with the journal's folder next to it.

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingUpdate } from '../../../../electron/host/desktop/updates/pendingUpdate.ts';
import type { VerifiedUpdate } from '../../../../electron/ports/updates.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

export interface Place {
  target: string;
  /** The journal's. */
  folder: string;
  /** A downloaded version that runs this shell script. */
  update(script: string, version?: string): VerifiedUpdate;
  content(): string;
}

export const oldScript = '#!/bin/sh\nexit 0\n';

export function updatePlace(): Place {
  const root = tempFolder();
  const [apps, folder] = [join(root, 'apps'), join(root, 'data', 'desktop', 'updates')];
  mkdirSync(apps);
  mkdirSync(folder, { recursive: true });
  const target = join(apps, 'Throughline.AppImage');
  writeFileSync(target, oldScript);
  chmodSync(target, 0o750);
  return {
    target,
    folder,
    update(script, version = '1.1.0') {
      const path = join(folder, `Throughline-${version}.AppImage`);
      const bytes = Buffer.from(`#!/bin/sh\n${script}\n`);
      writeFileSync(path, bytes);
      return {
        ...{ version, path, published: '2026-11-20T12:00:00.000Z', notes: '', size: bytes.length },
        name: `Throughline-${version}.AppImage`,
        sha512: createHash('sha512').update(bytes).digest('base64'),
      };
    },
    content: () => readFileSync(target, 'utf8'),
  };
}

export function pendingUpdate(change: Partial<PendingUpdate>): PendingUpdate {
  return {
    ...{ v: 1, from: '1.0.0', to: '1.1.0', target: null, previous: null, starts: 0, state: 'installed', reason: '' },
    ...change,
  };
}
