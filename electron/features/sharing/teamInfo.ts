// A team as the window and the command line show it.

import { type AppError, errorSentence, type Result } from '../../../shared/core/errors.ts';
import { toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { TeamInfo, TeamMember } from '../../../shared/features/sharing/sharing.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { PendingMove } from '../sync/account/rivalMoves.ts';
import { placeOf } from '../sync/remote/storeConfig.ts';
import { waitingCount } from './publish/ownPublications.ts';
import type { TeamConfig } from './team/teamConfig.ts';
import type { TeamState } from './team/teamState.ts';

/** The part of a team that each process keeps in memory. */
export interface LiveTeam {
  running: Promise<Result<void>> | null;
  next: Promise<Result<void>> | null;
  error: AppError | null;
  problems: Map<string, UserText>;
  move: PendingMove | null;
}

/** With a part of the ID if another member, or this machine, has the same name. */
export function nameIn(members: TeamState['members'], device: string, ownName: string): string {
  const name = members[device]?.name ?? device.slice(0, 8);
  const alike = Object.values(members).filter((member) => member.name === name).length;
  return alike > 1 || name === ownName ? `${name} (${device.slice(0, 4)})` : name;
}

export function infoOf(config: TeamConfig, state: TeamState, live: LiveTeam): TeamInfo {
  const { team, name, memberName, device, store, space } = config;
  const others = Object.keys(state.members).map(
    (id): TeamMember => ({ device: id, name: nameIn(state.members, id, memberName), isThis: false }),
  );
  const nameOf = (id: string): string => (state.members[id] ? nameIn(state.members, id, memberName) : id.slice(0, 8));
  return {
    ...{ team, name, memberName, device, kind: store.kind, place: placeOf(store), lookedAt: state.lookedAt },
    isLooking: live.running !== null,
    error: live.error && toUserTextData(errorSentence(live.error)),
    isOffline: live.error?.code === 'SYNC_UNREACHABLE',
    problems: [...live.problems].map(([id, text]) => ({ of: nameOf(id), text: toUserTextData(text) })),
    waiting: waitingCount(state, space),
    move: live.move && { by: nameOf(live.move.by), removed: live.move.revoked.map(nameOf) },
    members: [{ device, name: memberName, isThis: true }, ...others],
  };
}

/** As `host/path`, without user and password; the folder's name if it has no remote. */
export async function repositoryOf(store: ConversationStore, conversationId: string): Promise<string | null> {
  const branch = await store.readBranch(conversationId, { tail: 1 });
  const project = branch.ok ? await store.getProject(branch.value.projectId) : branch;
  if (!project.ok || !project.value.repository) return null;
  return (project.value.repository.remotes[0] ?? project.value.name).slice(0, 200);
}
