// sharing/teams.json in the data folder: the teams of this machine, and where their spaces are. Secrets are in the keychain.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, readWholeFile } from '../../../stores/files/disk.ts';
import { homeOf, isCopied, lastMoveFields } from '../../sync/account/syncConfig.ts';
import { storeConfigSchema } from '../../sync/remote/storeConfig.ts';
import { parseJson } from '../../sync/seal/signedObject.ts';

export const maxNameLength = 100;

const idForm = /^[0-9a-f]{16}$/;

const teamSchema = z.object({
  /** The team on this machine, for as long as it is a member. */
  team: z.string().regex(idForm),
  /** Part of the names in the keychain; new after each move. */
  keys: z.string().regex(idForm),
  name: z.string().max(maxNameLength),
  memberName: z.string().max(maxNameLength),
  store: storeConfigSchema,
  space: z.string(),
  device: z.string(),
  /** Members that were left behind in earlier spaces. */
  removed: z.array(z.string()).default([]),
  ...lastMoveFields,
  /** Earlier spaces that still hold objects of this machine. */
  leftSpaces: z.array(z.object({ space: z.string(), keepsMove: z.boolean() })).default([]),
});

export type TeamConfig = z.infer<typeof teamSchema>;

const configSchema = z.object({
  v: z.literal(1),
  /** The data folder that this belongs to. */
  home: z.object({ path: z.string(), ino: z.string() }).nullable().default(null),
  teams: z.array(teamSchema),
});

function sharingFolderOf(dataDir: string): string {
  return join(dataDir, 'sharing');
}

export function teamFolderOf(dataDir: string, team: string): string {
  return join(sharingFolderOf(dataDir), team);
}

export async function readTeams(disk: Disk, dataDir: string): Promise<Result<TeamConfig[]>> {
  const path = join(sharingFolderOf(dataDir), 'teams.json');
  const read = await readWholeFile(disk, path);
  if (read.kind === 'absent') return ok([]);
  if (read.kind === 'unreadable') return fail('STORE_READ_FAILED', say`${path} cannot be read: ${read.reason}.`);
  const config = configSchema.safeParse(parseJson(read.bytes));
  if (!config.success) {
    return fail('STORE_READ_FAILED', say`${path} is damaged, or of a newer version. Nothing is shared.`);
  }
  // Two copies must not write as the same member.
  if (isCopied(config.data, disk, dataDir)) {
    return fail(
      'NOT_SUPPORTED',
      say`This data folder is a copy of one that belongs to teams. Remove the folder ${sharingFolderOf(dataDir)}, and join again.`,
    );
  }
  return ok(config.data.teams);
}

export async function writeTeams(disk: Disk, dataDir: string, teams: readonly TeamConfig[]): Promise<Result<void>> {
  const folder = sharingFolderOf(dataDir);
  const path = join(folder, 'teams.json');
  try {
    if (teams.length === 0) await disk.rm(path, { force: true });
    else {
      await makeFolder(disk, folder);
      await atomicWrite(disk, path, `${JSON.stringify({ v: 1, home: homeOf(disk, dataDir), teams }, null, 2)}\n`);
    }
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`${path} cannot be written: ${diskReason(thrown)}.`);
  }
}

export function noTeam() {
  return fail('PARAMS_INVALID', say`This machine is not a member of this team.`);
}
