// Tests of the attacks themselves: they detect a store that breaks a rule.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Disk } from '../../electron/stores/files/disk.ts';
import * as broken from '../support/brokenDisks.ts';
import { cite } from '../support/cite.ts';
import { createAttack } from '../support/storeAttack.ts';
import { prepare, scenarios } from '../support/storeScenarios.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

async function findingsOf(name: string, between?: (disk: Disk) => Disk): Promise<string[]> {
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const attack = createAttack({ seed: 1, long: false, every: 1, ...(between ? { between } : {}) });
  const prepared = await prepare(scenario, join(tempFolder(), 'data'));
  await attack.crashes(prepared);
  await attack.powerLosses(prepared);
  return attack.report().findings;
}

test.each(
  sample(3, [
    {
      rule: 'no sync before the acknowledgement',
      between: broken.withoutFileSync,
      scenario: 'append in place',
      finds: /acknowledged message \d is not there/,
    },
    {
      rule: 'a rename without a sync of its folder',
      between: broken.withoutFolderSync,
      scenario: 'the first messages of a conversation',
      finds: /acknowledged message \d is not there/,
    },
    {
      rule: 'a rename without a sync of its folder (title)',
      between: broken.withoutFolderSync,
      scenario: 'title and settings of a conversation',
      finds: /the title is .* and should be one of/,
    },
    {
      rule: 'a temporary file renamed before it is synced',
      between: broken.syncedAfterRename,
      scenario: 'append to a file that another program has formatted',
      finds: /acknowledged message \d is not there/,
    },
    {
      rule: 'a torn end cut off in place',
      between: broken.repairedInPlace,
      scenario: 'append after a torn end',
      finds: /nowhere/,
    },
    {
      rule: 'a rewrite that keeps no original',
      between: broken.repairedInPlace,
      scenario: 'append to a file that is damaged in its middle',
      finds: /nowhere/,
    },
    {
      rule: 'a result written after its message',
      between: broken.spilledAfterMessage,
      scenario: 'a large result',
      finds: /full output could not be read/,
    },
  ]),
)(cite(['STORE-2', 'STORE-4'], 'the attacks detect $rule'), async ({ between, scenario, finds }) => {
  expect((await findingsOf(scenario, between)).join('\n')).toMatch(finds);
  // On the unmodified disk, the same attacks find nothing.
  expect(await findingsOf(scenario)).toEqual([]);
});
