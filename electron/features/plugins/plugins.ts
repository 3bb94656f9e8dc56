// The plugins service: looks at packages, installs what was shown, updates and removes it. Nothing is fetched unless the user
// asks.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { PluginList } from '../../../shared/features/plugins/methods.ts';
import type { PluginInfo, PluginProposal, PluginSource } from '../../../shared/features/plugins/plugin.ts';
import type { Environment } from '../../lib/environment.ts';
import type { IdSource } from '../../lib/ids.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import { userFolders } from '../../mcp/bundle/bundleFolders.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { InstalledPlugin, InstalledPlugins } from '../../stores/installedPlugins.ts';
import { createBundleSettings, nothingEntered, type SettingEntries } from './bundleSettings.ts';
import type { DroppedFiles } from './droppedFile.ts';
import { packageLimits } from './package/entryPath.ts';
import { readServers } from './package/pluginContent.ts';
import { describePackage } from './proposal.ts';
import { type DownloadGuards, publicGuards } from './source/download.ts';
import { type FetchedPackage, fetchPackage } from './source/fetchPackage.ts';
import { sourceLabel } from './source/parseSource.ts';

export interface PluginsOptions {
  installed: InstalledPlugins;
  clock: Clock;
  environment: Environment;
  ids: Pick<IdSource, 'randomId'>;
  /** Why nothing may be written; null: it may. */
  readOnly: Sentence | null;
  guards?: DownloadGuards | undefined;
  /** The user's home folder. */
  home: string;
  /** Of this app. */
  version: string;
  keychain: Keychain;
}

interface Pending {
  fetched: FetchedPackage;
  proposal: PluginProposal;
  before: InstalledPlugin | null;
}

const maxPending = 5;
const maxText = 1024 * 1024;

export type Plugins = ReturnType<typeof createPlugins>;

/** Loads when it is first used. */
export interface PluginsService {
  load(): Promise<Plugins>;
  dropped: DroppedFiles;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export function createPlugins(options: PluginsOptions) {
  const { installed, clock, environment, ids, readOnly, guards = publicGuards, home, keychain } = options;
  const host = { platform: process.platform, arch: process.arch, version: options.version, env: environment };
  const settings = createBundleSettings({ installed, keychain, folders: () => userFolders(home, environment) });
  const incoming = join(installed.folder, 'incoming');
  const pending = new Map<string, Pending>();
  const ending = new AbortController();

  async function find(id: string): Promise<Result<InstalledPlugin>> {
    const match = (await installed.list()).plugins.find((each) => each.id === id);
    return match ? ok(match) : fail('PARAMS_INVALID', say`This plugin is no longer installed.`);
  }

  async function discard(id: string): Promise<void> {
    const one = pending.get(id);
    pending.delete(id);
    await one?.fetched.remove();
  }

  /** `update`: of this plugin. `dropped`: its file has this name elsewhere, and the source is a copy of it. */
  async function look(
    source: PluginSource,
    update: InstalledPlugin | null,
    dropped: string | null = null,
  ): Promise<Result<PluginProposal>> {
    if (readOnly !== null) return fail('STORE_READ_ONLY', readOnly);
    const deps = { incoming, environment, limits: packageLimits, guards };
    const fetched = await fetchPackage(source, deps, ending.signal);
    if (!fetched.ok) return fetched;
    if (dropped !== null) fetched.value.source = { type: 'local', file: dropped, path: '' };
    const { content } = fetched.value;
    const before = update ?? (await installed.list()).plugins.find((each) => each.id === content.name) ?? null;
    const problem = replacementProblem(fetched.value, before, update !== null);
    if (problem !== null) {
      await fetched.value.remove();
      return problem;
    }
    const id = ids.randomId();
    const bundles = { folders: await userFolders(home, environment), host };
    const described = await describePackage(id, fetched.value, installed, before, bundles);
    if (!described.ok) {
      await fetched.value.remove();
      return described;
    }
    const { proposal } = described.value;
    pending.set(id, { fetched: fetched.value, proposal, before });
    for (const oldest of pending.keys()) if (pending.size > maxPending) await discard(oldest);
    return ok(proposal);
  }

  async function infoOf(plugin: InstalledPlugin): Promise<PluginInfo> {
    const { id, kind, name, description, enabled, current, previous } = plugin;
    const files = (await installed.filesOf(id, current.hash)) ?? [];
    return {
      id,
      kind,
      name,
      description,
      version: current.version,
      source: sourceLabel(current.source),
      commit: current.source.type === 'git' ? current.source.commit : '',
      hash: current.hash,
      installedAt: current.at,
      enabled,
      files: files.length,
      bytes: files.reduce((sum, [, , bytes]) => sum + bytes, 0),
      changedByHand: await installed.changedByHand(id, current.hash),
      hasPrevious: previous !== null,
      bundle: await settings.describe(plugin),
      servers: kind === 'bundle' ? [id] : await serverNames(installed, plugin),
      skills: files.flatMap(([path]) => /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1] ?? []),
    };
  }

