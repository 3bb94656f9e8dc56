// Looks for a newer version, downloads it and has it installed, each step when the user asks. The only exception is a daily
// check, if the user turned it on.

import { join } from 'node:path';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { UpdateChecks } from '../../../shared/features/settings/settings.ts';
import type { RunningWork, UpdatePhase, UpdateState } from '../../../shared/features/updates/updates.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UpdateHost, UpdateOutcome, VerifiedUpdate } from '../../ports/updates.ts';
import type { Disk } from '../../stores/files/disk.ts';
import { download, downloadedBytes, removeDownloads } from './download.ts';
import {
  judgeManifest,
  type Manifest,
  type ManifestFile,
  manifestName,
  maxManifestBytes,
  openManifest,
} from './manifest.ts';
import { createSpeedMeter } from './speedMeter.ts';
import { createUpdateMemory } from './updateMemory.ts';
import { isAllowedAddress, requestText, silenceMs, type UpdateHttp } from './updateRequests.ts';

export interface UpdateDeps {
  host: UpdateHost;
  version: string;
  disk: Disk;
  clock: Clock;
  http: UpdateHttp;
  checks(): Promise<UpdateChecks>;
  /** Runs and background commands. */
  work: { running(): RunningWork[]; onChange(listener: () => void): () => void };
  /** Notifies the user of a version that a daily check found. */
  notify(message: UserText): void;
  /** Milliseconds without a byte after which a server counts as silent. */
  silenceMs?: number;
}

