// The environment of an agent: that of a local MCP server, plus what finds its own files and the network. Everything else, keys
// above all, must be named in its definition.

import type { Environment } from '../../lib/environment.ts';
import { isSecretVariable } from '../../tools/process/secretVariables.ts';
import { serverEnvironment } from '../../tools/process/serverEnvironment.ts';

const passed =
  /^(?:XDG_(?:CONFIG|DATA|STATE|CACHE|RUNTIME)_(?:HOME|DIR)|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|DBUS_SESSION_BUS_ADDRESS)$/i;

export function agentEnvironment(
  environment: Environment,
  configured: ReadonlyMap<string, string>,
  folder: string,
): Record<string, string> {
  const more = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && passed.test(entry[0]) && !isSecretVariable(entry[0], entry[1]),
  );
  return { ...Object.fromEntries(more), ...serverEnvironment(environment, configured, folder, process.platform) };
}