  return {
    async list(): Promise<PluginList> {
      const { plugins, problem } = await installed.list();
      return {
        plugins: await Promise.all(plugins.map(infoOf)),
        problems: problem === null ? [] : [toUserTextData(problem)],
        folder: installed.folder,
      };
    },

    find,
    look: (source: PluginSource, dropped: string | null = null) => look(source, null, dropped),

    /** Null: the content is the same. */
    async lookForUpdate(id: string): Promise<Result<PluginProposal | null>> {
      const plugin = await find(id);
      if (!plugin.ok) return plugin;
      const proposal = await look(plugin.value.current.source, plugin.value);
      if (!proposal.ok) return proposal;
      if (proposal.value.hash !== plugin.value.current.hash) return proposal;
      await discard(proposal.value.id);
      return ok(null);
    },

    proposal: (id: string): PluginProposal | null => pending.get(id)?.proposal ?? null,

    async file(id: string, path: string): Promise<Result<string | null>> {
      const one = pending.get(id);
      if (!one?.proposal.files.some((file) => file.path === path && file.change !== 'removed')) return gone;
      const bytes = await readFile(join(one.fetched.content.folder, ...path.split('/'))).catch(() => null);
      return ok(bytes === null || bytes.length > maxText ? null : decodePlainText(bytes));
    },

    async install(id: string, entered: SettingEntries = nothingEntered): Promise<Result<{ id: string }>> {
      const one = pending.get(id);
      if (!one) return gone;
      const { fetched, proposal, before } = one;
      const { hash, version, description, kind, name } = proposal;
      const at = clock.now().toISOString();
      const pluginId = before?.id ?? name;
      const stored = await settings.store(pluginId, proposal.bundle?.settings ?? [], before, entered);
      if (!stored.ok) return stored;
      const done = await installed.install(
        {
          ...{ id: pluginId, kind, name, description, ...stored.value },
          enabled: true,
          current: { hash, version, source: fetched.source, at },
          previous: before?.current.hash === hash ? before.previous : (before?.current ?? null),
        },
        fetched.content.folder,
        before?.current.hash ?? null,
      );
      if (!done.ok) return done;
      await discard(id);
      return ok({ id: pluginId });
    },

    discard,

    enable: (id: string, enabled: boolean) => installed.change(id, (plugin) => ok({ ...plugin, enabled })),

    /** The version that is left becomes the previous one, so that this can be undone. */
    back: (id: string) =>
      installed.change(id, (plugin) =>
        plugin.previous === null
          ? fail('PARAMS_INVALID', say`There is no earlier version of this plugin.`)
          : ok({ ...plugin, current: plugin.previous, previous: plugin.current }),
      ),

    /** Changes the settings of a bundle. */
    async configure(id: string, entered: SettingEntries): Promise<Result<void>> {
      const plugin = await find(id);
      if (!plugin.ok) return plugin;
      const bundle = await settings.describe(plugin.value);
      if (bundle === null) return fail('PARAMS_INVALID', say`This plugin has no settings.`);
      const stored = await settings.store(id, bundle.settings, plugin.value, entered);
      return stored.ok
        ? installed.change(id, ({ settings: _settings, secrets: _secrets, ...now }) => ok({ ...now, ...stored.value }))
        : stored;
    },

    /** Its secrets are removed from the keychain. */
    async remove(id: string): Promise<Result<string | null>> {
      const plugin = await find(id);
      const removed = await installed.remove(id);
      if (removed.ok && plugin.ok) await settings.forget(plugin.value);
      return removed;
    },

    onChange: installed.onChange,

    async close() {
      ending.abort();
      for (const id of [...pending.keys()]) await discard(id);
    },
  };
}

async function serverNames(installed: InstalledPlugins, { id, current }: InstalledPlugin): Promise<string[]> {
  const place = { root: installed.folderOf(id, current.hash), data: installed.dataOf(id) };
  return Object.keys((await readServers(place)).servers).map((name) => `${id}:${name}`);
}

const gone = fail('PARAMS_INVALID', say`This package is no longer prepared. Look at it again.`);

/** A package never replaces a plugin from elsewhere, and an update is the same plugin. */
function replacementProblem(
  { content, source }: FetchedPackage,
  before: InstalledPlugin | null,
  isUpdate: boolean,
): Result<never> | null {
  if (before === null) return null;
  if (isUpdate && content.name !== before.name)
    return fail('NOT_SUPPORTED', say`It is now named “${content.name}”, so it is not an update of “${before.name}”.`);
  if (isUpdate || sourceLabel(source) === sourceLabel(before.current.source)) return null;
  return fail(
    'NOT_SUPPORTED',
    say`“${before.name}” is already installed from ${sourceLabel(before.current.source)}. Remove it first.`,
  );
}
