// Every scenario in storeScenarios.ts, with faults at its disk calls. `npm test -- --all` attacks one moment in nine,
// chosen by THROUGHLINE_SEED, and says how many; THROUGHLINE_TESTS=long tries every fault at every call.

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import {
  type createAttack as Attack,
  attackOptions,
  countLine,
  createAttack,
  noCount,
} from '../support/storeAttack.ts';
import { type Prepared, prepare, type Scenario, scenarios } from '../support/storeScenarios.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const options = attackOptions();
const total = noCount();
let found = 0;
const longest = options.long ? 1_800_000 : 120_000;

/** Attacks a scenario and adds to the count; shows its findings. */
async function attack(
  scenario: Scenario,
  how: (attack: ReturnType<typeof Attack>, prepared: Prepared) => Promise<void>,
): Promise<void> {
  const made = createAttack(options);
  await how(made, await prepare(scenario, join(tempFolder(), 'data')));
  const { count, findings } = made.report();
  for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += count[key];
  found += findings.length;
  expect(findings).toEqual([]);
}

afterAll(() => {
  console.log(countLine(total, found, options));
});

test.each(sample(8, scenarios))(
  cite(['STORE-2', 'STORE-4'], 'a crash before or halfway through any call loses nothing: $name'),
  (scenario) => attack(scenario, (it, prepared) => it.crashes(prepared)),
  longest,
);

test.each(sample(8, scenarios))(
  cite(['STORE-2', 'STORE-4'], 'a power loss at any call loses nothing acknowledged: $name'),
  (scenario) => attack(scenario, (it, prepared) => it.powerLosses(prepared)),
  longest,
);

test.each(sample(5, scenarios))(
  cite('STORE-4', 'a second fault at any call of the recovery loses nothing: $name'),
  (scenario) => attack(scenario, (it, prepared) => it.recoveries(prepared)),
  longest,
);

test.each(sample(8, scenarios))(
  cite('STORE-5', 'an error of any call is reported, keeps what was saved, and a later save works: $name'),
  (scenario) => attack(scenario, (it, prepared) => it.errors(prepared)),
  longest,
);
