// Admits paired devices to the local server: keeps the list in memory, opens sessions, and ends a device's windows when
// it is removed or its rights change, whichever process did that.

import { errorSentence, ok, type Result } from '../../../shared/core/errors.ts';
import { toUserTextData, type UserText, type UserTextData } from '../../../shared/core/sentence.ts';
import type { RemoteDevice, RemoteInfo } from '../../../shared/features/remote/methods.ts';
import type { Right } from '../../../shared/features/remote/rights.ts';
import type { LocalServer } from '../../lib/localServer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeviceAccess } from '../../ports/device.ts';
import { createCodeGuard } from './codeGuard.ts';
import type { Device, DeviceList, DevicesFile } from './deviceList.ts';
import { createDeviceRoute, type DeviceDesk } from './deviceRoute.ts';
import { createDeviceSessions } from './deviceSessions.ts';
import {
  acceptDevice,
  cancelPairing,
  changeDevice,
  type FileChange,
  isCode,
  openPairing,
  pairingState,
  presentCode,
  startPairing,
  waitingDevice,
} from './pairing.ts';
import { createPasskeyDesk, type PasskeyDesk } from './passkeyDesk.ts';

export interface RemoteService {
  info(): Promise<Result<RemoteInfo>>;
  setName(name: string | null): Promise<Result<RemoteInfo>>;
  startPairing(right: Right): Promise<Result<RemoteInfo>>;
  /** The device that waits in a pairing, as the user has to confirm it. */
  waiting(pairingId: string): Promise<Result<{ name: string; origin: string; check: string; right: Right }>>;
  accept(pairingId: string, name?: string): Promise<Result<RemoteInfo>>;
  cancelPairing(pairingId: string): Promise<Result<RemoteInfo>>;
  device(deviceId: string): Promise<Result<Device>>;
  rename(deviceId: string, name: string): Promise<Result<RemoteInfo>>;
  setRight(deviceId: string, right: Right): Promise<Result<RemoteInfo>>;
  revoke(deviceId: string): Promise<Result<RemoteInfo>>;
  removePasskey(deviceId: string, passkeyId: string): Promise<Result<RemoteInfo>>;
  /** Sets whether the device has to use its passkey. */
  askPasskey(deviceId: string, asks: boolean): Promise<Result<RemoteInfo>>;
  /** The second step of devices with a passkey. */
  passkeys: PasskeyDesk;
  onChange(listener: (info: RemoteInfo) => void): void;
  start(): void;
  close(): void;
}

export interface RemoteServiceDeps {
  deviceList: DeviceList;
  localServer: LocalServer;
  /** For this start only; null: the saved one. */
  remoteName: string | null;
  clock: Clock;
  /** Why nothing may be written; null: it may. */
  readOnly: UserText | null;
}

/** The time of the last visit is written at most this often for each device. */
const seenEveryMs = 60_000;
const settleMs = 50;

