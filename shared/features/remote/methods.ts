// Other devices as windows: pairing them, their rights, and the name under which a tunnel reaches this machine.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';
import { type Right, rights } from './rights.ts';

export interface DeviceInfo {
  id: string;
  name: string;
  right: Right;
  /** Where its page came from, such as `https://box.example`: its key works only there. */
  origin: string;
  /** ISO 8601, UTC. */
  addedAt: string;
  /** ISO 8601, UTC; null: never since it was paired. */
  seenAt: string | null;
  /** It has an open window now. */
  connected: boolean;
  passkeys: PasskeyInfo[];
  /** It has to use a passkey before it allows anything; without a passkey it has no effect. */
  asksPasskey: boolean;
}

export interface PasskeyInfo {
  id: string;
  /** ISO 8601, UTC. */
  addedAt: string;
  /** ISO 8601, UTC: its signature counter went back then, as if there were a copy of it. Null: never. */
  wentBackAt: string | null;
}

/** The calling device's passkeys. */
export interface OwnPasskeys {
  count: number;
  /** It is asked for them. */
  asks: boolean;
  /** Why none can be added; null: one can. `address`: browsers have no passkeys for an IP address. */
  refusal: 'address' | 'full' | null;
}

/** One pairing at a time. */
export interface PairingInfo {
  id: string;
  /** Null: it was used, or another process made it. */
  code: string | null;
  /** ISO 8601, UTC. */
  until: string;
  right: Right;
  /** Wrong codes entered so far. The code stays valid. */
  wrong: number;
  /** A device that has entered the code and waits for the user; null: none yet. */
  device: { name: string; origin: string; check: string } | null;
}

export interface RemoteInfo {
  /** `host` or `host:port` under which a tunnel reaches this machine; null: none. */
  name: string | null;
  /** It is for this start only, and the saved one is not used. */
  fixedName: boolean;
  /** The local server's, such as `http://127.0.0.1:4817`; null: it does not run. */
  address: string | null;
  /** Why the local server could not start; null: it did, or nothing needs it. */
  problem: UserTextData | null;
  devices: DeviceInfo[];
  pairing: PairingInfo | null;
}

/** The device behind this connection. */
export interface RemoteDevice {
  id: string;
  name: string;
  right: Right;
  /** `host` or `host:port` of its page. */
  hostName: string;
}

export type RemoteEvent =
  | { type: 'remote.changed'; info: RemoteInfo }
  /** In place of an event that a device may not see: the numbers of events have no gaps. */
  | { type: 'remote.withheld' };

const right = z.enum(rights);
export const maxDeviceName = 60;
const deviceName = z.string().trim().min(1).max(maxDeviceName);

export const maxPasskeys = 4;
const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: base64Url(1400),
    rawId: base64Url(1400),
    type: z.literal('public-key'),
    response: z.object(response),
  });
/** As the browser's `toJSON` returns them, without what the host does not read. */
const assertion = credential({
  clientDataJSON: base64Url(8_000),
  authenticatorData: base64Url(8_000),
  signature: base64Url(4_000),
});
const attestation = credential({
  clientDataJSON: base64Url(8_000),
  authenticatorData: base64Url(8_000),
  /** DER (SubjectPublicKeyInfo). */
  publicKey: base64Url(4_000),
  transports: z.array(z.string().max(20)).max(10).default([]),
});
export type PasskeyAssertion = z.infer<typeof assertion>;
export type PasskeyAttestation = z.infer<typeof attestation>;

export const remoteMethods = {
  /** The caller's device; null: a window of this machine. */
  'remote.me': defineMethod<{ device: RemoteDevice | null }>()('none', nothing),
  /** Returns everything; `remote.changed` follows. */
  'remote.info': defineMethod<RemoteInfo>()('none', nothing),
  /** Null: none. The user confirms a name outside of the window. */
  'remote.setName': defineMethod<RemoteInfo>()('app', z.object({ name: z.string().max(300).nullable() })),
  /** Makes a code for one device and starts the local server. Replaces an earlier code. */
  'remote.startPairing': defineMethod<RemoteInfo>()('app', z.object({ right })),
  /** The user confirms the device with its check number outside of the window. */
  'remote.accept': defineMethod<RemoteInfo>()('app', z.object({ pairingId: id, name: deviceName.exactOptional() })),
  /** Refuses the device, or withdraws the code. */
  'remote.cancelPairing': defineMethod<RemoteInfo>()('app', z.object({ pairingId: id })),
  'remote.rename': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, name: deviceName })),
  /** The user confirms a higher right outside of the window. */
  'remote.setRight': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, right })),
  /** The calling device's. */
  'remote.passkeys': defineMethod<OwnPasskeys>()('none', nothing),
  /** Returns what the browser needs to make one, as JSON: PublicKeyCredentialCreationOptions. It works once, for two minutes. */
  'remote.newPasskey': defineMethod<{ options: Record<string, unknown> }>()('none', nothing),
  /** Stores the passkey that the browser made. The first one is asked for from then on. */
  'remote.addPasskey': defineMethod<OwnPasskeys>()('app', z.object({ passkey: attestation })),
  /** Answers a CONFIRMATION_NEEDED with `by: 'passkey'`: the same call is then let through once. */
  'remote.usePasskey': defineMethod<Nothing>()('none', z.object({ confirmation: id, passkey: assertion })),
  /** The user confirms removing the last one outside of the window. */
  'remote.removePasskey': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, passkeyId: base64Url(1400) })),
  /** The user confirms outside of the window that it is not asked for. */
  'remote.askPasskey': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, asks: z.boolean() })),
  /** Ends its windows at once. */
  'remote.revoke': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id })),
} as const;
