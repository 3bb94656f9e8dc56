// The settings of devices: none yet, several, and the steps of adding one.

import { remoteWords } from '../../../../renderer/features/remote/words.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { DeviceInfo, OwnPasskeys, PairingInfo, RemoteInfo } from '../../../../shared/features/remote/methods.ts';
import { refusedTo } from '../../../../shared/features/remote/needs.ts';
import type { Right } from '../../../../shared/features/remote/rights.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import { approvalScenes } from '../approvals/scenes.ts';

const nothing: RemoteInfo = {
  ...{ name: null, fixedName: false, address: null, problem: null },
  ...{ devices: [], pairing: null },
};

const origin = 'https://box.tailnet-1234.ts.net';
const addedAt = '2026-11-20T08:12:00Z';
const seenAt = '2026-11-29T08:12:00Z';

const devices: DeviceInfo[] = [
  {
    ...{
      id: 'd1',
      name: '小美的手机',
      right: 'answer',
      origin,
      addedAt,
      seenAt,
      connected: true,
      passkeys: [],
      asksPasskey: false,
    },
  },
  {
    ...{ id: 'd2', name: 'a-tablet-with-a-long-name-that-has-no-space-to-wrap-at', right: 'all' },
    ...{ origin: 'http://localhost:4817', addedAt, seenAt, connected: false },
    ...{ passkeys: [], asksPasskey: false },
  },
  {
    ...{ id: 'd3', name: 'Firefox on Linux', right: 'watch', origin, addedAt, seenAt: null, connected: false },
    ...{ passkeys: [], asksPasskey: false },
  },
];

const inUse: RemoteInfo = {
  ...{ ...nothing, name: 'box.tailnet-1234.ts.net', address: 'http://127.0.0.1:4817', devices },
};

/** Expires long after every test. */
const pairing: PairingInfo = {
  ...{ id: 'p', code: 'K7QM-2XRD', until: '2099-01-01T00:00:00Z', right: 'answer', wrong: 0, device: null },
};

function page(info: RemoteInfo, press: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: { 'remote.info': async () => ok(info) },
    dialog: { type: 'settings', section: 'devices' },
    press,
  };
}

/** The scene in the window of a device with this right. */
function onDevice(right: Right, scene: Scene): Scene {
  return { ...scene, snapshot: { ...scene.snapshot, device: { right, refused: refusedTo(right) } }, press: [] };
}

const readSettings = (): Scene => ({
  snapshot: snapshotFixture(),
  conversation: conversationFixture({ messages: healthTalk().messages }),
  dialog: { type: 'settings', section: 'appearance' },
});

const running = (): Scene => ({
  snapshot: snapshotFixture(),
  conversation: conversationFixture({
    messages: healthTalk().messages,
    run: { runId: 'r', startedAt: new Date().toISOString(), phase: 'model' },
  }),
});

const passkey = { id: 'k1', addedAt, wentBackAt: null };

const withPasskeys: RemoteInfo = {
  ...inUse,
  devices: devices.map((each, at) => ({
    ...each,
    ...(at === 0 && { passkeys: [passkey], asksPasskey: true }),
    ...(at === 1 && { passkeys: [passkey, { ...passkey, id: 'k2', wentBackAt: seenAt }] }),
  })),
};

/** The page of a device about its passkeys. */
function ownPasskeys(status: OwnPasskeys, dialog: Scene['dialog']): Scene {
  const scene = onDevice('steer', { ...readSettings(), ...(dialog && { dialog }) });
  return { ...scene, handlers: { 'remote.passkeys': async () => ok(status) } };
}

/** The prompt for the device's passkey, after the browser could not use it. */
function passkeyPrompt(challenge: string): Scene {
  const options = { challenge, rpId: 'box.example', userVerification: 'required', allowCredentials: [] };
  const needed = fail('CONFIRMATION_NEEDED', say`This needs the passkey of this device. Nothing was changed.`, {
    ...{ by: 'passkey', confirmation: 'c1', options },
  });
  return {
    ...onDevice('answer', approvalScenes.allowAlways?.() ?? readSettings()),
    handlers: { 'approval.answer': async () => needed },
    press: ['[data-answers] > span:last-child > button:last-child:enabled'],
  };
}

const noPasskey: OwnPasskeys = { count: 0, asks: false, refusal: null };
const devicesPage = { type: 'settings', section: 'devices' } as const;

export const remoteScenes: Record<string, () => Scene> = {
  devices: () => page(inUse),
  devicesRename: () => page(inUse, [`[aria-label="${remoteWords.row.rename('Firefox on Linux')}"]`]),
  devicesNone: () => page(nothing),
  devicesProblem: () =>
    page({
      ...{ ...nothing, name: 'box.example', fixedName: true },
      problem: toUserTextData(say`The local server could not start: ${'listen EADDRNOTAVAIL 127.0.0.1:4817'}.`),
    }),
  deviceWrongCodes: () => page({ ...inUse, pairing: { ...pairing, wrong: 37 } }, ['[data-opens="new"]']),
  deviceWatches: () => onDevice('watch', approvalScenes.allowAlways?.() ?? readSettings()),
  deviceAnswers: () => onDevice('answer', approvalScenes.allowAlways?.() ?? readSettings()),
  deviceSteers: () => onDevice('steer', approvalScenes.allowAlways?.() ?? readSettings()),
  deviceStops: () => onDevice('answer', running()),
  deviceSettings: () => onDevice('watch', readSettings()),
  deviceStarts: () => onDevice('watch', { snapshot: snapshotFixture(), conversation: null }),
  devicesPasskeys: () => page(withPasskeys),
  ownPasskey: () => ownPasskeys({ count: 1, asks: true, refusal: null }, devicesPage),
  ownPasskeyNone: () => ownPasskeys(noPasskey, devicesPage),
  ownPasskeyAddress: () => ownPasskeys({ ...noPasskey, refusal: 'address' }, devicesPage),
  passkeyPrompt: () => passkeyPrompt('!'),
  passkeyPromptAddress: () => passkeyPrompt('AAAA'),
  passkeyOffer: () => ownPasskeys(noPasskey, { type: 'passkeyOffer' }),
  deviceArrived: () =>
    page({
      ...inUse,
      pairing: { ...pairing, code: null, device: { name: 'Safari on iPhone', origin, check: '042917' } },
    }),
};
