// throughline schedule and throughline service.

import { catchUps } from '../../../shared/features/schedules/schedule.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { goalTestOptions } from '../../host/terminal/goalTestOptions.ts';
import {
  approve,
  checkModelChoice,
  flag,
  modelChoice,
  nonBlank,
  numeric,
  oneOf,
  positiveInteger,
  text,
} from '../../host/terminal/options.ts';

const scheduleOptions = {
  json: flag,
  yes: flag,
  name: nonBlank('--name needs a text'),
  prompt: { ...nonBlank('-p needs a message'), short: 'p' },
  ...goalTestOptions,
  noGoal: flag,
  at: nonBlank('--at needs a time, such as "every weekday at 9"'),
  zone: nonBlank('--zone needs a time zone, such as Europe/Paris'),
  onFiles: nonBlank('--on-files needs patterns, such as "src/**/*.ts"'),
  onOutput: nonBlank('--on-output needs a command'),
  onWebhook: flag,
  onPullRequest: nonBlank('--on-pull-request needs a number, or branch'),
  every: positiveInteger,
  ...modelChoice,
  agent: nonBlank('--agent needs an ID; see throughline agents'),
  preset: nonBlank('--preset needs a name; see throughline preset list'),
  approve,
  budget: numeric((value) => value >= 0.01, 'an amount in US dollars, at least 0.01'),
  timeLimit: positiveInteger,
  worktree: flag,
  noFolder: flag,
  catchUp: oneOf(catchUps),
  pauseAfter: positiveInteger,
  newSecret: flag,
  scenario: text,
} as const;

export const schedule = defineCommand({
  name: 'schedule',
  usage: [
    {
      synopsis: [
        'schedule add --name NAME -p TEXT (--at TIME [--zone ZONE] | --on-files GLOBS | --on-output COMMAND |',
        '--on-webhook | --on-pull-request N) [--every MINUTES] [the model options of run] [--approve MODE]',
        '[--budget USD] [--time-limit MINUTES] [--worktree] [--catch-up none|last|all] [--pause-after N]',
        '[(--test COMMAND | --check QUESTION) [--check-model M] [--rounds N] [--stall N] [--test-timeout SECONDS]]',
      ],
      text: `adds a prompt or a /command that runs without you, in the project folder (--no-folder: in none).
TIME is a cron pattern, or words such as "every weekday at 9". GLOBS are separated by
commas. COMMAND runs in the sandbox every 5 minutes, or --every. N is a pull request of
GitHub, or branch for that of the folder's branch; needs gh. A run does what MODE
allows; a call that needs more waits for you in its conversation. Missed times are
reported; --catch-up says which run late (default: last). After N failures in a row (3)
it pauses itself. It runs while the app or the service is running. With --test or --check,
each run is a goal, as with goal start; without a sandbox, its command needs your answer or
--yes. edit --no-goal removes it`,
    },
    {
      synopsis: [
        'schedule [list | show ID | edit ID [the options of add] | pause ID | resume ID | run ID [--scenario FILE] |',
        'remove ID | history ID] [--json] [--yes]',
      ],
      text: `lists schedules, or works on one. edit changes what you name; --new-secret makes a new
secret of a webhook. run runs it now and waits for the end. history shows runs and
missed times, newest first`,
    },
  ],
  options: scheduleOptions,
  positionals: { min: 0, max: 2 },
  check: ({ values, positionals: [action] }) =>
    checkModelChoice(values) ??
    (values.agent !== undefined && (values.provider !== undefined || values.model !== undefined)
      ? 'use either --agent, or --provider and --model'
      : values.scenario !== undefined && action !== 'run'
        ? '--scenario belongs to schedule run'
        : checkGoal(values)),
  runsTools: true,
  answersLater: true,
  run: async (terminal) => (await import('./scheduleCommand.ts')).scheduleCommand(terminal),
});

function checkGoal({
  test,
  check,
  checkModel,
  testTimeout,
  noGoal,
}: {
  test: string | undefined;
  check: string | undefined;
  checkModel: string | undefined;
  testTimeout: number | undefined;
  noGoal: boolean;
}): string | null {
  if (test !== undefined && check !== undefined) return 'use either --test or --check';
  if (noGoal && (test !== undefined || check !== undefined)) return '--no-goal removes the goal';
  if (checkModel !== undefined && check === undefined) return '--check-model belongs to --check';
  return testTimeout !== undefined && test === undefined ? '--test-timeout belongs to --test' : null;
}

export const service = defineCommand({
  name: 'service',
  usage: [
    {
      synopsis: [
        'service [status | uninstall | logs]',
        'service install [--remote NAME [--port N]] [--yes]',
        'service run [--remote NAME [--port N]] [--scenario FILE]',
      ],
      text: `runs schedules while no window is open. install starts it at sign-in, as you and without
more rights (systemd, launchd or the Task Scheduler); run is what that starts. A window
takes the schedules over while it is open. --remote also lets paired devices in under
this host name of a tunnel, which leads to port N (4817); install without it ends that`,
    },
  ],
  options: {
    scenario: text,
    remote: nonBlank('--remote needs a host name such as box.example'),
    port: numeric((value) => Number.isInteger(value) && value > 0 && value <= 65_535, 'a number from 1 to 65535'),
    yes: flag,
  },
  positionals: { min: 0, max: 1 },
  check: ({ values, positionals: [action] }) =>
    values.scenario !== undefined && action !== 'run'
      ? '--scenario belongs to service run'
      : values.remote !== undefined && action !== 'install' && action !== 'run'
        ? '--remote belongs to service install and service run'
        : values.port !== undefined && values.remote === undefined
          ? '--port needs --remote'
          : null,
  runsTools: true,
  answersLater: true,
  run: async (terminal) => (await import('./service/serviceCommand.ts')).serviceCommand(terminal),
});
