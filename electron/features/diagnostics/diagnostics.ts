// The service behind doctor, logs and report.

import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { DoctorReport } from '../../../shared/features/diagnostics/methods.ts';
import type { Engine } from '../../platform.ts';
import type { SearchWait } from '../../ports/search.ts';
import { createConnections } from '../../providers/http/connections.ts';
import { databaseKeyFor } from '../../stores/encryption/dataKey.ts';
import { findRipgrep } from '../../tools/search/ripgrep.ts';
import { startPty } from '../terminal/ptyProcess.ts';
import { type DoctorOptions, fixFinding, runDoctor } from './doctor.ts';
import type { DoctorParts } from './doctorParts.ts';
import { createMachine } from './machine.ts';
import { lastLogLines } from './readLogs.ts';
import { problemReport } from './report.ts';

/** The parts of the core that the doctor looks at. */
type DiagnosedCore = Pick<DoctorParts, 'mcp' | 'worktrees' | 'keepsSecrets' | 'endLeftovers'> & {
  reindex(wait: SearchWait): Promise<Result<unknown>>;
};

export interface Diagnostics {
  /** Absolute, and may not exist; null: this process keeps no log. */
  logFolder: string | null;
  check(core: DiagnosedCore, how: { network: boolean; signal?: AbortSignal }): Promise<DoctorReport>;
  fix(core: DiagnosedCore, fix: string, signal?: AbortSignal): Promise<Result<Sentence>>;
  /** `host`: where the user is, such as `desktop`. */
  report(core: DiagnosedCore, host: string, signal?: AbortSignal): Promise<string>;
}

const reportedLines = 100;

export function createDiagnostics(engine: Engine): Diagnostics {
  const { options, disk, dataDir, env, home, store, readSettings, sandbox, processRecords, version, redactor } = engine;
  const machine = createMachine(env, home);
  const logFolder = options.logFiles?.folder ?? null;

  function doctorOptions(core: DiagnosedCore, network: boolean, signal: AbortSignal | undefined): DoctorOptions {
    const { mcp, worktrees } = core;
    const parts: DoctorParts = {
      databaseKey: databaseKeyFor(disk),
      ...{ dataDir, store, sandbox, mcp, worktrees, processRecords },
      settings: readSettings,
      keepsSecrets: () => core.keepsSecrets(),
      reindex: () => core.reindex({}),
      endLeftovers: () => core.endLeftovers(),
      contactProvider: (provider, until) => contactProvider(env, provider, until),
      ripgrep: findRipgrep,
      terminal: tryTerminal,
    };
    return { machine, parts, network, signal };
  }

  return {
    logFolder,
    check: (core, { network, signal }) => runDoctor(doctorOptions(core, network, signal)),
    fix: (core, fix, signal) => fixFinding(doctorOptions(core, false, signal), fix),
    async report(core, host, signal) {
      const { findings } = await runDoctor(doctorOptions(core, false, signal));
      const logLines = logFolder === null ? [] : await lastLogLines(logFolder, reportedLines);
      const text = problemReport({ version, host, settings: await readSettings(), findings, logLines });
      return redactor.outgoing.text(text);
    },
  };
}

/** Without a key: any answer shows that the server is reached. */
async function contactProvider(
  env: Engine['env'],
  { baseUrl, proxy, certificate }: Parameters<DoctorParts['contactProvider']>[0],
  signal: AbortSignal,
): ReturnType<DoctorParts['contactProvider']> {
  const connections = createConnections(env);
  try {
    const fetch = connections.fetchBy({
      ...(proxy === undefined ? {} : { proxy }),
      ...(certificate === undefined ? {} : { certificate }),
    });
    const answer = await fetch(baseUrl, { method: 'GET', redirect: 'manual', signal });
    await answer.body?.cancel();
    return { date: answer.headers.get('date') };
  } catch (thrown) {
    return { thrown };
  } finally {
    await connections.close();
  }
}

/** A module that loads may still fail to start a shell. */
async function tryTerminal(signal: AbortSignal): Promise<Result<void>> {
  if (process.platform === 'win32') return ok(undefined);
  const word = randomUUID();
  const args = ['-c', `echo ${word}`];
  const started = await startPty({
    file: '/bin/sh',
    args,
    cwd: '/',
    env: { PATH: '/bin:/usr/bin' },
    cols: 80,
    rows: 5,
  });
  if (!started.ok) return started;
  const pty = started.value;
  return new Promise((resolve) => {
    let printed = '';
    pty.onData((text) => {
      printed += text;
    });
    pty.onExit(() =>
      resolve(printed.includes(word) ? ok(undefined) : fail('TOOL_EXEC_FAILED', say`the shell printed nothing.`)),
    );
    signal.addEventListener('abort', () => pty.kill(), { once: true });
  });
}