export function createRemoteService(deps: RemoteServiceDeps): RemoteService {
  const { deviceList, localServer, remoteName, clock } = deps;
  const now = (): Date => clock.now();
  const sessions = createDeviceSessions(() => now().getTime());
  const open = new Set<{ device: RemoteDevice; end: () => void }>();
  const changeListeners: ((info: RemoteInfo) => void)[] = [];
  const guard = createCodeGuard(clock);
  let current: DevicesFile | null = null;
  /** The code of a pairing that this process started. */
  let madeCode: { id: string; code: string } | null = null;
  let address: string | null = null;
  let problem: UserTextData | null = null;
  let published = '';
  let settle: NodeJS.Timeout | null = null;
  let ends: (() => void)[] = [];

  const hostName = (): string | null => remoteName ?? current?.name ?? null;

  function infoOf({ devices, ...file }: DevicesFile): RemoteInfo {
    const pairing = openPairing({ devices, ...file }, now());
    return {
      name: hostName(),
      fixedName: remoteName !== null,
      address,
      problem,
      devices: devices.map(({ key: _, passkeys, ...device }) => ({
        ...device,
        passkeys: passkeys.map(({ id, addedAt, wentBackAt }) => ({ id, addedAt, wentBackAt })),
        connected: [...open].some((each) => each.device.id === device.id),
      })),
      pairing:
        pairing === null || pairing.accepted !== null
          ? null
          : {
              id: pairing.id,
              code: pairing.code !== null && madeCode?.id === pairing.id ? madeCode.code : null,
              until: pairing.until,
              right: pairing.right,
              wrong: guard.count(pairing.id),
              device: pairing.request && {
                name: pairing.request.name,
                origin: pairing.request.origin,
                check: pairing.request.check,
              },
            },
    };
  }

  /** Takes over what was read or written: first ends what is no longer allowed. */
  function use(file: DevicesFile): RemoteInfo {
    const before = current?.devices ?? [];
    current = file;
    const rightOf = new Map(file.devices.map(({ id, right }) => [id, right]));
    for (const each of [...open]) {
      if (rightOf.get(each.device.id) === each.device.right && isReachable(each.device)) continue;
      open.delete(each);
      each.end();
    }
    const removed = before.flatMap(({ id }) => (rightOf.has(id) ? [] : [id]));
    for (const id of removed) sessions.forget(id);
    return publish();
  }

  /** False: it came through a tunnel whose name was changed. */
  function isReachable({ hostName: its }: RemoteDevice): boolean {
    return isLoopback(its) || its === hostName();
  }

  function publish(): RemoteInfo {
    const info = infoOf(current as DevicesFile);
    const text = JSON.stringify(info);
    if (text !== published) for (const listener of changeListeners) listener(info);
    published = text;
    return info;
  }

  async function refresh(): Promise<Result<DevicesFile>> {
    const read = await deviceList.read();
    if (!read.ok) return read;
    use(read.value);
    if (hostName() !== null || read.value.devices.length > 0) await startServer();
    return ok(read.value);
  }

  async function startServer(): Promise<void> {
    const started = await localServer.start();
    address = started.ok ? started.value : null;
    problem = started.ok ? null : toUserTextData(errorSentence(started.error));
    if (current) publish();
  }

  async function change<T>(edit: (file: DevicesFile) => Result<FileChange<T>>): Promise<Result<T>> {
    let edited: DevicesFile | null = null;
    const changed = await deviceList.change((file) => {
      const result = edit(file);
      if (result.ok) edited = result.value.file;
      return result;
    });
    if (changed.ok && edited) use(edited);
    return changed;
  }

  const answer = async (changed: Promise<Result<unknown>>): Promise<Result<RemoteInfo>> => {
    const result = await changed;
    return result.ok ? ok(infoOf(current as DevicesFile)) : result;
  };

  async function findDevice(deviceId: string): Promise<Device | null> {
    const file = await refresh();
    return (file.ok && file.value.devices.find(({ id }) => id === deviceId)) || null;
  }

  const desk: DeviceDesk = {
    async pair(request) {
      if (!guard.admits()) return null;
      const file = await refresh();
      const pairing = file.ok ? openPairing(file.value, now()) : null;
      // Nothing is written for a wrong code.
      if (file.ok && !isCode(pairing, request.code)) {
        if (pairing === null || pairing.code === null) return { kind: 'none' };
        const answered = guard.wrong(pairing.id);
        // Each of the first ones, then fewer: a flood is no flood of events.
        const count = guard.count(pairing.id);
        if (count <= 5 || Number.isInteger(Math.log2(count))) publish();
        await answered;
        return { kind: 'wrong' };
      }
      const presented = await change((file) => presentCode(file, request, now()));
      return presented.ok ? presented.value : null;
    },
    async state(id, ticket) {
      const file = await refresh();
      return file.ok ? pairingState(file.value, id, ticket, now()) : { state: 'waiting' };
    },
    async challenge(deviceId, origin) {
      const device = await findDevice(deviceId);
      if (!device || device.origin !== origin || !current) return null;
      return { nonce: sessions.challenge(device), host: current.host };
    },
    async session(deviceId, origin, nonce, signature) {
      const device = await findDevice(deviceId);
      const secret = device && current && sessions.open(current.host, device, origin, nonce, signature);
      if (!device || !secret) return null;
      const seen = device.seenAt === null ? 0 : Date.parse(device.seenAt);
      if (Math.abs(now().getTime() - seen) > seenEveryMs) {
        // Only a note: the device may enter without it.
        await change((file) => changeDevice(file, deviceId, (each) => ({ ...each, seenAt: now().toISOString() })));
      }
      return { session: secret };
    },
  };

  const access: DeviceAccess = {
    hostName,
    find(secret, origin) {
      const id = secret === undefined ? null : sessions.find(secret, origin);
      const device = id === null ? undefined : current?.devices.find((each) => each.id === id);
      return device ? { id: device.id, name: device.name, right: device.right, hostName: new URL(origin).host } : null;
    },
    connected(device, end) {
      const entry = { device, end };
      open.add(entry);
      publish();
      return () => {
        if (open.delete(entry) && ends.length > 0) publish();
      };
    },
  };

  return {
    async info() {
      const file = await refresh();
      return file.ok ? ok(infoOf(current as DevicesFile)) : file;
    },
    async setName(name) {
      const set = await answer(change((file) => ok({ file: { ...file, name }, value: undefined })));
      if (!set.ok || name === null) return set;
      await startServer();
      return ok(infoOf(current as DevicesFile));
    },
    async startPairing(right) {
      await startServer();
      const started = await change((file) => startPairing(file, right, now()));
      if (!started.ok) return started;
      madeCode = started.value;
      return ok(publish());
    },
    async waiting(pairingId) {
      const file = await refresh();
      const waiting = file.ok ? waitingDevice(file.value, pairingId, now()) : file;
      return waiting.ok ? ok({ ...waiting.value.request, right: waiting.value.pairing.right }) : waiting;
    },
    accept: (pairingId, name) => answer(change((file) => acceptDevice(file, pairingId, name, now()))),
    cancelPairing: (pairingId) => answer(change((file) => cancelPairing(file, pairingId))),
    device: async (deviceId) => {
      const file = await refresh();
      if (!file.ok) return file;
      const match = changeDevice(file.value, deviceId, null);
      return match.ok ? ok(match.value.value) : match;
    },
    rename: (deviceId, name) => answer(change((file) => changeDevice(file, deviceId, (each) => ({ ...each, name })))),
    setRight: (deviceId, right) =>
      answer(change((file) => changeDevice(file, deviceId, (each) => ({ ...each, right })))),
    revoke: (deviceId) => answer(change((file) => changeDevice(file, deviceId, null))),
    removePasskey: (deviceId, passkeyId) =>
      answer(change((file) => changeDevice(file, deviceId, (each) => withoutPasskey(each, passkeyId)))),
    askPasskey: (deviceId, asksPasskey) =>
      answer(change((file) => changeDevice(file, deviceId, (each) => ({ ...each, asksPasskey })))),
    passkeys: createPasskeyDesk({
      device: (deviceId) => current?.devices.find(({ id }) => id === deviceId),
      change,
      now,
    }),
    onChange: (listener) => void changeListeners.push(listener),
    start() {
      if (deps.readOnly !== null) return;
      const soon = (): void => {
        settle ??= setTimeout(() => {
          settle = null;
          void refresh();
        }, settleMs).unref();
      };
      ends = [localServer.admitDevices(access), localServer.serve(createDeviceRoute(desk)), deviceList.follow(soon)];
      void refresh();
    },
    close() {
      const stops = ends;
      ends = [];
      for (const stop of stops) stop();
      guard.close();
      if (settle) clearTimeout(settle);
      for (const each of open) each.end();
      open.clear();
    },
  };
}

function isLoopback(hostName: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(hostName);
}

function withoutPasskey(device: Device, passkeyId: string): Device {
  return { ...device, passkeys: device.passkeys.filter(({ id }) => id !== passkeyId) };
}
