// throughline scenario: whether a scenario file is sound, and with --out the same as fixtures of aimock, or the other way round.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toAimock } from '../../../interop/scenario/aimockOut.ts';
import { readScenario, scenarioText } from '../../../interop/scenario/scenarioFile.ts';
import { type ExitCode, reportError, type Terminal } from '../terminal.ts';

export async function scenarioCommand(terminal: Terminal): Promise<ExitCode> {
  const { line } = terminal;
  const read = await readScenario(path.resolve(terminal.folder, line.id));
  if (!read.ok) return reportError(terminal, read.error);
  const { scenario, ofAimock, lost } = read.value;
  for (const one of lost) terminal.err(`${one}\n`);
  if (line.values.out === undefined) {
    const { length } = scenario.rules;
    terminal.out(`${length} ${length === 1 ? 'rule' : 'rules'}; the scenario is sound.\n`);
    return 0;
  }
  const file = path.resolve(terminal.folder, line.values.out);
  const out = ofAimock ? null : toAimock(scenario);
  for (const one of out?.lost ?? []) terminal.err(`${one}\n`);
  const text = out ? `${JSON.stringify(out.value, null, 2)}\n` : scenarioText(ofAimock ?? scenario, file);
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (thrown) {
    terminal.err(`${file} could not be written: ${(thrown as Error).message}.\n`);
    return 1;
  }
  terminal.err(`Written to ${file}.\n`);
  return 0;
}
