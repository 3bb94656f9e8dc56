// Plugins: what the user installs to extend the app. A plugin is looked at first, and installed only as it was shown.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';
import { settingValue } from './bundle.ts';
import type { PluginInfo, PluginProposal } from './plugin.ts';

/** The list is stale: read it again. */
export type PluginsEvent = { type: 'plugins.changed' };

export interface PluginList {
  plugins: PluginInfo[];
  problems: UserTextData[];
  /** Where they are. */
  folder: string;
}

const one = z.object({ id });
/** The user's entries for a bundle; null removes a value. Those in `secrets` go to the keychain. */
const entered = z.object({
  id,
  values: z.record(z.string().max(100), settingValue.nullable()).default({}),
  secrets: z.record(z.string().max(100), z.string().max(20_000).nullable()).default({}),
});
const optionalText = z.string().trim().max(500).default('');

const pluginSourceFields = z.object({
  /** An https address, a Git address, or an absolute path. */
  source: z.string().trim().min(1).max(4_000),
  /** A branch, tag or commit, for a Git repository. */
  ref: optionalText,
  /** The folder inside of it. */
  path: optionalText,
});

export const pluginMethods = {
  'plugins.list': defineMethod<PluginList>()('none', nothing),
  /** Fetches and unpacks it without installing anything. The user confirms outside the window if this uses their sign-in. */
  'plugins.look': defineMethod<PluginProposal>()('none', pluginSourceFields),
  /** The system's dialog. `supported` false: the host has none. */
  'plugins.pick': defineMethod<{ supported: boolean; path: string | null }>()(
    'none',
    z.object({ what: z.enum(['bundle', 'file', 'directory']) }),
  ),
  /** A piece of a file that the user dropped. `offset`: bytes before it; 0 begins a new file. */
  'plugins.upload': defineMethod<Nothing>()(
    'none',
    z.object({
      name: z
        .string()
        .min(1)
        .max(255)
        .regex(/^[^/\\]+$/),
      base64: z.string().max(2_000_000),
      offset: z.number().int().min(0),
    }),
  ),
  /** Looks at the dropped file. */
  'plugins.lookAtUpload': defineMethod<PluginProposal>()('none', nothing),
  /** The same for a newer version. Null: there is none. */
  'plugins.lookForUpdate': defineMethod<{ proposal: PluginProposal | null }>()('none', one),
  /** The text of a file of a proposal; null: it is no text. */
  'plugins.file': defineMethod<{ text: string | null }>()('none', z.object({ id, path: z.string().max(1_000) })),
  /** Installs a proposal as it was shown. The user confirms outside the window. */
  'plugins.install': defineMethod<{ id: string }>()('app', entered),
  /** Changes the settings of a bundle. What its server then runs needs another approval. */
  'plugins.configure': defineMethod<Nothing>()('app', entered),
  'plugins.discard': defineMethod<Nothing>()('none', one),
  'plugins.enable': defineMethod<Nothing>()('app', z.object({ id, enabled: z.boolean() })),
  /** Uses the version before the last update. The user confirms outside the window. */
  'plugins.back': defineMethod<Nothing>()('app', one),
  /** Its files are set aside. */
  'plugins.remove': defineMethod<{ copy: string | null }>()('app', one),
} as const;

/** From a paired device: it may see what is installed. */
export const pluginRights = {
  'plugins.back': 'never',
  'plugins.configure': 'never',
  'plugins.discard': 'never',
  'plugins.enable': 'never',
  'plugins.file': 'never',
  'plugins.install': 'never',
  'plugins.list': 'watch',
  'plugins.look': 'never',
  'plugins.lookAtUpload': 'never',
  'plugins.lookForUpdate': 'never',
  'plugins.pick': 'never',
  'plugins.remove': 'never',
  'plugins.upload': 'never',
} as const satisfies Record<keyof typeof pluginMethods, string>;
