// The server of an installed bundle, read from its files each time, and why it cannot start.

import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { BundleSetting, SettingValue } from '../../../shared/features/plugins/bundle.ts';
import type { BundleFolders } from './bundleFolders.ts';
import { maxManifest, type ReadManifest, readBundleManifest } from './bundleManifest.ts';
import { type BundleEntry, bundleEntry, checkCommand } from './bundleServer.ts';
import { missingSentence, missingSettings, settingsOf } from './bundleSettings.ts';

export const manifestName = 'manifest.json';

type Places = Omit<BundleFolders, 'separator'>;

/** The user's entries, as they are stored. */
export interface SettingRecord {
  settings?: Readonly<Record<string, SettingValue>>;
  secrets?: readonly string[];
}

export type InstalledBundle = { settings: BundleSetting[]; type: string; displayName: string } & (
  | { entry: BundleEntry }
  | { problem: UserText }
);

export async function readManifestIn(root: string): Promise<Result<ReadManifest>> {
  const path = join(root, manifestName);
  const { size } = await stat(path).catch(() => ({ size: -1 }));
  // UTF-8 has up to three bytes for a character.
  if (size < 0 || size > maxManifest * 3)
    return fail('NOT_SUPPORTED', say`manifest.json cannot be read, or is too large. Nothing was installed.`);
  return readBundleManifest(await readFile(path, 'utf8'));
}

export async function readInstalledBundle(entered: SettingRecord, at: Places): Promise<InstalledBundle> {
  const read = await readManifestIn(at.root);
  const nothing = { settings: [], type: '', displayName: '' };
  if (!read.ok) return { ...nothing, problem: say`Its manifest.json can no longer be used.` };
  const { manifest } = read.value;
  const places = { ...at, separator: sep };
  const stored = { values: entered.settings ?? {}, secrets: entered.secrets ?? [] };
  const settings = settingsOf(manifest, places, stored);
  const about = { settings, type: manifest.server.type, displayName: manifest.display_name ?? manifest.name };
  if (!checkCommand(manifest, process.platform).ok)
    return { ...about, problem: say`Its manifest.json can no longer be used.` };
  const missing = missingSettings(settings);
  if (missing.length > 0) return { ...about, problem: missingSentence(missing) };
  return { ...about, entry: bundleEntry(manifest, places, settings, process.platform) };
}
