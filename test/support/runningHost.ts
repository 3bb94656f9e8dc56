// The browser host as a user starts it: the built entry point in its own process, and a client of the contract.

import { onTestFinished } from 'vitest';
import { type ContractClient, createClient } from '../../shared/protocol/client.ts';
import { doors } from './commandLine.ts';
import { type Started, startProgram } from './program.ts';
import { webSocketLink } from './webSocketLink.ts';

export interface RunningHost extends Started {
  port: number;
  token: string;
}

export function headless(args: readonly string[], env: Record<string, string> = {}): Started {
  return startProgram(`${doors}headless.js`, args, { env });
}

/** Resolves when it has printed its URL. */
export async function runningHost(
  dataDir: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<RunningHost> {
  const host = headless(['--no-open', '--port', '0', '--data', dataDir, ...args], env);
  await host.prints('#token=');
  const [, port = '', token = ''] = /http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]{43})\n/.exec(host.said()) ?? [];
  return { ...host, port: Number(port), token };
}

export async function connected(host: RunningHost): Promise<ContractClient> {
  const client = createClient(await webSocketLink(host.port, host.token));
  onTestFinished(() => client.close());
  return client;
}
