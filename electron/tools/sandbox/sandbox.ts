// The system's sandbox: bubblewrap on Linux, `sandbox-exec` on macOS. Programs of one conversation share a
// namespace; each keeps the file access that its profile defined when it started.

import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostText, parseHostAndPort, type SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sandbox, SandboxedProgram, SandboxRequest } from '../../ports/sandbox.ts';
import { findAgentControls } from './agentControls.ts';
import { findViolations } from './boundary.ts';
import { filterFile, sandboxTemporary } from './bubblewrap.ts';
import { createEdges, type Edges, sharedEdgesFolder } from './edges.ts';
import { type FileGuard, startFileGuard } from './fileGuard.ts';
import { findGuardedPaths, resolveGuardedPaths } from './guardedPaths.ts';
import { createHiddenPaths } from './hiddenPaths.ts';
import { isBelow } from './isBelow.ts';
import { type NetworkNamespace, openNetworkNamespace, proxySocket } from './networkNamespace.ts';
import { sandboxProfile } from './sandboxProfile.ts';
import { matchesHost, type SandboxProxy, type SandboxProxyOptions, startSandboxProxy } from './sandboxProxy.ts';
import { createSandboxProbe } from './sandboxStatus.ts';
import { createSeatbeltNamespace } from './seatbelt.ts';
import { socketFilter } from './socketFilter.ts';

export interface SandboxOptions {
  home: string;
  /** The app's data, and other paths that no tool may touch. */
  protectedFolders: readonly string[];
  /** An app folder for quarantined files and sockets. Created on demand. */
  folder: string;
  /** The app's own environment; some variables name credential files. */
  env?: Environment;
  /** For tests with local servers. */
  network?: Pick<SandboxProxyOptions, 'lookup' | 'whyNot'>;
}

/** A namespace with its proxy and running programs. */
interface Opened {
  room: NetworkNamespace;
  proxy: SandboxProxy;
  edge: string;
  programs: Set<Running>;
}

const homeInside = say`The project folder contains your home folder, which the sandbox must protect.`;

interface Running {
  request: SandboxRequest;
  refused: Set<string>;
  /** The user's answers by host and port, once per program. */
  asked: Map<string, Promise<boolean>>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { home, protectedFolders, folder: ownFolder, env = process.env, network = {} } = options;
  const hidden = createHiddenPaths({ home, env });
  const status = createSandboxProbe();
  const rooms = new Map<string, Promise<Result<Opened>>>();
  const lookouts = new Set<FileGuard>();
  const edges = createEdges(ownFolder);

  async function roomOf(conversationId: string): Promise<Result<Opened>> {
    const openRoomPromise = rooms.get(conversationId);
    const there = await openRoomPromise;
    if (there?.ok && there.value.room.isOpen()) return there;
    // Someone else has started opening it meanwhile.
    if (rooms.get(conversationId) !== openRoomPromise) return roomOf(conversationId);
    if (there?.ok) void end(there.value);
    const opening = openWithProxy(edges, network);
    rooms.set(conversationId, opening);
    const opened = await opening;
    if (!opened.ok && rooms.get(conversationId) === opening) rooms.delete(conversationId);
    return opened;
  }

  async function close(conversationId: string): Promise<void> {
    const opened = await rooms.get(conversationId);
    rooms.delete(conversationId);
    if (opened?.ok) await end(opened.value);
  }

