// Runs an MCP server or an external agent in the sandbox: it starts there or not at all. Logs denied access.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { errorSentence, SentenceError } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Sandbox, SandboxStatus, WrappedProgram } from '../../ports/sandbox.ts';
import type { ServerLog } from './serverLog.ts';

export interface ServerSandbox {
  /** Host names; `*.example.com` matches all its subdomains. */
  hosts: readonly string[];
  /** Absolute, or relative to the home folder (`~/`). May contain variables. */
  paths: readonly string[];
}

export interface SandboxedServer {
  wrap(argv: readonly string[], cwd: string): WrappedProgram;
  /** Call when the server has ended; removes its network and its /tmp. */
  release(): Promise<void>;
}

export interface SandboxDeps {
  sandbox: Sandbox | null;
  /** The project's folder, which is writable. */
  folder: string | null;
  log: ServerLog;
  /** The kind of program. */
  kind: 'mcp' | 'agent';
}

/** Throws if no sandbox is available for it. */
export async function sandboxServer(
  { hosts, paths }: ServerSandbox,
  { sandbox, folder, log, kind }: SandboxDeps,
): Promise<SandboxedServer> {
  const status = await sandbox?.status(folder ?? undefined);
  if (!sandbox || !status?.available) throw new SentenceError(withoutSandbox(status ?? null));
  // A new id per start, so that nothing is shared with an earlier one.
  const conversationId = `${kind}:${randomUUID()}`;
  const opened = await sandbox.open({
    conversationId,
    folder,
    opening: {
      paths: paths.map((path) => path.replace(/^~(?=\/)/, sandbox.home)).map((path) => join(path)),
      hosts,
      refusedHosts: [],
      ...(kind === 'agent' ? { ofAgent: true as const } : {}),
    },
    async askHost(host, port) {
      log.add(
        'app',
        'warning',
        say`The sandbox blocked a connection to ${`${host}:${port}`}. Allowed hosts are listed in the server’s settings.`,
      );
      return false;
    },
  });
  if (!opened.ok) throw new SentenceError(errorSentence(opened.error));
  const program = opened.value;
  return {
    wrap: (argv, cwd) => program.wrap(argv, cwd),
    async release() {
      const violations = await program.end(log.lastPrinted());
      for (const each of violations) {
        if (each.type === 'host') continue;
        const labels = {
          write: say`The sandbox blocked writing to ${each.path}.`,
          read: say`The sandbox blocked reading ${each.path}.`,
          made: say`It created ${each.path}, which configures other apps; it was moved aside.`,
          unchecked: say`Not everything in ${each.path} could be checked after it ended.`,
        };
        log.add('app', 'warning', labels[each.type]);
      }
      await sandbox.close(conversationId);
    },
  };
}

function withoutSandbox(status: SandboxStatus | null): Sentence {
  const unavailable = status?.available === false ? status : null;
  const reason = unavailable?.reason ?? say`Sandboxing is not supported on this system yet.`;
  const problem = say`it is set to run in the sandbox, but none is available: ${reason}`;
  return unavailable?.install ? say`${problem} To install it, run: ${unavailable.install}` : problem;
}
