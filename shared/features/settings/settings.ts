// The person's settings, as stored in settings.json and sent to the window. Keys are never among them.

import { z } from 'zod';
import { say } from '../../core/sentence.ts';
import { approvalModes } from '../../permission/permission.ts';
import { inPlacePrograms } from '../inPlace/inPlace.ts';
import { maxInstructionsLength } from '../memory/ownText.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { wireKinds } from '../models/providerKind.ts';
import { isPresetId } from '../presets/preset.ts';
import { accents, densities, letterSizes } from '../theme/appearance.ts';
import { keyedBackends, webSearchBackends } from '../webSearch/webSearch.ts';

const settingsVersion = 1;

export const titleWriters = ['small', 'conversation', 'off'] as const;

const providerSchema = z.looseObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, say`use lowercase letters, digits and hyphens`.text),
  name: z.string().min(1).max(80),
  kind: z.enum(wireKinds),
  /** Address of its API, usually up to and including the version. */
  baseUrl: z
    .string()
    .refine((value) => /^https?:\/\/[^\s/]+/.test(value), say`must begin with http:// or https://`.text),
  /** Names of headers that go with every request. Their values are in the keychain. */
  headers: z.array(z.string().max(100)).max(20).optional(),
  /** Absent: as the environment says. `direct`: none. Else the address of one, without its password. */
  proxy: z.string().max(400).optional(),
  /** A PEM file of authorities that are trusted besides the system's; `system`: those alone. */
  certificate: z.string().max(4096).optional(),
  /** Above the one of all providers. */
  idleTimeoutSeconds: z.number().int().min(5).max(3600).optional(),
  /** Seconds until a connection has to be there. */
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
/** Empty, or an address without a name and password: settings are a file in clear. */
const plainAddress = /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?)?$/i;

function letterSize({ from, to, usual }: { from: number; to: number; usual: number }) {
  return z.number().min(from).max(to).multipleOf(0.5).default(usual);
}

