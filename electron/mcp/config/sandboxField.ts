// `sandbox` of a server that is a program: it runs in the system's sandbox, with these hosts and places opened.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';

export interface ServerSandbox {
  /** Names of hosts; `*.example.com` is each name below it. */
  hosts: readonly string[];
  /** Absolute, or from the home folder on (`~/`). Texts may hold variables. */
  paths: readonly string[];
}

const host = z
  .string()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i, say`is not the name of a host`.text);
const path = z
  .string()
  .max(4096)
  .refine((value) => !value.includes('\0'), say`contains a NUL character`.text)
  .refine((value) => /^(?:\/|~\/|\$\{)/.test(value), say`must be an absolute path or begin with ~/`.text);
const most = 100;

export const sandboxField = z.union([
  z.boolean(),
  z.looseObject({
    hosts: z.array(host).max(most).exactOptional(),
    paths: z.array(path).max(most).exactOptional(),
  }),
]);

/** Null: it runs outside. */
export function sandboxOf(given: z.output<typeof sandboxField> | undefined): ServerSandbox | null {
  if (given === undefined || given === false) return null;
  return given === true ? { hosts: [], paths: [] } : { hosts: given.hosts ?? [], paths: given.paths ?? [] };
}
