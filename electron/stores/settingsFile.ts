// settings.json: reads with defaults for missing or damaged fields, and changes one field at a time. A damaged file is
// never overwritten but set aside at the next change. Never contains API keys.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { issueSentence } from '../../shared/core/issueSentence.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/features/settings/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import { maskDeep } from '../lib/maskDeep.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import { createDataFolder } from './dataFolder.ts';
import { makeFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason, nodeDisk } from './files/disk.ts';
import { createJsonFiles } from './files/jsonFile.ts';
import { withLock } from './locks/locks.ts';

export interface SettingsFile {
  /** `notices`: what could not be read, as sentences. */
  read(): Promise<{ settings: Settings; notices: UserText[] }>;
  /** Changes only the fields in `patch`. SETTINGS_INVALID names the rejected field; nothing changes then. */
  update(patch: Record<string, unknown>): Promise<Result<Settings>>;
}

export interface SettingsFileOptions {
  disk?: Disk;
  clock?: Clock;
  /** Hides secrets that the user put into a setting, such as the instructions. */
  mask?: SecretMask | null;
}

const settingsName = 'settings.json';

export function createSettingsFile(dataDir: string, options: SettingsFileOptions = {}): SettingsFile {
  const { disk = nodeDisk, clock = systemClock, mask = null } = options;
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const queue = createKeyedQueue();

  const load = () => files.read(data.settings, settingsSchema, () => structuredClone(defaultSettings), settingsName);

  async function change(patch: Record<string, unknown>): Promise<Result<Settings>> {
    const before = await load();
    const changes = Object.entries(patch).filter(([key]) => key !== '__proto__');
    const parsed = settingsSchema.safeParse(Object.fromEntries([...Object.entries(before.value), ...changes]));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join('.') ?? 'settings';
      return fail(
        'SETTINGS_INVALID',
        say`${field}: ${issue ? issueSentence(issue) : say`not an allowed value`}. Nothing was changed.`,
        {
          field,
        },
      );
    }
    const written = await files.write(data.settings, parsed.data, { synced: true, unreadable: before.notice !== null });
    return written.ok ? ok(mask ? maskDeep(mask, parsed.data) : parsed.data) : written;
  }

  return {
    async read() {
      const { value, notice } = await load();
      return { settings: value, notices: notice === null ? [] : [notice] };
    },

    update: (patch) =>
      queue.run(settingsName, async () => {
        try {
          await makeFolder(disk, dataDir);
        } catch (thrown) {
          return fail('STORE_WRITE_FAILED', say`The settings could not be saved: ${diskReason(thrown)}.`);
        }
        const lock = { folder: data.locks, name: settingsName, purpose: say`changing the settings`, clock };
        return withLock(lock, 'DATA_FOLDER_BUSY', () => change(patch));
      }),
  };
}
