// The protocol's registry of agents (github.com/agentclientprotocol/registry), as a file that the user provides. Nothing is
// downloaded: agents that are distributed as an archive have no command here.

import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { isJsonObject } from '../../shared/core/json.ts';
import { say } from '../../shared/core/sentence.ts';
import { boundedText } from '../lib/boundedText.ts';

export interface RegistryAgent {
  id: string;
  name: string;
  description: string;
  /** Empty: it is distributed as an archive only. */
  command: string[];
}

const argumentList = z.array(z.string().max(4096)).max(64).catch([]);
const packaged = z.object({
  package: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\s-]\S*$/),
  args: argumentList,
});
const entry = z.object({
  id: z.string().min(1).max(60),
  name: z.string().min(1),
  description: z.string().catch(''),
  distribution: z.record(z.string(), z.unknown()),
});

const maxAgents = 500;

export function readRegistry(text: string): Result<{ agents: RegistryAgent[] }> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fail('PARAMS_INVALID', say`This file is not a registry of agents: it is not valid JSON.`);
  }
  if (!isJsonObject(parsed) || !Array.isArray(parsed.agents)) {
    return fail('PARAMS_INVALID', say`This file is not a registry of agents: it has no list named “agents”.`);
  }
  const agents = parsed.agents.slice(0, maxAgents).flatMap((raw) => {
    const read = entry.safeParse(raw);
    if (!read.success) return [];
    const { id, name, description, distribution } = read.data;
    return [
      {
        id,
        name: boundedText(name, 80),
        description: boundedText(description, 1000),
        command: commandOf(distribution),
      },
    ];
  });
  return ok({ agents });
}

function commandOf({ npx, uvx }: Record<string, unknown>): string[] {
  const fromNpm = packaged.safeParse(npx);
  if (fromNpm.success) return ['npx', '-y', fromNpm.data.package, ...fromNpm.data.args];
  const fromPython = packaged.safeParse(uvx);
  return fromPython.success ? ['uvx', fromPython.data.package, ...fromPython.data.args] : [];
}
