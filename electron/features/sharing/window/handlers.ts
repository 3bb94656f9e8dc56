// sharing.*: what the window asks for. What sends data to a new place, or lets somebody read it, is confirmed outside of the window.

import { isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { sharingMethods } from '../../../../shared/features/sharing/methods.ts';
import { expandHome } from '../../../lib/expandHome.ts';
import type { HandlersOf } from '../../../lib/protocolServer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Confirm } from '../../../ports/confirm.ts';
import type { SharingService } from '../sharingService.ts';
import type { TeamChoice } from '../team/teamAccount.ts';
import { addMemberPower, createTeamPower, joinTeamPower, removeMemberPower } from './powers.ts';

/** How often, and after how many milliseconds, a member that was added is looked for. */
const maxLooks = 20;
const lookMs = 1_000;

interface HandlerDeps {
  confirm: Confirm;
  clock: Clock;
  service: SharingService;
}

type Place = Parameters<HandlersOf<typeof sharingMethods>['sharing.create']>[0];

export function sharingHandlers({ confirm, clock, service }: HandlerDeps): HandlersOf<typeof sharingMethods> {
  const never = new AbortController().signal;
  let offered: { team: string; code: string } | null = null;

  async function nameOf(team: string): Promise<string> {
    const teams = await (await service.account()).teams();
    const config = teams.ok ? teams.value.find((one) => one.team === team) : undefined;
    return config?.name ?? team;
  }

  /** The first look reads what the others publish, and writes this machine's index. */
  async function entered(begun: Result<{ team: string }>): Promise<Result<{ team: string }>> {
    if (begun.ok) void (await service.spaces()).look(begun.value.team, never);
    return begun;
  }

  /** The new member has the keys; what it writes follows. */
  async function hasJoined(team: string, device: string, signal: AbortSignal): Promise<void> {
    const spaces = await service.spaces();
    for (let looks = 0; looks < maxLooks && !signal.aborted; looks++) {
      await spaces.look(team, signal);
      const teams = await spaces.teams();
      const info = teams.ok ? teams.value.find((one) => one.team === team) : undefined;
      if (!info || info.members.some((member) => member.device === device)) return;
      await clock.wait(lookMs, signal);
    }
  }

  return {
    async 'sharing.teams'() {
      if (!(await service.isMember())) return ok({ teams: [] });
      const teams = await (await service.spaces()).teams();
      return teams.ok ? ok({ teams: teams.value }) : teams;
    },
    'sharing.suggestName': async () => ok({ name: await service.suggestedName() }),
    async 'sharing.create'(place) {
      const choice = await readChoice(place);
      if (!choice.ok) return choice;
      const allowed = confirm.require(createTeamPower(choice.value.store));
      return allowed.ok ? entered(await (await service.account()).create(choice.value, never)) : allowed;
    },
    async 'sharing.join'({ code, ...place }, { signal }) {
      const choice = await readChoice(place);
      if (!choice.ok) return choice;
      const allowed = confirm.require(joinTeamPower(choice.value.store));
      return allowed.ok ? entered(await (await service.account()).join(choice.value, code, signal)) : allowed;
    },
    async 'sharing.newCode'({ team }) {
      const allowed = confirm.require(addMemberPower(await nameOf(team)));
      if (!allowed.ok) return allowed;
      const [{ newPairingCode }, { codeLifeMs }] = await Promise.all([
        import('../../sync/devices/pairingCode.ts'),
        import('../../sync/devices/pairing.ts'),
      ]);
      const code = newPairingCode();
      offered = { team, code };
      return ok({ code, lifeMs: codeLifeMs });
    },
    async 'sharing.offer'(_, { signal }) {
      const pending = offered;
      offered = null;
      if (pending === null) return fail('PARAMS_INVALID', say`Show a code first.`);
      const paired = await (await service.account()).offer(pending.team, pending.code, signal);
      if (!paired.ok) return paired;
      await hasJoined(pending.team, paired.value.device, signal);
      return ok({ name: paired.value.name });
    },
    async 'sharing.remove'({ team, device }) {
      const spaces = await service.spaces();
      const allowed = confirm.require(removeMemberPower(await nameOf(team), await spaces.memberName(team, device)));
      if (!allowed.ok) return allowed;
      const removed = await (await service.account()).remove(team, device, never);
      if (!removed.ok) return removed;
      void spaces.look(team, never);
      return ok({});
    },
    async 'sharing.follow'({ team }) {
      const spaces = await service.spaces();
      const move = spaces.move(team);
      if (!move) return fail('PARAMS_INVALID', say`No other member has moved.`);
      const followed = await (await service.account()).follow(team, move, never);
      if (!followed.ok) return followed;
      await spaces.look(team, never);
      return ok({});
    },
    async 'sharing.leave'({ team, onlyHere }) {
      const left = await (await service.account()).leave(team, onlyHere, never);
      if (!left.ok) return left;
      await (await service.spaces()).dropCopies(team);
      return ok({});
    },
    async 'sharing.now'(_, { signal }) {
      const looked = (await service.isMember()) ? await (await service.spaces()).lookAll(signal) : ok(undefined);
      return looked.ok ? ok({}) : looked;
    },
    async 'sharing.conversations'() {
      return ok({ conversations: (await service.isMember()) ? await (await service.spaces()).conversations() : [] });
    },
    async 'sharing.prepare'({ team, ...choice }, { signal }) {
      return (await service.spaces()).prepare(team, choice, signal);
    },
    async 'sharing.items'() {
      return ok({ items: (await service.isMember()) ? await (await service.spaces()).items.list() : [] });
    },
    async 'sharing.item'({ item }) {
      return (await service.spaces()).items.read(item);
    },
    async 'sharing.acceptItem'({ item, hash }) {
      const accepted = await (await service.spaces()).items.accept(item, hash);
      return accepted.ok ? ok({}) : accepted;
    },
    async 'sharing.turnOffItem'({ item }) {
      const done = await (await service.spaces()).items.turnOff(item);
      return done.ok ? ok({}) : done;
    },
    async 'sharing.prepareItem'({ team, ...choice }) {
      return (await service.spaces()).prepareItem(team, choice);
    },
    async 'sharing.publish'({ prepared }) {
      return (await service.spaces()).publish(prepared, never);
    },
    async 'sharing.withdraw'({ team, publication }) {
      return (await service.spaces()).withdraw(team, publication, never);
    },
    async 'sharing.published'({ conversationId }) {
      if (!(await service.isMember())) return ok({ publications: [] });
      return ok({ publications: await (await service.spaces()).published(conversationId) });
    },
  };
}

async function readChoice({ store, user, secret, teamName, memberName }: Place): Promise<Result<TeamChoice>> {
  const credentials = { user: user.trim(), secret };
  const rest = { credentials, teamName, memberName };
  if (store.kind === 'webdav') return ok({ store, ...rest });
  if (store.kind === 's3') {
    const { defaultPathStyle } = await import('../../sync/remote/storeConfig.ts');
    const endpoint = store.endpoint.trim();
    const pathStyle = defaultPathStyle(endpoint, store.bucket.trim());
    return ok({ store: { ...store, endpoint, region: store.region.trim(), pathStyle }, ...rest });
  }
  const folder = expandHome(store.folder.trim());
  if (isAbsolute(folder)) return ok({ store: { ...store, folder }, ...rest });
  return fail('PARAMS_INVALID', say`Enter the full path of a folder.`, { field: 'folder' });
}
