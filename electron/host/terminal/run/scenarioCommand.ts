// throughline scenario: checks a scenario file; --out converts it to aimock fixtures or back.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toAimock } from '../../../interop/scenario/aimockOut.ts';
import { readScenario, scenarioText } from '../../../interop/scenario/scenarioFile.ts';
import { type ExitCode, firstPositional, type Line, reportError, type Terminal } from '../terminal.ts';

type ScenarioLine = Line<{ out: string | undefined }>;

export async function scenarioCommand(terminal: Terminal<ScenarioLine>): Promise<ExitCode> {
  const { line } = terminal;
  const read = await readScenario(path.resolve(terminal.folder, firstPositional(terminal)));
  if (!read.ok) return reportError(terminal, read.error);
  const { scenario, ofAimock, lost } = read.value;
  for (const one of lost) terminal.err(`${one}\n`);
  if (line.values.out === undefined) {
    const { length } = scenario.rules;
    terminal.out(`${length} ${length === 1 ? 'rule' : 'rules'}. The scenario is valid.\n`);
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