export interface UpdateService {
  read(): Promise<{ state: UpdateState; notes: string }>;
  check(): Promise<void>;
  download(): Promise<Result<void>>;
  pause(): void;
  discard(): Promise<void>;
  install(when: 'now' | 'idle' | 'quit' | 'never', stop: boolean): Promise<Result<{ running: RunningWork[] }>>;
  decline(version: string, declined: boolean): Promise<void>;
  onChange(listener: (state: UpdateState) => void): () => void;
  /** Notifies the user of the last installation's result, and begins the daily checks. */
  start(): void;
  close(): void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** After the start, which it must not slow down; then how often the settings and the date are looked at. */
const firstLookMs = 60_000;
const lookMs = 60 * 60 * 1000;
const progressMs = 250;

interface Offer {
  manifest: Manifest;
  /** Null: none for this kind of package. */
  file: ManifestFile | null;
}

export function createUpdateService(deps: UpdateDeps): UpdateService {
  const { host, disk, clock, http, work } = deps;
  const silence = deps.silenceMs ?? silenceMs;
  const downloads = join(host.folder, 'downloads');
  const memory = createUpdateMemory(disk, host.folder);
  const listeners = new Set<(state: UpdateState) => void>();
  const closing = new AbortController();
  const speed = createSpeedMeter(clock);
  let phase: UpdatePhase = 'idle';
  let offer: Offer | null = null;
  let verified: VerifiedUpdate | null = null;
  let bytes = 0;
  let onQuit = false;
  let problem: UserText | null = null;
  let outcome: Promise<UserText | null> | null = null;
  /** The running check. */
  let checking: Promise<void> | null = null;
  let transfer: { stop: AbortController; done: Promise<void> } | null = null;
  let stopWaiting: (() => void) | null = null;
  /** Publishes progress, a few times a second. */
  let later: NodeJS.Timeout | null = null;

  function off(): UserText | null {
    if (host.off !== null) return host.off;
    if (host.source === null) {
      return say`This copy was built without an update server, so it does not look for updates. Install a new version the way you installed this one.`;
    }
    if (!isAllowedAddress(host.source.address))
      return say`The address of the update server is not encrypted, so it is not used.`;
    return null;
  }

  async function state(): Promise<UpdateState> {
    await host.known();
    const [{ checkedAt = null, declined = [] }, byHand, told] = await Promise.all([
      memory.read(),
      off() === null ? host.problem() : null,
      lastOutcome(),
    ]);
    const [offText, version] = [off(), offer?.manifest.version];
    return {
      version: deps.version,
      kind: host.kind,
      off: offText && toUserTextData(offText),
      byHand: byHand && toUserTextData(byHand),
      server: (host.source && URL.parse(host.source.address)?.host) ?? null,
      checkedAt,
      phase,
      offer: offer && {
        version: offer.manifest.version,
        published: offer.manifest.published,
        size: offer.file?.size ?? null,
      },
      isDeclined: version !== undefined && declined.includes(version),
      bytes,
      bytesPerSecond: phase === 'downloading' ? speed.perSecond() : null,
      onQuit,
      problem: problem && toUserTextData(problem),
      outcome: told && toUserTextData(told),
    };
  }

  function lastOutcome(): Promise<UserText | null> {
    outcome ??= readOutcome(host.takeOutcome());
    return outcome;
  }

  async function readOutcome(last: UpdateOutcome | null): Promise<UserText | null> {
    if (last === null) return null;
    const { failed = [] } = await memory.read();
    if (last.kind !== 'failed') await removeDownloads(disk, downloads);
    if (last.kind === 'rolledBack') await memory.change({ failed: [...failed, last.version].slice(-200) });
    switch (last.kind) {
      case 'installed':
        return say`Version ${last.version} was installed. Before, this was ${last.from}.`;
      case 'rolledBack':
        return say`Version ${last.version} did not start, so ${deps.version} was restored. Your conversations and settings were kept. Version ${last.version} will not be offered again.`;
      case 'failed':
        return say`Version ${last.version} was not installed: ${last.reason}`;
    }
  }

  async function publish(): Promise<void> {
    clearTimeout(later ?? undefined);
    later = null;
    if (listeners.size === 0) return;
    const now = await state();
    for (const listener of listeners) listener(now);
  }

  function enter(next: UpdatePhase, why: UserText | null = null): void {
    phase = next;
    problem = why;
    void publish();
  }

  /** Returns the reason if it failed. */
  async function ask(): Promise<UserText | null> {
    const { source } = host;
    if (source === null) return null;
    const address = new URL(manifestName(host.platform, host.arch), source.address).href;
    const options = { signal: closing.signal, silenceMs: silence, maxBytes: maxManifestBytes };
    const text = await requestText(http, address, options);
    if (!text.ok) return errorSentence(text.error);
    const opened = openManifest(text.value, source.publicKey);
    if (!opened.ok) return errorSentence(opened.error);
    const { newestSeen = null, failed = [] } = await memory.read();
    const { platform, arch } = host;
    const judged = judgeManifest(opened.value, { version: deps.version, platform, arch, newestSeen });
    if (!judged.ok) return errorSentence(judged.error);
    await memory.change({ newestSeen: opened.value.published, checkedAt: clock.now().toISOString() });
    const manifest = judged.value;
    const { stagingPercentage = 100 } = manifest ?? {};
    const isForLater = manifest !== null && stagingPercentage < 100 && (await memory.stage()) >= stagingPercentage;
    if (manifest === null || isForLater || failed.includes(manifest.version)) await forgetOffer();
    else await takeOffer(manifest);
    return null;
  }

  async function forgetOffer(): Promise<void> {
    offer = null;
    verified = null;
    bytes = 0;
    await removeDownloads(disk, downloads);
  }

  async function takeOffer(manifest: Manifest): Promise<void> {
    const file = manifest.files.find(({ kind }) => kind === host.takes) ?? null;
    if (verified && (verified.version !== manifest.version || verified.sha512 !== file?.sha512)) verified = null;
    offer = { manifest, file };
    bytes = file === null ? 0 : await downloadedBytes(disk, downloads, file);
  }

  async function check(): Promise<void> {
    await host.known();
    if (off() !== null || (phase !== 'idle' && phase !== 'paused' && phase !== 'ready')) return;
    checking ??= (async () => {
      enter('checking');
      const why = await ask();
      checking = null;
      // Another version takes the place of the one that would be installed.
      if (verified === null) await disarm();
      enter(verified ? 'ready' : bytes > 0 ? 'paused' : 'idle', why);
    })();
    await checking;
  }

  /** Cancels an arranged installation. */
  async function disarm(): Promise<void> {
    stopWaiting?.();
    stopWaiting = null;
    if (onQuit) await host.arrange(null, { restart: false });
    onQuit = false;
  }

  async function transferFile({ manifest, file }: Offer, source: { address: string }, stop: AbortController) {
    if (file === null) return;
    speed.reset(bytes);
    enter('downloading');
    const done = await download({
      ...{ http, disk, file, address: source.address, folder: downloads, silenceMs: silence },
      signal: AbortSignal.any([stop.signal, closing.signal]),
      onProgress(now, step) {
        bytes = now;
        speed.note(now);
        if (phase !== step) enter(step);
        else later ??= setTimeout(() => void publish(), progressMs);
      },
    });
    transfer = null;
    if (done.ok) {
      const { version, published, notes } = manifest;
      verified = { version, published, notes, path: done.value, ...file };
      bytes = file.size;
      return enter('ready');
    }
    bytes = await downloadedBytes(disk, downloads, file);
    enter(bytes > 0 ? 'paused' : 'idle', done.error.code === 'CANCELLED' ? null : errorSentence(done.error));
  }

  async function installNow(update: VerifiedUpdate): Promise<Result<void>> {
    enter('installing');
    const arranged = await host.arrange(update, { restart: true });
    if (!arranged.ok) enter('ready', errorSentence(arranged.error));
    return arranged;
  }

  function installWhenIdle(update: VerifiedUpdate): void {
    const look = (): void => {
      if (stopWaiting === null || work.running().length > 0) return;
      stopWaiting();
      stopWaiting = null;
      void installNow(update);
    };
    const stop = work.onChange(look);
    stopWaiting = stop;
    enter('waiting');
    look();
  }

  async function lookDaily(): Promise<void> {
    await host.known();
    const { checkedAt, declined = [] } = await memory.read();
    if ((await deps.checks()) !== 'daily' || off() !== null) return;
    if (checkedAt !== undefined && clock.now().getTime() - Date.parse(checkedAt) < dayMs) return;
    const before = offer?.manifest.version;
    await check();
    const version = offer?.manifest.version;
    if (version !== undefined && version !== before && !declined.includes(version)) {
      deps.notify(say`Version ${version} of Throughline is available. You find it in Settings → Updates.`);
    }
  }

  return {
    async read() {
      return { state: await state(), notes: offer?.manifest.notes ?? '' };
    },
    check,

    async download() {
      if (!offer?.file || host.source === null) return fail('NOT_SUPPORTED', say`There is no update to download.`);
      if (transfer !== null || checking !== null || phase === 'waiting' || phase === 'installing') return ok(undefined);
      const why = await host.problem();
      if (why !== null) {
        enter(phase, why);
        return ok(undefined);
      }
      const stop = new AbortController();
      transfer = { stop, done: Promise.resolve() };
      transfer.done = transferFile(offer, host.source, stop);
      return ok(undefined);
    },

    pause() {
      transfer?.stop.abort();
    },

    async discard() {
      if (phase === 'installing') return;
      const running = transfer;
      running?.stop.abort();
      await running?.done;
      await disarm();
      verified = null;
      bytes = 0;
      await removeDownloads(disk, downloads);
      enter('idle');
    },

    async install(when, stop) {
      if (when === 'never') {
        await disarm();
        enter(verified ? 'ready' : phase);
        return ok({ running: [] });
      }
      const update = verified;
      if (!update || (phase !== 'ready' && phase !== 'waiting')) {
        return fail('NOT_SUPPORTED', say`There is no downloaded update to install.`);
      }
      await disarm();
      const running = work.running();
      if (when === 'now' && running.length > 0 && !stop) {
        enter('ready');
        return ok({ running });
      }
      if (when === 'idle') installWhenIdle(update);
      if (when === 'now') {
        const installed = await installNow(update);
        if (!installed.ok) return installed;
      }
      if (when === 'quit') {
        const arranged = await host.arrange(update, { restart: false });
        onQuit = arranged.ok;
        enter('ready', arranged.ok ? null : errorSentence(arranged.error));
      }
      return ok({ running: [] });
    },

    async decline(version, declined) {
      const { declined: before = [] } = await memory.read();
      const others = before.filter((each) => each !== version);
      await memory.change({ declined: declined ? [...others, version].slice(-200) : others });
      await publish();
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start() {
      void (async () => {
        const last = await lastOutcome();
        if (last !== null) deps.notify(last);
        for (let wait = firstLookMs; !closing.signal.aborted; wait = lookMs) {
          await clock.wait(wait, closing.signal);
          if (!closing.signal.aborted) await lookDaily();
        }
      })();
    },

    close() {
      stopWaiting?.();
      clearTimeout(later ?? undefined);
      closing.abort();
    },
  };
}
