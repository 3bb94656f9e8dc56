// The doctor: runs its checks, each with a time limit, and applies the fixes that they offer. A check that fails or
// hangs is a finding like any other.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../shared/core/sentence.ts';
import {
  type CheckName,
  checkNames,
  type DoctorReport,
  type Finding,
} from '../../../shared/features/diagnostics/methods.ts';
import type { Check, CheckContext, Observation } from './check.ts';
import { dataChecks } from './checks/data.ts';
import { diskChecks } from './checks/disk.ts';
import { networkChecks } from './checks/network.ts';
import { systemChecks } from './checks/system.ts';
import { applyFix, type RepairParts } from './fixes.ts';

const allChecks: readonly Check[] = [...systemChecks, ...diskChecks, ...dataChecks, ...networkChecks];

export interface DoctorOptions extends RepairParts {
  network: boolean;
  /** The user stopped waiting. */
  signal?: AbortSignal | undefined;
  limitMs?: number;
  checks?: readonly Check[];
}

/** For a check without an answer. */
const titles: Readonly<Record<CheckName, Sentence>> = {
  sandbox: say`Sandbox`,
  keychain: say`Keychain`,
  browser: say`Browser`,
  programs: say`Programs`,
  permissions: say`Rights of the data folder`,
  diskSpace: say`Space on the disk`,
  diskSpeed: say`Speed of the disk`,
  fileSystem: say`Kind of disk`,
  space: say`Size of the data folder`,
  worktrees: say`Worktrees`,
  indexes: say`Indexes`,
  locks: say`Locks`,
  leftovers: say`Leftover processes`,
  limits: say`Limits of the system`,
  clock: say`Clock`,
  proxy: say`Proxy`,
  certificates: say`Certificates`,
  providers: say`Providers`,
  localServers: say`Model servers on this machine`,
  mcp: say`MCP servers`,
};

/** A healthy machine needs far less; a disk or a keychain that hangs would wait forever. */
const defaultLimitMs = 8_000;

export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const { checks = allChecks } = options;
  const together = await Promise.all(checks.filter(({ alone }) => !alone).map((check) => runCheck(check, options)));
  const findings = together.flat();
  for (const check of checks.filter(({ alone }) => alone)) findings.push(...(await runCheck(check, options)));
  return { findings: findings.sort((one, other) => orderOf(one) - orderOf(other)) };
}

function orderOf({ check }: Finding): number {
  return checkNames.indexOf(check);
}

async function runCheck(check: Check, options: DoctorOptions): Promise<Finding[]> {
  const { machine, parts, network, signal, limitMs = defaultLimitMs } = options;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const context: CheckContext = {
    ...{ machine, parts, network },
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
  };
  const late = new Promise<Observation[]>((resolve) => {
    context.signal.addEventListener('abort', () => resolve([tooLate(check.name, limitMs)]), { once: true });
  });
  try {
    const observations = await Promise.race([check.run(context), late]);
    return observations.map((each) => toFinding(check.name, each));
  } catch {
    return [toFinding(check.name, { status: 'unknown', text: say`${titles[check.name]}: this could not be checked.` })];
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(name: CheckName, limitMs: number): Observation {
  return { status: 'unknown', text: say`${titles[name]}: no answer within ${Math.round(limitMs / 1000)} seconds.` };
}

function toFinding(check: CheckName, { status, text, advice, fix }: Observation): Finding {
  return {
    check,
    status,
    text: toUserTextData(text),
    advice: advice ? toUserTextData(advice) : null,
    fix: fix ?? null,
  };
}

/** Checks again first: what was shown may have changed. */
export async function fixFinding(options: DoctorOptions, fix: string): Promise<Result<Sentence>> {
  const { findings } = await runDoctor({ ...options, network: false });
  if (!findings.some((finding) => finding.fix === fix)) {
    return fail('NOT_SUPPORTED', say`This no longer applies. Nothing was changed.`);
  }
  const done = await applyFix(options, fix);
  return done.ok ? ok(done.value) : done;
}
