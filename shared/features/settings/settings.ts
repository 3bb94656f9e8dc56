// The user's settings, as stored in settings.json and sent to the window. They never contain keys.

import { z } from 'zod';
import { say } from '../../core/sentence.ts';
import { approvalModes } from '../../permission/permission.ts';
import { backupSettings } from '../backup/backup.ts';
import { editorSetting } from '../editors/editors.ts';
import { inPlacePrograms } from '../inPlace/inPlace.ts';
import { registryAddress } from '../mcp/registryServer.ts';
import { maxInstructionsLength } from '../memory/userText.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { providerKinds } from '../models/providerKind.ts';
import { isPresetId } from '../presets/preset.ts';
import { sharedBrowserSetting } from '../sharedBrowser/sharedBrowser.ts';
import { accents, densities, letterSizes } from '../theme/appearance.ts';
import { keyedBackends, webSearchBackends } from '../webSearch/webSearch.ts';

const settingsVersion = 1;

/** When to look for new versions: when asked, once a day, or never again. */
export const updateChecks = ['manual', 'daily', 'never'] as const;
export type UpdateChecks = (typeof updateChecks)[number];

/** Amounts of entries in the log files. */
const logAmounts = ['problems', 'all', 'off'] as const;

/** Of OTLP over HTTP. */
const traceEncodings = ['json', 'protobuf'] as const;
export type TraceEncoding = (typeof traceEncodings)[number];

export const titleWriters = ['small', 'conversation', 'off'] as const;

const providerSchema = z.looseObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, say`use lowercase letters, digits and hyphens`.text),
  name: z.string().min(1).max(80),
  kind: z.enum(providerKinds),
  /** API address, usually up to and including the version. */
  baseUrl: z
    .string()
    .refine((value) => /^https?:\/\/[^\s/]+/.test(value), say`must start with http:// or https://`.text),
  /** Names of headers for every request; their values are in the keychain. */
  headers: z.array(z.string().max(100)).max(20).optional(),
  /** Absent: from the environment. `direct`: none. Otherwise its address, without the password. */
  proxy: z.string().max(400).optional(),
  /** A PEM file of certificate authorities to trust in addition to the system's; `system`: only those. */
  certificate: z.string().max(4096).optional(),
  /** The user saved a key: without one in the keychain, it was lost. */
  hasKey: z.boolean().optional(),
  /** From a backup of another machine: a key that is saved here may be for another address, so none is sent until one is entered. */
  restored: z.boolean().optional(),
  /** Overrides the value for all providers. */
  idleTimeoutSeconds: z.number().int().min(5).max(3600).optional(),
  /** Connect timeout in seconds. */
  connectTimeoutSeconds: z.number().int().min(1).max(300).optional(),
});

const dollars = z.number().min(0).max(100_000);
const priceSchema = z.object({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
});
const limitSchema = z.number().min(0.01).max(1_000_000).nullable().default(null);
/** Empty, or a URL without credentials: the settings are stored in plain text. */
const plainAddress = /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?)?$/i;

function letterSize({ from, to, usual }: { from: number; to: number; usual: number }) {
  return z.number().min(from).max(to).multipleOf(0.5).default(usual);
}

