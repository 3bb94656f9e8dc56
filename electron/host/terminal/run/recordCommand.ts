// throughline record: a run whose exchanges with the model become a scenario file, even if it fails or is stopped.
// Never overwrites a file.

import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { scenarioText } from '../../../interop/scenario/scenarioFile.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { runCommand } from './runCommand.ts';
import type { TurnLine } from './turnOptions.ts';

export async function recordCommand(terminal: Terminal<TurnLine & { values: { out: string } }>): Promise<ExitCode> {
  const { line, recorder } = terminal;
  const file = path.resolve(terminal.folder, line.values.out);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) {
    terminal.err(`${file} already exists. Nothing was sent.\n`);
    return 2;
  }
  const code = await runCommand(terminal);
  const scenario = recorder?.scenario() ?? null;
  if (scenario === null) {
    terminal.err('No model was called, so there is nothing to record.\n');
    return code === 0 ? 1 : code;
  }
  try {
    // Private, like conversations.
    await writeFile(file, scenarioText(scenario, file), { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    terminal.err(`${file} could not be written: ${(thrown as Error).message}.\n`);
    return 1;
  }
  terminal.err(`Recorded to ${file}.\n`);
  return code;
}
