// The items of teams that the user has accepted: accepted/items.json in the data folder, and a folder for each. What a version contains never
// changes; another version has another folder.

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { itemKinds } from '../../shared/features/sharing/items.ts';
import type { Clock } from '../ports/clock.ts';
import { createDataFolder } from './dataFolder.ts';
import { atomicWrite, makeFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason, listNames, readWholeFile } from './files/disk.ts';
import { createJsonFiles } from './files/jsonFile.ts';
import { withLock } from './locks/locks.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const acceptedSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  kind: z.enum(itemKinds),
  name: z.string().min(1).max(200),
  team: z.string(),
  teamName: z.string(),
  author: z.string(),
  device: z.string(),
  publication: z.string(),
  version: z.number().int().positive(),
  hash,
  at: z.string(),
});

export type AcceptedItem = z.infer<typeof acceptedSchema>;

const fileSchema = z.object({ v: z.literal(1), items: z.array(acceptedSchema).max(2_000) });

export interface AcceptedFile {
  /** Segments below the item's folder; checked by the caller. */
  path: readonly string[];
  bytes: Uint8Array;
}

export interface AcceptedItems {
  /** In the order of precedence: by team, name and author. */
  list(): Promise<readonly AcceptedItem[]>;
  /** Why the list cannot be read, as a sentence: no item is in use then. */
  problem(): Promise<Sentence | null>;
  folderOf(item: Pick<AcceptedItem, 'id' | 'hash'>): string;
  /** Replaces an earlier version. */
  accept(item: AcceptedItem, files: readonly AcceptedFile[]): Promise<Result<void>>;
  turnOff(isMeant: (item: AcceptedItem) => boolean): Promise<Result<void>>;
  /** Also when another process has changed the list and somebody here has read it since. */
  onChange(listener: () => void): () => void;
}

function acceptedFolder(dataDir: string): string {
  return join(dataDir, 'accepted');
}

/** Names of folders of accepted versions. */
const versionFolder = /^[0-9a-f]{16}-[0-9a-f]{16}$/;

export function createAcceptedItems(dataDir: string, { disk, clock }: { disk: Disk; clock: Clock }): AcceptedItems {
  const root = acceptedFolder(dataDir);
  const path = join(root, 'items.json');
  const files = createJsonFiles(disk, () => clock.now());
  const listeners = new Set<() => void>();
  let seen: readonly AcceptedItem[] | null = null;

  async function read() {
    const file = await files.read(path, fileSchema, () => ({ v: 1 as const, items: [] }), 'items.json');
    const { items } = file.value;
    const isNews = seen !== null && items !== seen && JSON.stringify(items) !== JSON.stringify(seen);
    seen = items;
    if (isNews) for (const listener of [...listeners]) listener();
    return file;
  }

  function nameOf({ id, hash }: Pick<AcceptedItem, 'id' | 'hash'>): string {
    return `${id}-${hash.slice(0, 16)}`;
  }

  const folderOf = (item: Pick<AcceptedItem, 'id' | 'hash'>): string => join(root, nameOf(item));

  async function change(edit: (items: readonly AcceptedItem[]) => readonly AcceptedItem[]): Promise<Result<void>> {
    const items = edit((await read()).value.items);
    const written = await files.write(path, { v: 1, items }, { synced: true, unreadable: false });
    if (!written.ok) return written;
    const used = new Set(items.map(nameOf));
    for (const name of await listNames(disk, root)) {
      if (!versionFolder.test(name) || used.has(name)) continue;
      await disk.rm(join(root, name), { recursive: true, force: true }).catch(() => {});
    }
    await read();
    return ok(undefined);
  }

  async function problem(): Promise<Sentence | null> {
    if ((await read()).notice === null) return null;
    return say`${path} cannot be read. Until you restore or remove it, every call asks, and nothing that members of teams share is used.`;
  }

  function alone(work: () => Promise<Result<void>>): Promise<Result<void>> {
    const folder = createDataFolder(dataDir, disk).locks;
    const lock = { folder, name: 'accepted', purpose: say`accepting what a team shares`, clock };
    return withLock(lock, 'STORE_WRITE_FAILED', async () => {
      try {
        // A new list would lack rules that deny.
        const unknown = await problem();
        return unknown === null ? await work() : fail('STORE_READ_FAILED', unknown);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`The list of accepted items could not be changed: ${diskReason(thrown)}. Nothing was changed.`,
        );
      }
    });
  }

  return {
    async list() {
      const { value, notice } = await read();
      return notice === null ? value.items : [];
    },
    problem,
    folderOf,

    accept: (item, contents) =>
      alone(async () => {
        const folder = folderOf(item);
        const isThere = (await read()).value.items.some(({ id, hash }) => id === item.id && hash === item.hash);
        if (!isThere) {
          // The rest of an attempt that was interrupted.
          await disk.rm(folder, { recursive: true, force: true });
          await makeFolder(disk, folder);
          for (const { path: segments, bytes } of contents) {
            const place = join(folder, ...segments);
            await makeFolder(disk, dirname(place));
            await atomicWrite(disk, place, bytes);
          }
        }
        return change((items) => sorted([...items.filter(({ id }) => id !== item.id), item]));
      }),

    turnOff: (isMeant) => alone(() => change((items) => items.filter((item) => !isMeant(item)))),

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function sorted(items: readonly AcceptedItem[]): AcceptedItem[] {
  const keyOf = ({ teamName, name, author, id }: AcceptedItem): string => [teamName, name, author, id].join('\n');
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The instructions among them, with their text. */
export async function teamInstructions(
  disk: Disk,
  accepted: Pick<AcceptedItems, 'list' | 'folderOf'>,
): Promise<(AcceptedItem & { text: string })[]> {
  const items = (await accepted.list()).filter(({ kind }) => kind === 'instructions');
  const read = items.map(async (item) => {
    const file = await readWholeFile(disk, join(accepted.folderOf(item), 'instructions.md'));
    return file.kind === 'content' ? [{ ...item, text: Buffer.from(file.bytes).toString('utf8') }] : [];
  });
  return (await Promise.all(read)).flat();
}
