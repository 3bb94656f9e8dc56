// manifest.json of an MCP bundle (.mcpb, earlier .dxt), by the published schemas of its versions 0.1 to 0.4. Fields that are
// not in them are named and not used, because many published bundles have some.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { findJsonFault } from '../config/jsonFaults.ts';

/** In characters. Repeated keys are only found up to this size. */
export const maxManifest = 1024 * 1024;

const versions = ['0.1', '0.2', '0.3', '0.4'] as const;
type ManifestVersion = (typeof versions)[number];

const texts = z.record(z.string(), z.string());
const command = { command: z.string(), args: z.array(z.string()).optional(), env: texts.optional() };
const mcpConfig = z.strictObject({
  ...command,
  platform_overrides: z.record(z.string(), z.strictObject(command).partial()).optional(),
});
const types = ['python', 'node', 'binary'] as const;
const entry = { entry_point: z.string() };
const server = z.strictObject({ type: z.enum(types), ...entry, mcp_config: mcpConfig });
// The specification lets the client start `uv`; the strict schema does not.
const serverWithUv = z.union([
  z.strictObject({ type: z.literal('uv'), ...entry, mcp_config: mcpConfig.optional() }),
  server,
]);

const setting = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string(),
  description: z.string(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

const first = {
  $schema: z.string().optional(),
  dxt_version: z.string().optional(),
  manifest_version: z.string().optional(),
  name: z.string(),
  display_name: z.string().optional(),
  version: z.string(),
  description: z.string(),
  long_description: z.string().optional(),
  author: z.strictObject({ name: z.string(), email: z.email().optional(), url: z.url().optional() }),
  repository: z.strictObject({ type: z.string(), url: z.url() }).optional(),
  homepage: z.url().optional(),
  documentation: z.url().optional(),
  support: z.url().optional(),
  icon: z.string().optional(),
  screenshots: z.array(z.string()).optional(),
  server,
  tools: z.array(z.strictObject({ name: z.string(), description: z.string().optional() })).optional(),
  tools_generated: z.boolean().optional(),
  prompts: z
    .array(
      z.strictObject({
        name: z.string(),
        description: z.string().optional(),
        arguments: z.array(z.string()).optional(),
        text: z.string(),
      }),
    )
    .optional(),
  prompts_generated: z.boolean().optional(),
  keywords: z.array(z.string()).optional(),
  license: z.string().optional(),
  // Clients other than these may be named, too: that is in the specification, not in the schema.
  compatibility: z
    .object({
      claude_desktop: z.string().optional(),
      throughline: z.string().optional(),
      platforms: z.array(z.enum(['darwin', 'win32', 'linux'])).optional(),
      runtimes: z.strictObject({ python: z.string().optional(), node: z.string().optional() }).optional(),
    })
    .optional(),
  user_config: z.record(z.string(), setting).optional(),
};
const second = { ...first, privacy_policies: z.array(z.url()).optional() };
const third = {
  ...second,
  icons: z
    .array(
      z.strictObject({ src: z.string(), size: z.string().regex(/^\d+x\d+$/), theme: z.string().min(1).optional() }),
    )
    .optional(),
  localization: z
    .strictObject({
      resources: z.string().regex(/\$\{locale\}/i),
      default_locale: z.string().regex(/^[A-Za-z0-9]{2,8}(?:-[A-Za-z0-9]{1,8})*$/),
    })
    .optional(),
  _meta: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
};

const schemas = {
  '0.1': z.strictObject(first),
  '0.2': z.strictObject(second),
  '0.3': z.strictObject(third),
  '0.4': z.strictObject({ ...third, server: serverWithUv }),
} as const satisfies Record<ManifestVersion, z.ZodType>;

export type BundleManifest = z.infer<(typeof schemas)['0.4']>;
export type BundleSettingField = z.infer<typeof setting>;

export interface ReadManifest {
  manifest: BundleManifest;
  /** Paths of fields that the schema does not have. */
  unknown: string[];
}

/** Whether a manifest.json is one of a bundle: browsers and web apps have such files, too. */
export function isBundleManifest(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && ('manifest_version' in value || 'dxt_version' in value) && isJsonObject(value.server);
  } catch {
    return /"(?:manifest|dxt)_version"/.test(text) && text.includes('"server"');
  }
}

export function readBundleManifest(text: string): Result<ReadManifest> {
  if (text.length > maxManifest) return refused(say`manifest.json is larger than ${maxManifest / 1024} KB.`);
  const plain = text.replace(/^\ufeff/, '');
  const fault = findJsonFault(plain);
  if (fault) return refused(say`manifest.json, line ${fault.line}, column ${fault.column}: ${fault.reason}.`);
  const value: unknown = JSON.parse(plain);
  if (!isJsonObject(value)) return refused(say`manifest.json is not an object.`);
  const trap = findTrap(value);
  if (trap !== null) return refused(say`manifest.json has a field “${trap}”, which no bundle needs.`);
  const stated = value.manifest_version ?? value.dxt_version;
  const version = versions.find((each) => each === stated);
  if (version === undefined) {
    const label = visibleText(String(stated).slice(0, 40));
    return refused(say`manifest.json has the version “${label}”. Versions 0.1 to 0.4 are supported.`);
  }
  const unknown: string[] = [];
  // Errors in what remains only show once the fields that are not used are gone.
  for (let round = 0; round < 4; round++) {
    const parsed = schemas[version].safeParse(value);
    if (parsed.success) return ok({ manifest: parsed.data as BundleManifest, unknown: unknown.slice(0, 20) });
    const extra = issuesIn(parsed.error.issues).flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
    );
    if (extra.length === 0) return invalid(parsed.error.issues);
    for (const { path, key } of extra) {
      unknown.push(visibleText([...path, key].join('.').slice(0, 80)));
      removeField(value, path, key);
    }
  }
  return refused(say`manifest.json is not valid.`);
}

type Issues = readonly z.core.$ZodIssue[];

/** Those of a server of any type are in the issue of the union. */
function issuesIn(issues: Issues): z.core.$ZodIssue[] {
  return issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flatMap((each) =>
          issuesIn(each).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
        )
      : [issue],
  );
}

function invalid(issues: Issues): Result<never> {
  const issue = issuesIn(issues).find(({ path }) => path.at(-1) !== 'type') ?? issues[0];
  const field = visibleText((issue?.path ?? []).join('.').slice(0, 120));
  return refused(say`manifest.json: the field “${field}” is missing or not valid.`);
}

function removeField(value: unknown, path: readonly PropertyKey[], key: string): void {
  const place = path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
  if (typeof place === 'object' && place !== null) delete (place as JsonObject)[key];
}

const traps = new Set(['__proto__', 'constructor', 'prototype']);

function findTrap(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.getOwnPropertyNames(value)) {
    if (!Array.isArray(value) && traps.has(key)) return key;
    const inner = findTrap((value as JsonObject)[key]);
    if (inner !== null) return inner;
  }
  return null;
}

function refused(reason: ReturnType<typeof say>): Result<never> {
  return fail('NOT_SUPPORTED', say`${reason} Nothing was installed.`);
}