export const settingsSchema = z.looseObject({
  v: z.number().default(settingsVersion),
  providers: z.array(providerSchema).default([]),
  /** The model of a new conversation; null means the environment's server when it is set, else the demo. */
  model: z.object({ provider: z.string(), model: z.string() }).nullable().default(null),
  /** How a model was last asked to answer, by `provider/model`: what a new conversation with it begins with. */
  modelOptions: z.record(z.string().max(400), modelOptionsSchema).default({}),
  /** Who writes the title of a conversation after its first turn: a small model of its provider, its own, or nobody. */
  titles: z.enum(titleWriters).default('small'),
  approvalMode: z.enum(approvalModes).default('ask'),
  /** The person's own preset that a new conversation begins with, by its id; null: none. */
  preset: z.string().max(100).refine(isPresetId).nullable().default(null),
  /** Model turns a run may take. */
  maxTurns: z.number().int().min(1).max(1000).default(50),
  /** Seconds without a byte after which a model call is given up. */
  idleTimeoutSeconds: z.number().int().min(5).max(3600).default(300),
  /** Whether tokens of well-known forms are hidden in everything that is stored. The app's own keys always are. */
  maskTokens: z.boolean().default(false),
  /** A tool's result is kept up to this many megabytes, of 1,048,576 bytes: beyond that its head and its tail. */
  resultCapMegabytes: z.number().int().min(1).max(4096).default(64),
  /** Megabytes that are kept in one conversation for undoing changes of files: beyond it the oldest calls lose theirs. */
  undoMegabytes: z.number().int().min(1).max(1_000_000).default(512),
  /** Room is made when a request would take more than this share of the model's context. */
  compactAt: z.number().min(0.5).max(0.95).default(0.8),
  /** Tokens of context by model, as `provider/model` or a name with `*`: above what is known of it otherwise. */
  contextWindows: z.record(z.string().max(400), z.number().int().min(1_000).max(100_000_000)).default({}),
  /** US dollars for a million tokens by model, named as above: before what the server's list or the catalogue say. */
  prices: z.record(z.string().max(400), priceSchema).default({}),
  /** US dollars after which a run asks before it spends more: in a day, and in a conversation. Null: it does not ask. */
  spendLimit: z.object({ day: limitSchema, conversation: limitSchema }).default({ day: null, conversation: null }),
  /** Names of tools that no conversation may use. */
  disabledTools: z.array(z.string().max(200)).max(10_000).default([]),
  /** Whether commands, skills and agents that other programs have in the home folder (`~/.claude`, `~/.agents`) count. */
  otherProgramsFiles: z.boolean().default(true),
  /** Variables of the environment that commands get though they look like secrets, by name. */
  commandVariables: z.array(z.string().max(200)).max(200).default([]),
  /** Who is asked when a model searches the web. `address`: of the person's own SearXNG; empty: that of the environment. */
  webSearch: z
    .looseObject({
      backend: z.enum(['off', ...webSearchBackends]).default('off'),
      address: z
        .string()
        .max(2000)
        .regex(
          plainAddress,
          say`enter an address that begins with http:// or https://, without a name and password`.text,
        )
        .default(''),
      /** Whose keys the system's keychain has, so that they are asked for and hidden. */
      keys: z.array(z.enum(keyedBackends)).max(20).default([]),
    })
    .default({ backend: 'off', address: '', keys: [] }),
  /** Runs are sent to a trace store (OTLP/HTTP). `headers`: names only, the values are in the keychain. */
  traces: z
    .looseObject({
      on: z.boolean().default(false),
      address: z
        .string()
        .max(2000)
        .regex(
          plainAddress,
          say`enter an address that begins with http:// or https://, without a name and password`.text,
        )
        .default(''),
      /** What was said goes along, too. */
      content: z.boolean().default(false),
      service: z.string().trim().min(1).max(100).default('throughline'),
      headers: z.array(z.string().max(100)).max(20).default([]),
    })
    .default({ on: false, address: '', content: false, service: 'throughline', headers: [] }),
  /** Programs whose own sessions on this machine are shown. */
  inPlace: z.array(z.enum(inPlacePrograms)).max(20).default([]),
  /** MCP tools are found by search instead of all being sent when they are more than this, or take more bytes. */
  deferToolsAbove: z.number().int().min(1).max(128).default(40),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  accent: z.enum(accents).default('teal'),
  /** Pixels of the letters that are read, and of code, before the zoom. */
  textSize: letterSize(letterSizes.textSize),
  codeSize: letterSize(letterSizes.codeSize),
  /** How much air there is between things. */
  density: z.enum(densities).default('comfortable'),
  /** More contrast than usual: `system` as the system asks for it. */
  contrast: z.enum(['system', 'more']).default('system'),
  /** Less motion than usual: `system` as the system asks for it. */
  motion: z.enum(['system', 'less']).default('system'),
  /** `system`, or the tag of a language that the window has, as `zh` or `pt-BR`. */
  language: z
    .string()
    .regex(/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/)
    .default('system'),
  /** Size of everything in the window, in percent. */
  zoom: z.number().int().min(50).max(200).default(100),
  /** Of the system's, when a run waits or ends while the window is elsewhere. */
  notifications: z.boolean().default(true),
  /** Shortcuts that the person changed, by the name of their command; empty: it has none. */
  shortcuts: z.record(z.string().max(100), z.string().max(60)).default({}),
  instructions: z.string().max(maxInstructionsLength).default(''),
  /** Whether models are told the memory files, and may propose to change them. */
  memory: z.boolean().default(true),
  /** Ids of pinned conversations as the person ordered them; one that is not here stands before them. */
  pinnedOrder: z.array(z.string().max(64)).max(10_000).default([]),
});

export type Settings = z.infer<typeof settingsSchema>;
export type ProviderSettings = z.infer<typeof providerSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
