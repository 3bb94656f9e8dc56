// Opens the app on a data folder that may be encrypted. While the key is missing or files are converted, a waiting app
// answers the windows; afterwards they reconnect to the app itself.

import {
  type AppError,
  describeThrown,
  errorSentence,
  fail,
  ok,
  type Result,
  sentenceFields,
} from '../shared/core/errors.ts';
import { say, textOf, type UserText } from '../shared/core/sentence.ts';
import type { WaitingInfo } from '../shared/features/encryption/methods.ts';
import type { Transport } from '../shared/protocol/transport.ts';
import { type App, type AppOptions, createApp } from './app.ts';
import { removeKeptCopies } from './features/backup/keptCopies.ts';
import { createKeyedQueue } from './lib/keyedQueue.ts';
import { type Handlers, serve } from './lib/protocolServer.ts';
import type { Encryption } from './ports/encryption.ts';
import type { Keychain } from './ports/keychain.ts';
import { convertData, removeDatabases } from './stores/encryption/convertData.ts';
import { createDataEncryption, type DataEncryption, type DataState } from './stores/encryption/dataEncryption.ts';
import { nodeDisk } from './stores/files/disk.ts';
import { createKeychain } from './stores/keychain.ts';
import { claimDataFolder } from './stores/locks/claimDataFolder.ts';
import { whyReadOnly } from './stores/readOnlyData.ts';

/** The app that answers new connections. */
type Target = Pick<App, 'attach' | 'close'>;

/** Milliseconds that the system may take to ask the user about the key. */
const patienceMs = 120_000;