  return {
    home,
    async status(folder) {
      const sandboxStatus = await status();
      const holdsHome =
        folder !== undefined &&
        sandboxStatus.available &&
        isBelow(await realpath(home).catch(() => home), await realpath(folder).catch(() => folder));
      return holdsHome ? { available: false, reason: homeInside, install: null } : sandboxStatus;
    },
    async open(request) {
      const opened = await roomOf(request.conversationId);
      if (!opened.ok) return opened;
      const { room, programs, edge } = opened.value;
      const { opening } = request;
      const folder = request.folder === null ? null : await realpath(request.folder);
      const agent = opening.ofAgent ? await findAgentControls(home, opening.paths, folder) : null;
      const openedPaths = agent?.opened ?? opening.paths;
      const leads = folder === null ? null : { folder, home, env, ...(agent ? { agent } : {}) };
      const hiding = hidden.places();
      const before = leads && (await findGuardedPaths(leads));
      const heldPlaces = before ? await resolveGuardedPaths(before) : [];
      const profile = await sandboxProfile({
        folder,
        home,
        protectedFolders: [...protectedFolders, sharedEdgesFolder],
        opened: openedPaths,
        ...{ agent, edge },
        held: heldPlaces,
        pinned: before?.pinned ?? [],
        readOnly: opening.readOnly === true,
        hidden: await hiding,
      });
      const lookout =
        leads && before && !opening.readOnly
          ? startFileGuard({
              ...{ leads, before, held: profile.readOnly, opened: agent ? [] : openedPaths },
              ...{ unresolvedFolder: request.folder ?? '', quarantine: join(ownFolder, 'made') },
            })
          : null;
      if (lookout) lookouts.add(lookout);
      const running: Running = { request, refused: new Set(), asked: new Map() };
      programs.add(running);
      const program: SandboxedProgram = {
        wrap(argv, cwd, ownTerminal = false) {
          return room.wrap(profile, argv, cwd, ownTerminal);
        },
        kind: room.kind,
        network: opening.hosts,
        refused: () => [...[...running.refused].map(hostOf), ...(lookout?.violations() ?? [])],
        async end(printed = '') {
          programs.delete(running);
          await lookout?.end();
          if (lookout) lookouts.delete(lookout);
          return [...findViolations(printed, profile, folder ?? home), ...this.refused()];
        },
      };
      return ok(program);
    },
    async isUnchecked(path) {
      const answers = await Promise.all([...lookouts].map((lookout) => lookout.isUnchecked(path)));
      return answers.includes(true);
    },
    close,
    async closeAll() {
      await Promise.all([...rooms.keys()].map(close));
    },
  };
}

async function end({ room, proxy, edge }: Opened): Promise<void> {
  room.close();
  proxy.close();
  await rm(edge, { recursive: true, force: true });
}

async function openWithProxy(
  edges: Edges,
  network: Pick<SandboxProxyOptions, 'lookup' | 'whyNot'>,
): Promise<Result<Opened>> {
  const edge = await edges.make();
  await mkdir(join(edge, sandboxTemporary));
  const filter = process.platform === 'linux' ? socketFilter() : null;
  if (filter) await writeFile(join(edge, filterFile), filter);
  const programs = new Set<Running>();
  const mayReach = (host: string, port: number): Promise<boolean> => decide(programs, host, port);
  const isMac = process.platform === 'darwin';
  const proxy = await startSandboxProxy({ path: isMac ? null : join(edge, proxySocket), mayReach, ...network });
  const room = isMac
    ? ok(createSeatbeltNamespace(join(edge, sandboxTemporary), proxy.address))
    : await openNetworkNamespace(edge);
  if (room.ok) return ok({ room: room.value, proxy, edge, programs });
  proxy.close();
  await rm(edge, { recursive: true, force: true });
  return room;
}

/** Of `name:port`. */
function hostOf(text: string): SandboxViolation {
  return { type: 'host', ...parseHostAndPort(text) };
}

/** Any program's permission applies to all, since they could relay for each other anyway. */
async function decide(programs: ReadonlySet<Running>, host: string, port: number): Promise<boolean> {
  const all = [...programs];
  const isIn = (name: 'hosts' | 'refusedHosts'): boolean =>
    all.some(({ request }) => request.opening[name].some((pattern) => matchesHost(pattern, host, port)));
  if (!isIn('refusedHosts') && (isIn('hosts') || (await ask(all, host, port)))) return true;
  for (const { refused } of programs) refused.add(hostText({ host, port }));
  return false;
}

/** The user is looking at the most recent program. */
async function ask(all: readonly Running[], host: string, port: number): Promise<boolean> {
  const asking = all.findLast(({ request }) => request.askHost !== undefined);
  if (!asking) return false;
  const key = hostText({ host, port });
  const answer = asking.asked.get(key) ?? asking.request.askHost?.(host, port) ?? Promise.resolve(false);
  asking.asked.set(key, answer);
  return answer;
}
