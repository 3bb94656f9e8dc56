// Reads what the members publish: one object per member. Nothing is taken from an index that is damaged, forged, or older than the one that
// was read before; what was read before stays.

import { type AppError, errorSentence, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { contentHash } from '../../../lib/ids.ts';
import type { PendingMove } from '../../sync/account/rivalMoves.ts';
import { hasLeft, listedDevices } from '../../sync/account/spaceMembership.ts';
import type { OpenTeam, TeamAccount } from '../team/teamAccount.ts';
import { indexObject, readIndex } from '../team/teamIndex.ts';
import type { TeamState } from '../team/teamState.ts';

export interface Look {
  /** By device. */
  problems: Map<string, UserText>;
  move: PendingMove | null;
}

/** Updates `state.members`. Fails if the store cannot be reached. */
export async function lookAtTeam(
  account: TeamAccount,
  team: OpenTeam,
  state: TeamState,
  signal: AbortSignal,
): Promise<Result<Look>> {
  const { config } = team;
  const listed = await listedDevices(team.remote, team.config.space, signal);
  if (!listed.ok) return listed;
  const look: Look = { problems: new Map(), move: null };
  for (const device of new Set([...listed.value.sort(), ...Object.keys(state.members)])) {
    if (device === config.device) continue;
    if (config.removed.includes(device)) {
      delete state.members[device];
      continue;
    }
    const read = await readMember(account, team, state, device, look, signal);
    if (read.ok) continue;
    if (read.error.code !== 'SYNC_DAMAGED') return read;
    look.problems.set(device, errorSentence(read.error));
  }
  if (look.move) return ok(look);
  const rival = await account.rivalOf(team, signal);
  return rival.ok ? ok({ ...look, move: rival.value }) : rival;
}

function isRemoved({ details }: AppError): boolean {
  return details?.fault === 'revoked';
}

function removedHere(team: string, { code, details }: AppError) {
  return fail(
    code,
    say`You were removed from the team ${team}. What you have read stays here; you get nothing new. Leave the team to remove it.`,
    details,
  );
}

async function readMember(
  account: TeamAccount,
  team: OpenTeam,
  state: TeamState,
  device: string,
  look: Look,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { config, remote, sealer } = team;
  const name = indexObject(config.space, device);
  const stored = await remote.get(name, signal);
  if (!stored.ok) return stored;
  const before = state.members[device];
  if (stored.value === null) {
    const left = await hasLeft(team, device, signal);
    if (!left.ok) return left;
    if (left.value) {
      delete state.members[device];
      return ok(undefined);
    }
    const move = await account.moveOf(team, device, signal);
    if (!move.ok) return isRemoved(move.error) ? removedHere(config.name, move.error) : move;
    if (move.value) look.move ??= move.value;
    else if (before?.space === config.space)
      return fail('SYNC_DAMAGED', say`What ${before.name} publishes is not in the store any more.`);
    return ok(undefined);
  }
  const hash = contentHash(stored.value);
  if (before?.hash === hash) return ok(undefined);
  const record = await sealer.deviceRecord(device);
  if (!record.ok) return record;
  const opened = await sealer.open(device, name, stored.value);
  if (!opened.ok) return opened;
  const index = readIndex(opened.value);
  if (!index) return fail('SYNC_DAMAGED', say`${name} in the store has a form that this version does not know.`);
  if (before && index.counter <= before.counter) {
    return fail(
      'SYNC_DAMAGED',
      say`The store has an older state of what ${before.name} publishes (${index.counter} instead of ${before.counter}). It was rolled back; nothing was taken from it.`,
    );
  }
  state.members[device] = {
    ...{ name: record.value.name, counter: index.counter, hash, space: config.space },
    publications: index.publications,
  };
  return ok(undefined);
}
