// throughline doctor, logs and report.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, positiveInteger } from '../../host/terminal/options.ts';

export const doctor = defineCommand({
  name: 'doctor',
  usage: [
    {
      synopsis: 'doctor [--fix] [--yes] [--network] [--json]',
      text: `checks this machine and says how to fix what is wrong; --fix asks for each repair that the
app can do. --network also contacts your providers. Exit code 1: there are problems`,
    },
  ],
  options: { fix: flag, yes: flag, network: flag, json: flag },
  check: ({ values }) => (values.json && values.fix && !values.yes ? '--json with --fix needs --yes' : null),
  run: async (terminal) => (await import('./doctorCommand.ts')).doctorCommand(terminal),
});

export const logs = defineCommand({
  name: 'logs',
  usage: [
    {
      synopsis: 'logs [--lines N] [--follow] [--where]',
      text: 'shows the last lines of the log files, which contain no content; --where prints their folder',
    },
  ],
  options: { lines: positiveInteger, follow: flag, where: flag },
  run: async (terminal) => (await import('./logsCommand.ts')).logsCommand(terminal),
});

export const report = defineCommand({
  name: 'report',
  usage: [
    {
      synopsis: 'report [FILE]',
      text: 'writes a problem report to FILE, or prints it; read and edit it before you share it',
    },
  ],
  options: {},
  positionals: { min: 0, max: 1 },
  run: async (terminal) => (await import('./logsCommand.ts')).reportCommand(terminal),
});
