// A doctor's report on a machine with several faults, and a problem report.

import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { CheckName, DoctorReport, Finding } from '../../../../shared/features/diagnostics/methods.ts';

function finding(
  check: CheckName,
  status: Finding['status'],
  text: ReturnType<typeof say>,
  advice: ReturnType<typeof say> | null = null,
  fix: string | null = null,
): Finding {
  return { check, status, text: toUserTextData(text), advice: advice && toUserTextData(advice), fix };
}

export function doctorFixture(): DoctorReport {
  return {
    findings: [
      finding(
        'sandbox',
        'problem',
        say`Commands cannot run in a sandbox: ${say`${'bwrap'} is not installed.`}`,
        say`Run this in a terminal: ${'sudo apt-get install bubblewrap'}`,
      ),
      finding(
        'indexes',
        'problem',
        say`${'search.db'} is damaged. It is derived from the conversations, which are not affected.`,
        say`It can be rebuilt.`,
        'indexes',
      ),
      finding('providers', 'unknown', say`${say`Providers`}: no answer within ${8} seconds.`),
      finding(
        'worktrees',
        'note',
        say`An old worktree (${'412 MB'}): ${'/home/mei/.local/share/throughline/worktrees/harbour-api/convert-the-templates-to-the-new-format'}`,
        say`It has no changes of its own and can be removed, with the files in it that git ignores. The conversation stays.`,
        'worktree:c1',
      ),
      finding('keychain', 'ok', say`The system keychain stores keys.`),
      finding('programs', 'ok', say`git ${'2.51.0'} works.`),
      finding('diskSpace', 'ok', say`${'84 GB'} are free on the disk.`),
      finding('diskSpeed', 'ok', say`Saving a message takes ${0.4} ms.`),
    ],
  };
}

export const reportFixture = `# Problem report for Throughline

Nothing of this has been sent. Read it, remove what you do not want to share, and send it yourself.

## What happened

(What did you do? What did you expect? What happened instead?)

## App and system

Version 0.1.0, desktop
Node 24.21.0
linux 6.12.1, x64, 8 processors, 16 GB of memory
`;
