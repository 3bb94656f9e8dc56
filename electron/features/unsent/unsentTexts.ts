// unsent.json: texts of windows that were not sent, by name. Written only while the data is encrypted. What belongs to one tab
// (`tab.<id>.<name>`) outlives it, because nobody knows which tabs still exist: it goes after a while.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Unsent } from '../../../shared/features/unsent/methods.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';

export interface UnsentTexts {
  /** Null: the data is plain, and no texts are left for windows to restore. */
  read(): Promise<Unsent | null>;
  save(texts: Readonly<Record<string, string | null>>): Promise<Result<void>>;
}

export interface UnsentTextsDeps {
  dataDir: string;
  disk: Disk;
  clock: Clock;
  mask: SecretMask;
}

const schema = z.object({
  v: z.literal(1),
  texts: z.record(z.string(), z.object({ text: z.string(), at: z.number() })),
});

type File = z.infer<typeof schema>;
type Texts = File['texts'];

const fileName = 'unsent.json';
const tabDays = 14;
const maxTabTexts = 200;

export function createUnsentTexts({ dataDir, disk, clock, mask }: UnsentTextsDeps): UnsentTexts {
  const path = join(dataDir, fileName);
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const queue = createKeyedQueue();
  const isEncrypted = !!disk.dataKey && !disk.dataKey.onlyReads;

  const load = () => files.read<File>(path, schema, () => ({ v: 1, texts: {} }), fileName);

  async function change(texts: Readonly<Record<string, string | null>>): Promise<Result<void>> {
    const file = await load();
    if (file.unread !== undefined) return fail('STORE_READ_FAILED', say`${path} could not be read: ${file.unread}.`);
    const at = clock.now().getTime();
    const next = new Map(Object.entries(file.value.texts));
    for (const [name, text] of Object.entries(texts)) {
      if (text === null) next.delete(name);
      else next.set(name, { text, at });
    }
    const left = withoutOldTabs(next, at);
    if (Object.keys(left).length === 0) return remove();
    await makeFolder(disk, dataDir);
    return files.write(path, { v: 1, texts: left }, { synced: true, unreadable: file.notice !== null });
  }

  async function remove(): Promise<Result<void>> {
    try {
      await disk.unlink(path);
    } catch (thrown) {
      if (!isNotFoundError(thrown))
        return fail(
          'STORE_WRITE_FAILED',
          say`${path} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
        );
    }
    return ok(undefined);
  }

  return {
    async read() {
      // A page that was reloaded asks while its last texts are being saved.
      const file = await queue.run('', load);
      if (!isEncrypted && !file.exists) return null;
      const texts = Object.entries(file.value.texts).map(([name, { text }]) => [name, text]);
      return { isEncrypted, texts: Object.fromEntries(texts) as Record<string, string> };
    },
    async save(texts) {
      if (!isEncrypted && Object.values(texts).some((text) => text !== null)) {
        return fail('NOT_SUPPORTED', say`The data is not encrypted.`);
      }
      return queue.run('', () => change(texts));
    },
  };
}

function withoutOldTabs(texts: ReadonlyMap<string, Texts[string]>, now: number): Texts {
  const oldest = now - tabDays * 24 * 3600 * 1000;
  const ofTabs = [...texts].filter(([name]) => name.startsWith('tab.')).toSorted(([, a], [, b]) => b.at - a.at);
  const old = new Set(ofTabs.filter(([, { at }], index) => index >= maxTabTexts || at < oldest).map(([name]) => name));
  return Object.fromEntries([...texts].filter(([name]) => !old.has(name)));
}