export async function openApp(
  options: AppOptions,
  keychain: Keychain = createKeychain({ service: 'throughline' }),
  patientKeychain: Keychain = createKeychain({ service: 'throughline', timeoutMs: patienceMs }),
): Promise<Result<App>> {
  const { dataDir } = options;
  const encryption = createDataEncryption({ dataDir, disk: nodeDisk, keychain });
  const transports = new Set<Transport>();
  let target: Target = waitingApp(() => nothingConverted('encrypted'));
  let notices: UserText[] = [];
  let readOnly = false;
  let working: Promise<unknown> = Promise.resolve();
  const ending = new AbortController();

  /** Windows reconnect, to the new target. */
  function replace(next: Target): void {
    target = next;
    for (const transport of transports) transport.close();
  }

  /** Each step may fail in a way that nobody expected; windows then show why instead of waiting. */
  function work(step: () => Promise<Result<void>>): void {
    working = step()
      .catch((thrown) => unexpected(thrown))
      .then((done) => {
        if (!done.ok && !ending.signal.aborted) showFailure(done.error);
      });
  }

  function showFailure(error: AppError): void {
    replace(
      waitingApp(() => ({ kind: 'failed', reason: sentenceFields(errorSentence(error)) }), { retry: startAgain }),
    );
  }

  const startAgain = (): void => work(start);

  async function openWith(state: DataState): Promise<Result<void>> {
    const key = state.kind === 'open' ? state.key : null;
    const created = await createApp({ ...options, dataKey: key, encryption: controls });
    if (state.kind === 'plain') {
      const now = await encryption.read();
      // It finished a restore of encrypted data. It opened plain data, so it can write nothing.
      if (now.ok && now.value.kind !== 'plain') {
        if (created.ok) await created.value.close();
        return startWith(now.value);
      }
    }
    if (!created.ok) return created;
    ({ notices, readOnly } = created.value);
    replace(created.value);
    return ok(undefined);
  }

  /** Resolves once windows can be answered. */
  async function start(): Promise<Result<void>> {
    const state = await encryption.read();
    return state.ok ? startWith(state.value) : state;
  }

  async function startWith(state: DataState): Promise<Result<void>> {
    if (state.kind === 'locked') {
      replace(waitingApp(() => ({ kind: 'locked' }), { unlock }));
      if (state.mayOpen) void openWhenAllowed();
      return ok(undefined);
    }
    if (state.kind === 'plain' || state.file.state === 'on' || whyReadOnly(dataDir) !== null) return openWith(state);
    const claim = await claimDataFolder(dataDir, say`encrypting the data`);
    if (!claim.ok) return claim;
    work(async () => {
      try {
        await convert(state);
      } finally {
        claim.value.release();
      }
      if (ending.signal.aborted) return ok(undefined);
      const converted = await encryption.read();
      return converted.ok ? openWith(converted.value) : converted;
    });
    return ok(undefined);
  }

  async function unlock(code: string): ReturnType<DataEncryption['unlock']> {
    const unlocked = await encryption.unlock(code);
    if (unlocked.ok) setImmediate(startAgain);
    return unlocked;
  }

  /** The system may be asking the user whether the app may read the key. */
  async function openWhenAllowed(): Promise<void> {
    const waiting = target;
    const patient = createDataEncryption({ dataDir, disk: nodeDisk, keychain: patientKeychain });
    const state = await patient.read();
    if (target === waiting && !ending.signal.aborted && state.ok) work(() => startWith(state.value));
  }

  /** Files that can't be converted now stay as they are; the app opens with both kinds. */
  async function convert({ key, file }: Extract<DataState, { kind: 'open' }>): Promise<void> {
    const to = file.state === 'decrypting' ? 'plain' : 'encrypted';
    let progress = { done: 0, of: 0 };
    replace(waitingApp(() => ({ kind: 'converting', to, ...progress })));
    const report = await convertData({
      dataDir,
      disk: nodeDisk,
      key,
      to,
      signal: ending.signal,
      progress: (done, of) => {
        progress = { done, of };
      },
    });
    await removeDatabases(nodeDisk, dataDir);
    if (report.stopped) return;
    for (const { path, reason } of report.left)
      options.log('warning', `${path} was not converted: ${textOf(reason)}`, 'FILE_UNCONVERTED');
    if (report.left.length > 0) return;
    // Copies from before are in clear.
    if (to === 'encrypted') await removeKeptCopies(nodeDisk, dataDir);
    await encryption.finish();
  }

  /** The answer to the call that asked for it leaves first. The app closes before the change, after which it could not save. */
  function restart(to: 'encrypted' | 'plain', change: () => Promise<Result<unknown>>): Result<void> {
    const before = target;
    target = waitingApp(() => nothingConverted(to));
    setImmediate(() => {
      replace(target);
      work(async () => {
        await before.close();
        const changed = await change();
        return changed.ok ? start() : changed;
      });
    });
    return ok(undefined);
  }

  const controls: Encryption = {
    async state() {
      const state = await encryption.read();
      if (!state.ok) return state;
      if (state.value.kind === 'plain') return ok('off');
      return ok(state.value.file.state === 'on' ? 'on' : 'partly');
    },
    turnOn: (code) => restart('encrypted', () => encryption.begin(code, new Date())),
    turnOff: () => restart('plain', () => encryption.beginDecrypting()),
    changeCode: (code) => encryption.changeCode(code),
    // A wrong code is asked for again.
    reopen: (code) =>
      void restart('encrypted', async () => {
        if (code !== '') await encryption.unlock(code);
        return ok(undefined);
      }),
  };

  const opened = await start();
  if (!opened.ok) return opened;
  return ok({
    get notices() {
      return notices;
    },
    get readOnly() {
      return readOnly;
    },
    attach(transport, device) {
      transports.add(transport);
      transport.onClose(() => transports.delete(transport));
      target.attach(transport, device);
    },
    async close() {
      ending.abort();
      // Each step may begin another one.
      for (let step: unknown; step !== working; ) {
        step = working;
        await working;
      }
      await target.close();
    },
  });
}

const nothingConverted = (to: 'encrypted' | 'plain'): WaitingInfo => ({ kind: 'converting', to, done: 0, of: 0 });

const unexpected = (thrown: unknown) =>
  fail('STORE_WRITE_FAILED', say`Your data could not be opened: ${describeThrown(thrown)}. Existing files stay valid.`);

interface WaitingActions {
  unlock?: DataEncryption['unlock'];
  retry?: () => void;
}

function waitingApp(info: () => WaitingInfo, { unlock, retry }: WaitingActions = {}): Target {
  const queue = createKeyedQueue();
  const answered: Partial<Handlers> = {
    'encryption.waiting': async () => ok(info()),
    async 'encryption.unlock'({ code }) {
      const unlocked = unlock ? await unlock(code) : null;
      if (!unlocked) return fail('NOT_SUPPORTED', say`There is nothing to unlock.`);
      return unlocked.ok ? ok({ keptIn: unlocked.value.keptIn }) : unlocked;
    },
    async 'encryption.retry'() {
      if (retry) setImmediate(retry);
      return ok({});
    },
  };
  const locked = async () => fail('DATA_LOCKED', say`Your data is encrypted, and not open yet.`);
  const handlers = new Proxy(answered, {
    get: (_, name) => answered[name as keyof Handlers] ?? locked,
  }) as Handlers;
  return {
    // No device is known while its list cannot be read.
    attach: (transport, device) =>
      device ? transport.close() : serve(transport, { handlers, queue, onDefect: () => {} }),
    close: async () => {},
  };
}
