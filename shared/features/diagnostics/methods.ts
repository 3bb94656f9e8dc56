// Diagnostics: what may be wrong with this machine, the log files, and a problem report for the user to share.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, nothing } from '../../protocol/method.ts';

/** In the order of the report. */
export const checkNames = [
  'sandbox',
  'keychain',
  'browser',
  'programs',
  'permissions',
  'diskSpace',
  'diskSpeed',
  'fileSystem',
  'space',
  'worktrees',
  'indexes',
  'locks',
  'leftovers',
  'limits',
  'clock',
  'proxy',
  'certificates',
  'providers',
  'localServers',
  'mcp',
] as const;

export type CheckName = (typeof checkNames)[number];

/** `unknown`: the check has no answer, or did not finish in time. */
export type FindingStatus = 'problem' | 'unknown' | 'note' | 'ok';

export interface Finding {
  check: CheckName;
  status: FindingStatus;
  text: UserTextData;
  /** A remedy for the user. */
  advice: UserTextData | null;
  /** The app can do it: an ID for `diagnostics.fix`. */
  fix: string | null;
}

export interface DoctorReport {
  findings: Finding[];
}

export const diagnosticsMethods = {
  /** Changes nothing. `network`: also contact the configured providers. */
  'diagnostics.check': defineMethod<DoctorReport>()('none', z.object({ network: z.boolean().default(false) })),
  /** Applies one offered fix after checking again that it still applies. */
  'diagnostics.fix': defineMethod<{ done: UserTextData }>()('app', z.object({ fix: z.string().max(200) })),
  /** Returns a report as text, for the user to read, edit and save. Nothing is sent. */
  'diagnostics.report': defineMethod<{ text: string }>()('none', nothing),
  'diagnostics.logs': defineMethod<{ folder: string | null }>()('none', nothing),
} as const;
