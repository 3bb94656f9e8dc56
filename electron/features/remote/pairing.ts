// The steps of a pairing as changes of devices.json: a code is made, a device presents it with its key, the user accepts
// the device, and the device learns it. Pure, apart from random secrets.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Right } from '../../../shared/features/remote/rights.ts';
import { type Device, type DevicesFile, maxDevices, type Pairing, type PublicKey } from './deviceList.ts';
import { digestOf, newCode, newId, newSecret, plainCode } from './secrets.ts';

/** Milliseconds for the code and for the user's answer together. */
const lifeMs = 300_000;

export interface FileChange<T> {
  file: DevicesFile;
  value: T;
}

/** The pairing in progress; null: none, or it has expired. */
export function openPairing({ pairing }: DevicesFile, now: Date): Pairing | null {
  return pairing !== null && Date.parse(pairing.until) > now.getTime() ? pairing : null;
}

export function startPairing(
  file: DevicesFile,
  right: Right,
  now: Date,
): Result<FileChange<{ id: string; code: string }>> {
  if (file.devices.length >= maxDevices)
    return fail('PARAMS_INVALID', say`${maxDevices} devices are paired. Remove one first.`);
  const code = newCode();
  const id = newId();
  const until = new Date(now.getTime() + lifeMs).toISOString();
  const pairing: Pairing = {
    id,
    code: digestOf(plainCode(code)),
    until,
    right,
    wrong: 0,
    request: null,
    accepted: null,
  };
  return ok({ file: { ...file, pairing }, value: { id, code } });
}

export interface PairingRequest {
  code: string;
  name: string;
  key: PublicKey;
  origin: string;
}

/** `none`: no code is open. */
export type CodeOutcome = { kind: 'none' | 'wrong' } | { kind: 'waiting'; id: string; ticket: string; check: string };

/**
 * A device presents a code. It works once. A wrong one changes nothing: a stranger who knows the address must not be able
 * to use up the user's code.
 */
export function presentCode(file: DevicesFile, request: PairingRequest, now: Date): Result<FileChange<CodeOutcome>> {
  const pairing = openPairing(file, now);
  if (pairing === null || pairing.code === null) return ok({ file, value: { kind: 'none' } });
  if (!isCode(pairing, request.code)) return ok({ file, value: { kind: 'wrong' } });
  const ticket = newSecret();
  const check = checkNumber(request.key, request.code);
  const { name, key, origin } = request;
  const next = { ...pairing, code: null, request: { name, key, origin, check, ticket: digestOf(ticket) } };
  return ok({ file: { ...file, pairing: next }, value: { kind: 'waiting', id: pairing.id, ticket, check } });
}

/** Whether this is the code of the pairing. */
export function isCode(pairing: Pairing | null, typed: string): boolean {
  return pairing?.code != null && digestOf(plainCode(typed)) === pairing.code;
}

/**
 * The number that both sides show. The device computes it from its own key and the code that was typed into it
 * (renderer/features/remote/deviceKey.ts), so another device that used the code first has another one. @internal
 */
export function checkNumber({ x, y }: PublicKey, code: string): string {
  const bytes = Buffer.from(digestOf(`throughline pairing\n${x}\n${y}\n${plainCode(code)}`), 'base64url');
  return String(bytes.readUInt32BE(0) % 1_000_000).padStart(6, '0');
}

const noRequest = fail(
  'PARAMS_INVALID',
  say`No device is waiting to be paired, or its time is over. Nothing was changed.`,
);

/** The device that waits in this pairing. */
export function waitingDevice(
  file: DevicesFile,
  pairingId: string,
  now: Date,
): Result<{ pairing: Pairing; request: NonNullable<Pairing['request']> }> {
  const pairing = openPairing(file, now);
  if (pairing === null || pairing.id !== pairingId || pairing.request === null || pairing.accepted !== null)
    return noRequest;
  return ok({ pairing, request: pairing.request });
}

export function acceptDevice(
  file: DevicesFile,
  pairingId: string,
  name: string | undefined,
  now: Date,
): Result<FileChange<Device>> {
  const waiting = waitingDevice(file, pairingId, now);
  if (!waiting.ok) return waiting;
  const { pairing, request } = waiting.value;
  const device: Device = {
    id: newId(),
    name: name ?? request.name,
    key: request.key,
    right: pairing.right,
    origin: request.origin,
    addedAt: now.toISOString(),
    seenAt: null,
    passkeys: [],
    asksPasskey: false,
  };
  const next = { ...pairing, accepted: device.id };
  return ok({ file: { ...file, pairing: next, devices: [...file.devices, device] }, value: device });
}

export function cancelPairing(file: DevicesFile, pairingId: string): Result<FileChange<undefined>> {
  const isIt = file.pairing?.id === pairingId;
  return ok({ file: isIt ? { ...file, pairing: null } : file, value: undefined });
}

export type PairingState = { state: 'waiting' | 'refused' } | { state: 'accepted'; device: string; host: string };

/** The answer to a device that waits, once it has proven with its ticket that it is the one. */
export function pairingState(file: DevicesFile, id: string, ticket: string, now: Date): PairingState {
  const pairing = openPairing(file, now);
  if (pairing === null || pairing.id !== id || pairing.request?.ticket !== digestOf(ticket))
    return { state: 'refused' };
  return pairing.accepted === null
    ? { state: 'waiting' }
    : { state: 'accepted', device: pairing.accepted, host: file.host };
}

/** Changes one device; with null it is removed. */
export function changeDevice(
  file: DevicesFile,
  deviceId: string,
  change: ((device: Device) => Device) | null,
): Result<FileChange<Device>> {
  const device = file.devices.find(({ id }) => id === deviceId);
  if (!device) return fail('PARAMS_INVALID', say`There is no such device any more.`);
  const devices = file.devices.flatMap((each) => (each.id !== deviceId ? [each] : change ? [change(each)] : []));
  return ok({ file: { ...file, devices }, value: device });
}
