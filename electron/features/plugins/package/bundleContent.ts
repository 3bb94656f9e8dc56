// Describes a bundle before it is installed: its command, its settings and its statements about itself.

import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import type { BundleProposal, BundleTool } from '../../../../shared/features/plugins/bundle.ts';
import { checkImage } from '../../../lib/checkImage.ts';
import { decidesCode } from '../../../lib/environment.ts';
import { checkCompatibility, type HostFacts } from '../../../mcp/bundle/bundleCompatibility.ts';
import type { BundleFolders, UserFolders } from '../../../mcp/bundle/bundleFolders.ts';
import type { BundleManifest } from '../../../mcp/bundle/bundleManifest.ts';
import {
  bundleEntry,
  commandOf,
  innerPath,
  isReservedVariable,
  unknownVariables,
} from '../../../mcp/bundle/bundleServer.ts';
import { missingSettings, type StoredSettings, settingsOf } from '../../../mcp/bundle/bundleSettings.ts';
import { readManifestIn } from '../../../mcp/bundle/installedBundle.ts';
import { displayCommand } from '../../../mcp/config/fingerprint.ts';
import { parseServerConfig } from '../../../mcp/config/serverConfig.ts';

export interface BundlePart {
  text: string;
  description: string;
  version: string;
  effects: UserText[];
  bundle: BundleProposal;
}

/** Where it will be, and what the user has entered before. */
export interface BundlePlan {
  root: string;
  data: string;
  folders: UserFolders;
  stored: StoredSettings;
  isSigned: boolean;
  host: HostFacts;
}

const [maxTools, maxText, maxIcon] = [200, 2_000, 256 * 1024];

export async function readBundleMain(folder: string, plan: BundlePlan): Promise<Result<BundlePart>> {
  const read = await readManifestIn(folder);
  if (!read.ok) return read;
  const { manifest, unknown } = read.value;
  const fit = await checkCompatibility(manifest, folder, plan.host);
  if (fit.refused !== null) return fail('NOT_SUPPORTED', say`${fit.refused} Nothing was installed.`);
  const places: BundleFolders = { ...plan.folders, root: plan.root, data: plan.data, separator: sep };
  const settings = settingsOf(manifest, places, plan.stored);
  const missing = new Set(missingSettings(settings).map(({ key }) => key));
  // Values that the user has yet to enter are shown by their names.
  const named = settings.map((each) => (missing.has(each.key) ? { ...each, value: `‹${each.title}›` } : each));
  const entry = bundleEntry(manifest, places, named, process.platform);
  const config = parseServerConfig(entry);
  const command = config.ok ? displayCommand(config.value, false) : entry.command;
  const effects = [
    say`Its MCP server “${visibleText(manifest.name.slice(0, 100))}” runs, once you have approved it: ${visibleText(command)}`,
    ...(fit.missing === null ? [] : [fit.missing]),
    ...commandEffects(manifest),
    ...(plan.isSigned ? [say`Its file has a signature, which was not checked.`] : []),
    ...(unknown.length === 0 ? [] : [say`Fields of its manifest that are not used: ${unknown.join(', ')}`]),
    ...(await missingEntry(manifest, folder)),
  ];
  return ok({
    text: (await readFile(join(folder, 'manifest.json'), 'utf8')).slice(0, maxIcon),
    description: short(manifest.description),
    version: short(manifest.version, 100),
    effects,
    bundle: {
      displayName: short(manifest.display_name ?? manifest.name, 100),
      type: manifest.server.type,
      environment: Object.entries(entry.env).map(([name, value]) => ({ name, value })),
      author: short(manifest.author.name, 200),
      license: short(manifest.license ?? '', 100),
      links: linksOf(manifest),
      tools: listed(manifest.tools),
      moreTools: manifest.tools_generated === true || manifest.tools === undefined,
      prompts: listed(manifest.prompts),
      settings,
      isSigned: plan.isSigned,
      icon: await readIcon(manifest, folder),
    },
  });
}

function short(text: string, length = maxText): string {
  return text.slice(0, length);
}

