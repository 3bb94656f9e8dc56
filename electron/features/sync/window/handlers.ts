// sync.*: what the window asks for. What sends data elsewhere, or shows a key, is confirmed outside of the window.

import { isAbsolute } from 'node:path';
import { errorSentence, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { StoreAddress, syncMethods } from '../../../../shared/features/sync/methods.ts';
import { expandHome } from '../../../lib/expandHome.ts';
import type { HandlersOf } from '../../../lib/protocolServer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Confirm } from '../../../ports/confirm.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import type { StoreChoice } from '../account/membership.ts';
import type { SyncAccount } from '../account/syncAccount.ts';
import type { SyncEngine } from '../engine/engine.ts';
import type { SyncLive } from './live.ts';
import { addMachinePower, joinPower, phrasePower, revokePower, setUpPower, syncRulesPower } from './powers.ts';

/** How often, and after how many milliseconds, a machine that was added is looked for. */
const maxLooks = 20;
const lookMs = 1_000;

interface HandlerDeps {
  account(): Promise<SyncAccount>;
  live: SyncLive;
  /** Null: no store is connected. */
  engine(): SyncEngine | null;
  clock: Clock;
  disk: Disk;
  dataDir: string;
}

interface StoreRequest {
  store: StoreAddress;
  user: string;
  secret: string;
  deviceName: string;
}

export function syncHandlers(confirm: Confirm, deps: HandlerDeps): HandlersOf<typeof syncMethods> {
  const { live, account, engine } = deps;
  let code: string | null = null;
  const never = new AbortController().signal;
  const shownIds = new Map<string, readonly string[]>();
  const watch = (): void => engine()?.runs.watch([...new Set([...shownIds.values()].flat())]);

  /** Also after a failure: the account may have changed before it. */
  async function changed<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    await live.end();
    const done = await work();
    await live.restart();
    return done;
  }

  /** The new machine has the keys; its record follows. */
  async function hasJoined(mine: SyncAccount, device: string, signal: AbortSignal): Promise<void> {
    for (let looks = 0; looks < maxLooks && !signal.aborted; looks++) {
      const rows = await mine.devices(signal);
      if (rows.ok && rows.value.some((row) => row.device === device && row.name !== null)) return live.now();
      await deps.clock.wait(lookMs, signal);
    }
  }

  return {
    'sync.info': async () => ok(await live.info()),
    async 'sync.check'(place, { signal }) {
      const choice = await readChoice(place);
      const checked = choice.ok ? await (await account()).check(choice.value, signal) : choice;
      if (!checked.ok) return checked;
      const { estimateUpload } = await import('./estimate.ts');
      return ok(await estimateUpload(deps.disk, deps.dataDir, signal));
    },
    async 'sync.setUp'(place) {
      const choice = await readChoice(place);
      if (!choice.ok) return choice;
      const allowed = confirm.require(setUpPower(choice.value.store));
      if (!allowed.ok) return allowed;
      return changed(async () => (await account()).create(choice.value, never));
    },
    async 'sync.join'({ proof, ...place }, { signal }) {
      const choice = await readChoice(place);
      if (!choice.ok) return choice;
      const allowed = confirm.require(joinPower(choice.value.store));
      if (!allowed.ok) return allowed;
      const joined = await (await account()).join(choice.value, proof, signal);
      if (!joined.ok) return joined;
      await live.restart();
      return ok({});
    },
    async 'sync.newCode'() {
      const allowed = confirm.require(addMachinePower());
      if (!allowed.ok) return allowed;
      const [{ newPairingCode }, { codeLifeMs }] = await Promise.all([
        import('../devices/pairingCode.ts'),
        import('../devices/pairing.ts'),
      ]);
      code = newPairingCode();
      return ok({ code, lifeMs: codeLifeMs });
    },
    async 'sync.offer'(_, { signal }) {
      const offered = code;
      code = null;
      if (offered === null) return fail('PARAMS_INVALID', say`Show a code first.`);
      const mine = await account();
      const paired = await mine.offer(offered, signal);
      if (!paired.ok) return paired;
      await hasJoined(mine, paired.value.device, signal);
      return ok({ name: paired.value.name });
    },
    async 'sync.phrase'() {
      const allowed = confirm.require(phrasePower());
      if (!allowed.ok) return allowed;
      const phrase = await (await account()).phrase();
      return phrase.ok ? ok({ phrase: phrase.value }) : phrase;
    },
    async 'sync.machines'(_, { signal }) {
      const rows = await (await account()).devices(signal);
      if (!rows.ok) return rows;
      const machines = rows.value.map(({ device, name, isThis, problem }) => ({
        ...{ device, name, isThis },
        seenAt: live.seenAt(device),
        problem: problem && !problem.ok ? toUserTextData(errorSentence(problem.error)) : null,
      }));
      return ok({ machines });
    },
    async 'sync.revoke'({ device }) {
      const allowed = confirm.require(revokePower(device));
      return allowed.ok ? changed(async () => (await account()).revoke(device, never)) : allowed;
    },
    async 'sync.follow'() {
      const move = live.move();
      if (!move) return fail('PARAMS_INVALID', say`No other machine has moved.`);
      const followed = await changed(async () => (await account()).follow(move, never));
      return followed.ok ? ok({}) : followed;
    },
    async 'sync.now'() {
      await live.now();
      return ok({});
    },
    async 'sync.pause'({ paused }) {
      const done = await changed(async () => (await account()).pause(paused));
      return done.ok ? ok({}) : done;
    },
    async 'sync.choose'({ parts }) {
      const mine = await account();
      const addsRules = parts.includes('rules') && !(await mine.parts()).includes('rules');
      const allowed = addsRules ? confirm.require(syncRulesPower()) : ok(undefined);
      const chosen = allowed.ok ? await changed(() => mine.choose(parts)) : allowed;
      return chosen.ok ? ok({}) : chosen;
    },
    'sync.projects': async () => {
      const projects = await live.projects();
      if (!projects.ok) return projects;
      const { leftOut } = await (await account()).limits();
      return ok({ projects: projects.value.map((each) => ({ ...each, isLeftOut: leftOut.includes(each.id) })) });
    },
    async 'sync.leaveOut'({ id, isLeftOut }) {
      const chosen = await changed(async () => (await account()).leaveOut(id, isLeftOut));
      return chosen.ok ? ok({}) : chosen;
    },
    async 'sync.limit'(transfers) {
      const limited = await (await account()).limit(transfers);
      if (limited.ok) await live.recheck();
      if (limited.ok && transfers.keepsFiles) await live.now();
      return limited.ok ? ok({}) : limited;
    },
    'sync.missingFiles': () => live.missingFiles(),
    async 'sync.watch'({ conversations }, connection) {
      const { id } = connection;
      shownIds.set(id, conversations);
      connection.keep('sync.watch', () => {
        if (shownIds.get(id) !== conversations) return;
        shownIds.delete(id);
        watch();
      });
      watch();
      return ok({});
    },
    async 'sync.takeOver'({ conversationId }) {
      engine()?.runs.takeOver(conversationId);
      return ok({});
    },
    async 'sync.dismissRun'({ conversationId, release }) {
      engine()?.runs.dismiss(conversationId, release);
      return ok({});
    },
    async 'sync.leave'({ onlyHere }) {
      const left = await changed(async () => (await account()).leave(onlyHere, never));
      return left.ok ? ok({}) : left;
    },
  };
}

async function readChoice({ store, user, secret, deviceName }: StoreRequest): Promise<Result<StoreChoice>> {
  const credentials = { user: user.trim(), secret };
  if (store.kind === 'webdav') return ok({ store, credentials, deviceName });
  if (store.kind === 's3') {
    const { defaultPathStyle } = await import('../remote/storeConfig.ts');
    const endpoint = store.endpoint.trim();
    const pathStyle = defaultPathStyle(endpoint, store.bucket.trim());
    return ok({ store: { ...store, endpoint, region: store.region.trim(), pathStyle }, credentials, deviceName });
  }
  const folder = expandHome(store.folder.trim());
  if (isAbsolute(folder)) return ok({ store: { ...store, folder }, credentials, deviceName });
  return fail('PARAMS_INVALID', say`Enter the full path of a folder.`, { field: 'folder' });
}
