// The `sandbox` field of a local server: runs it in the system's sandbox with access to these hosts and paths.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import type { ServerSandbox } from '../../tools/process/sandboxedServer.ts';

const host = z
  .string()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i, say`is not a host name`.text);
const path = z
  .string()
  .max(4096)
  .refine((value) => !value.includes('\0'), say`contains a NUL character`.text)
  .refine((value) => /^(?:\/|~\/|\$\{)/.test(value), say`must be an absolute path or start with ~/`.text);
const maxPlaces = 100;

export const sandboxField = z.union([
  z.boolean(),
  z.looseObject({
    hosts: z.array(host).max(maxPlaces).exactOptional(),
    paths: z.array(path).max(maxPlaces).exactOptional(),
  }),
]);

/** Null: not sandboxed. */
export function sandboxOf(field: z.output<typeof sandboxField> | undefined): ServerSandbox | null {
  if (field === undefined || field === false) return null;
  return field === true ? { hosts: [], paths: [] } : { hosts: field.hosts ?? [], paths: field.paths ?? [] };
}