function listed(all: readonly { name: string; description?: string | undefined }[] = []): BundleTool[] {
  return all
    .slice(0, maxTools)
    .map(({ name, description = '' }) => ({ name: short(name, 200), description: short(description, 500) }));
}

function linksOf({ homepage, repository, documentation, support, author, ...manifest }: BundleManifest) {
  const all = [
    { kind: 'author', address: author.url },
    { kind: 'homepage', address: homepage },
    { kind: 'repository', address: repository?.url },
    { kind: 'documentation', address: documentation },
    { kind: 'support', address: support },
    ...(manifest.privacy_policies ?? []).map((address) => ({ kind: 'privacy', address }) as const),
  ] as const;
  return all.flatMap(({ kind, address }) =>
    address !== undefined && /^https?:\/\//i.test(address) ? [{ kind, address: short(address, 500) }] : [],
  );
}

/** Programs that fetch what they run. */
const fetching = /^(?:npx|uvx?|pnpx|bunx|docker|podman|pipx)(?:\.exe|\.cmd)?$/i;

function commandEffects(manifest: BundleManifest): UserText[] {
  const { command, args, env } = commandOf(manifest, process.platform);
  const names = Object.keys(env);
  const ignored = names.filter(isReservedVariable);
  const decisive = names.filter((name) => decidesCode(name) && !isReservedVariable(name));
  const unknown = unknownVariables(manifest, process.platform).map((name) => `$\{${name.slice(0, 80)}}`);
  const secrets = Object.entries(manifest.user_config ?? {}).filter(
    ([key, { sensitive }]) =>
      sensitive === true && [command, ...args].some((text) => text.includes(`{user_config.${key}}`)),
  );
  const list = (all: readonly string[]): string => visibleText(all.slice(0, 20).join(', '));
  return [
    ...(fetching.test(command)
      ? [say`${command} downloads what it runs when it starts. That is not part of what you see here.`]
      : []),
    ...(decisive.length > 0 ? [say`It sets variables that decide what code is loaded: ${list(decisive)}`] : []),
    ...(ignored.length > 0 ? [say`Variables of this app that it sets are ignored: ${list(ignored)}`] : []),
    ...(unknown.length > 0 ? [say`Variables that are not replaced: ${list(unknown)}`] : []),
    ...(secrets.length > 0
      ? [
          say`These secrets are passed as arguments, which other apps can read while it runs: ${list(secrets.map(([, { title }]) => title))}`,
        ]
      : []),
  ];
}

async function missingEntry({ server }: BundleManifest, folder: string): Promise<UserText[]> {
  const path = innerPath(server.entry_point);
  if (path === null) return [];
  const isThere = (await stat(join(folder, ...path.split('/'))).catch(() => null))?.isFile() ?? false;
  return isThere ? [] : [say`Its file ${visibleText(path.slice(0, 200))} is missing. Its command does not name it.`];
}

/** Only images in the bundle: fetching one from an address would reveal the look to its author. */
async function readIcon(manifest: BundleManifest, folder: string): Promise<string | null> {
  const icons = (manifest.icons ?? [])
    .toSorted((one, other) => Math.abs(sizeOf(one.size) - 128) - Math.abs(sizeOf(other.size) - 128))
    .map(({ src }) => src);
  for (const src of [...icons, ...(manifest.icon === undefined ? [] : [manifest.icon])].slice(0, 10)) {
    const path = /^[a-z]{2,}:/i.test(src) ? null : innerPath(src);
    if (path === null) continue;
    const place = join(folder, ...path.split('/'));
    const stats = await stat(place).catch(() => null);
    if (!stats?.isFile() || stats.size > maxIcon) continue;
    const bytes = await readFile(place);
    const image = checkImage(bytes);
    if (image.sound && image.type === 'image/png' && Math.max(image.width, image.height) <= 1024)
      return `data:image/png;base64,${bytes.toString('base64')}`;
  }
  return null;
}

function sizeOf(size: string): number {
  return Number.parseInt(size, 10) || 0;
}
