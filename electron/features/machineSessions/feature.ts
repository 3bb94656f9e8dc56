// Sessions of other apps on the user's other machines. They are listed with those of this machine.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { Engine } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import type { SessionSource } from '../sync/engine/sessions.ts';
import { createMachineSessions, type MachineSessions } from './machineSessions.ts';

declare module '../appParts.ts' {
  interface AppParts {
    machineSessions: MachineSessions;
  }
}

export interface MachineSessionService extends MachineSessions {
  /** For the engine of sync. */
  source(isChosen: () => Promise<boolean>): SessionSource;
}

export const machineSessionsFeature = defineFeature<Record<never, never>>()({
  create({ store, dataDir, disk, search, chatDeps, version, readSettings, feed }: Engine): MachineSessionService {
    const onChange = (): void => feed.publish({ type: 'inPlace.changed' });
    const service = createMachineSessions({ store, dataDir, disk, search, chatDeps, version, onChange });
    const programs = async (): Promise<readonly InPlaceProgram[]> => (await readSettings()).inPlace;
    return {
      ...service,
      source: (isChosen) => ({
        isChosen,
        programs,
        async lines(conversationId, signal) {
          const { sessionLines } = await import('./sessionLines.ts');
          return sessionLines(store, conversationId, version, signal);
        },
        changed: () => void service.settle(),
      }),
    };
  },
});
