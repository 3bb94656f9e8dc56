// The settings of bundles: stores what the user entered. Sensitive values are only in the keychain, under the account of the
// bundle's server.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { BundleInfo, BundleSetting, SettingValue } from '../../../shared/features/plugins/bundle.ts';
import type { UserFolders } from '../../mcp/bundle/bundleFolders.ts';
import { checkValue } from '../../mcp/bundle/bundleSettings.ts';
import { readInstalledBundle } from '../../mcp/bundle/installedBundle.ts';
import { serverKey } from '../../mcp/config/configuredServers.ts';
import { secretAccount } from '../../mcp/config/expandConfig.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { InstalledPlugin, InstalledPlugins } from '../../stores/installedPlugins.ts';

/** Null removes a value. */
export interface SettingEntries {
  values: Readonly<Record<string, SettingValue | null>>;
  secrets: Readonly<Record<string, string | null>>;
}

export const nothingEntered: SettingEntries = { values: {}, secrets: {} };

interface BundleSettingsDeps {
  installed: InstalledPlugins;
  keychain: Keychain;
  folders(): Promise<UserFolders>;
}

export function createBundleSettings({ installed, keychain, folders }: BundleSettingsDeps) {
  const account = (id: string, key: string): string =>
    secretAccount(serverKey({ origin: { type: 'plugin' }, name: id }), key);

  return {
    /** Null: it is no bundle. */
    async describe(plugin: InstalledPlugin): Promise<BundleInfo | null> {
      const { id, kind, current } = plugin;
      if (kind !== 'bundle') return null;
      const place = { root: installed.folderOf(id, current.hash), data: installed.dataOf(id) };
      const { displayName, type, settings, ...rest } = await readInstalledBundle(plugin, {
        ...place,
        ...(await folders()),
      });
      return { displayName, type, settings, problem: 'problem' in rest ? toUserTextData(rest.problem) : null };
    },

    /** Checks everything before anything is stored. Returns what belongs in the list of plugins. */
    async store(
      id: string,
      settings: readonly BundleSetting[],
      before: Pick<InstalledPlugin, 'settings' | 'secrets'> | null,
      entered: SettingEntries,
    ): Promise<Result<Pick<InstalledPlugin, 'settings' | 'secrets'>>> {
      const values = new Map(Object.entries(before?.settings ?? {}));
      const secrets = new Set(before?.secrets);
      for (const [key, value] of Object.entries(entered.values)) {
        const setting = settings.find((each) => each.key === key && !each.sensitive);
        if (setting === undefined) return unknownSetting(key);
        const checked = value === null ? null : checkValue(setting, value);
        if (checked?.ok === false) return checked;
        if (checked === null || checked.value === '') values.delete(key);
        else values.set(key, checked.value);
      }
      for (const [key, value] of Object.entries(entered.secrets)) {
        const setting = settings.find((each) => each.key === key && each.sensitive);
        if (setting === undefined) return unknownSetting(key);
        const checked = value === null || value === '' ? null : checkValue(setting, value);
        if (checked?.ok === false) return checked;
      }
      for (const [key, value] of Object.entries(entered.secrets)) {
        const isRemoved = value === null || value === '';
        const done = isRemoved ? await keychain.remove(account(id, key)) : await keychain.set(account(id, key), value);
        if (!done.ok) return done;
        if (isRemoved) secrets.delete(key);
        else secrets.add(key);
      }
      // An update may have made a setting sensitive.
      for (const { key, sensitive } of settings) if (sensitive) values.delete(key);
      return ok({
        ...(values.size === 0 ? {} : { settings: Object.fromEntries(values) }),
        ...(secrets.size === 0 ? {} : { secrets: [...secrets].sort() }),
      });
    },

    /** Removes its secrets. */
    async forget({ id, secrets = [] }: InstalledPlugin): Promise<void> {
      for (const key of secrets) await keychain.remove(account(id, key));
    },
  };
}

function unknownSetting(key: string): Result<never> {
  return fail('PARAMS_INVALID', say`It has no setting “${visibleText(key.slice(0, 80))}” of this kind.`);
}