export const settingsSchema = z.looseObject({
  v: z.number().default(settingsVersion),
  providers: z.array(providerSchema).default([]),
  /** Model of new conversations; null: the environment's server if set, else the demo. */
  model: z.object({ provider: z.string(), model: z.string() }).nullable().default(null),
  /** Continues a run when its model stays unavailable after the retries; null: none. */
  fallbackModel: z.object({ provider: z.string(), model: z.string() }).nullable().default(null),
  /** Last options per `provider/model`, the defaults for new conversations with it. */
  modelOptions: z.record(z.string().max(400), modelOptionsSchema).default({}),
  /** Who titles a conversation after its first turn: a small model of its provider, its own model, or nobody. */
  titles: z.enum(titleWriters).default('small'),
  approvalMode: z.enum(approvalModes).default('reads'),
  /** Id of the personal preset for new conversations; null: none. */
  preset: z.string().max(100).refine(isPresetId).nullable().default(null),
  /** Maximum model turns per run. */
  maxTurns: z.number().int().min(1).max(1000).default(50),
  /** Seconds without data after which a model call fails. */
  idleTimeoutSeconds: z.number().int().min(5).max(3600).default(300),
  /** Minutes that one model call may wait for retries in all; 0: no retries. */
  retryMinutes: z.number().min(0).max(1440).default(10),
  /** Whether to mask tokens of well-known formats in everything stored. The app's own keys are always masked. */
  maskTokens: z.boolean().default(false),
  /** Maximum stored size of a tool's result, in units of 1,048,576 bytes: a larger one keeps its head and tail. */
  resultCapMegabytes: z.number().int().min(1).max(4096).default(64),
  /** Maximum megabytes per conversation for undoing file changes; the oldest calls lose theirs first. */
  undoMegabytes: z.number().int().min(1).max(1_000_000).default(512),
  /** Compact when a request would exceed this share of the model's context. */
  compactAt: z.number().min(0.5).max(0.95).default(0.8),
  /** Context sizes in tokens per `provider/model`, or a name with `*`: overrides other sources. */
  contextWindows: z.record(z.string().max(400), z.number().int().min(1_000).max(100_000_000)).default({}),
  /** US dollars per million tokens by model, named as above: overrides the server's list and the catalog. */
  prices: z.record(z.string().max(400), priceSchema).default({}),
  /** US dollars, per day and per conversation, after which a run asks before spending more. Null: never asks. */
  spendLimit: z.object({ day: limitSchema, conversation: limitSchema }).default({ day: null, conversation: null }),
  /** Tools that no conversation may use. */
  disabledTools: z.array(z.string().max(200)).max(10_000).default([]),
  /** Whether to use other apps' commands, skills and agents in the home folder (`~/.claude`, `~/.agents`). */
  otherProgramsFiles: z.boolean().default(true),
  /** Environment variables that commands receive although they look like secrets. */
  commandVariables: z.array(z.string().max(200)).max(200).default([]),
  /** The backend for web searches. `address`: the user's SearXNG; empty: from the environment. */
  webSearch: z
    .looseObject({
      backend: z.enum(['off', ...webSearchBackends]).default('off'),
      address: z
        .string()
        .max(2000)
        .regex(
          plainAddress,
          say`enter an address that starts with http:// or https://, without a user name or password`.text,
        )
        .default(''),
      /** Backends with a key in the keychain, to be requested and masked. */
      keys: z.array(z.enum(keyedBackends)).max(20).default([]),
    })
    .default({ backend: 'off', address: '', keys: [] }),
  /** The trace store that runs are sent to (OTLP/HTTP). `headers`: names only; the values are in the keychain. */
  traces: z
    .looseObject({
      on: z.boolean().default(false),
      address: z
        .string()
        .max(2000)
        .regex(
          plainAddress,
          say`enter an address that starts with http:// or https://, without a user name or password`.text,
        )
        .default(''),
      /** Include the conversation's text. */
      content: z.boolean().default(false),
      service: z.string().trim().min(1).max(100).default('throughline'),
      encoding: z.enum(traceEncodings).default('json'),
      headers: z.array(z.string().max(100)).max(20).default([]),
    })
    .default({ on: false, address: '', content: false, service: 'throughline', encoding: 'json', headers: [] }),
  /** The company's ledger in Postgres. The password is in the keychain. */
  ledger: z
    .looseObject({
      on: z.boolean().default(false),
      address: z
        .string()
        .max(2000)
        .regex(/^(?!\w+:\/\/[^/?#]*:[^/?#]*@)/, say`enter the address without its password`.text)
        .default(''),
      /** Include what tools returned. */
      results: z.boolean().default(false),
    })
    .default({ on: false, address: '', results: false }),
  /** The browser that the user and models share. Off until chosen. */
  sharedBrowser: sharedBrowserSetting.default({ on: false, program: '', headless: false }),
  /** Apps whose sessions on this machine are shown. */
  inPlace: z.array(z.enum(inPlacePrograms)).max(20).default([]),
  /** Which entries the log files get; they never contain content. */
  logs: z.enum(logAmounts).default('problems'),
  /** The editor that files open in. */
  editor: editorSetting.default({ preferred: null, command: '', asks: false }),
  /** MCP tools are found by search instead of sent with each request when they exceed this count, or a size limit. */
  deferToolsAbove: z.number().int().min(1).max(128).default(40),
  /** The address of the MCP registry that is searched; empty: the official one. */
  mcpRegistry: z
    .string()
    .max(2000)
    .regex(registryAddress, say`enter an https address without a user name or query, or http on this machine`.text)
    .default(''),
  updates: z.enum(updateChecks).default('manual'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  accent: z.enum(accents).default('teal'),
  /** Font sizes in pixels of text and code, before zoom. */
  textSize: letterSize(letterSizes.textSize),
  codeSize: letterSize(letterSizes.codeSize),
  /** Spacing of the layout. */
  density: z.enum(densities).default('comfortable'),
  /** Increased contrast; `system`: as the system requests. */
  contrast: z.enum(['system', 'more']).default('system'),
  /** Reduced motion; `system`: as the system requests. */
  motion: z.enum(['system', 'less']).default('system'),
  /** `system`, or the tag of a supported language, such as `zh` or `pt-BR`. */
  language: z
    .string()
    .regex(/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/)
    .default('system'),
  /** Zoom of the window, in percent. */
  zoom: z.number().int().min(50).max(200).default(100),
  /** System notifications when a run waits or ends while the window is in the background. */
  notifications: z.boolean().default(true),
  /** Whether notifications may show what a call will do, so that it can be allowed there; others may read the screen. */
  noticeContent: z.boolean().default(false),
  /** An icon in the system's tray; the app then stays open without windows. */
  trayIcon: z.boolean().default(false),
  /** The machine does not sleep while a run works. */
  keepAwake: z.boolean().default(false),
  /** System-wide shortcut for the quick window, such as `Mod+Shift+Space`; empty: none. */
  quickKeys: z.string().max(60).default(''),
  /** Languages of the spell checker; empty: off, except on macOS, whose own checker needs `system`. */
  spellLanguages: z.array(z.string().max(20)).max(10).default([]),
  /** Changed shortcuts by command name; empty: none. */
  shortcuts: z.record(z.string().max(100), z.string().max(60)).default({}),
  instructions: z.string().max(maxInstructionsLength).default(''),
  /** Whether CLAUDE.md and GEMINI.md are read in folders without AGENTS.md. */
  otherInstructions: z.boolean().default(false),
  /** Whether language servers check files that a model has changed, in trusted folders. */
  languageServers: z.boolean().default(false),
  /** Whether models receive the memory files and may propose changes. */
  memory: z.boolean().default(true),
  /** Backups to a folder. */
  backup: backupSettings,
  /** Pinned conversations in the user's order; unlisted ones come first. */
  pinnedOrder: z.array(z.string().max(64)).max(10_000).default([]),
});

export type Settings = z.infer<typeof settingsSchema>;
export type ProviderSettings = z.infer<typeof providerSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
