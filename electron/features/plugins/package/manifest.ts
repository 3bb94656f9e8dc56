// plugin.json of Agent Plugins 1.0, or of Claude Code's layout. An invalid manifest refuses the plugin; unknown fields are
// ignored.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';

/** In the order in which they are looked for. */
export const pluginManifests = ['plugin.json', '.claude-plugin/plugin.json'] as const;

const portableSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';

const manifestSchema = z.object({
  $schema: z.string().optional(),
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  version: z.string().max(100).default(''),
  description: z.string().max(4_000).default(''),
  author: z.object({ name: z.string().max(200) }).optional(),
  hooks: z.unknown().optional(),
});

export type PluginManifest = z.infer<typeof manifestSchema>;

export function readManifest(text: string, file: string): Result<PluginManifest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('NOT_SUPPORTED', say`${file} is not valid JSON. Nothing was installed.`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    return fail('NOT_SUPPORTED', say`${file}: the field “${field}” is not valid. Nothing was installed.`);
  }
  if (file === 'plugin.json' && parsed.data.$schema !== portableSchema)
    return fail('NOT_SUPPORTED', say`${file}: this version of plugins is not supported. Nothing was installed.`);
  return ok(parsed.data);
}
