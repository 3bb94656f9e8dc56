// throughline goal.

import { goalBounds } from '../../../../shared/features/goals/goal.ts';
import { defineCommand } from '../command.ts';
import { goalTestOptions, whole } from '../goalTestOptions.ts';
import { approve, checkModelChoice, flag, modelChoice, nonBlank, numeric, output, text } from '../options.ts';

const { budget, minutes } = goalBounds;

const goalOptions = {
  output,
  yes: flag,
  prompt: { ...nonBlank('-p needs a message'), short: 'p' },
  ...goalTestOptions,
  budget: numeric((value) => value >= budget.min && value <= budget.max, 'an amount in US dollars, at least 0.01'),
  time: whole(minutes),
  ...modelChoice,
  agent: nonBlank('--agent needs an ID; see throughline agents'),
  approve,
  resume: text,
  worktree: flag,
  scenario: text,
} as const;

export const goal = defineCommand({
  name: 'goal',
  usage: [
    {
      synopsis: [
        'goal start -p TEXT (--test COMMAND | --check QUESTION) [--check-model M] [--rounds N] [--budget USD]',
        '[--time MINUTES] [--stall N] [--test-timeout SECONDS] [--resume ID | --worktree]',
        '[--provider WORD [--base-url URL]] [--model M] [--agent ID] [--approve MODE] [--output text|json|stream-json] [--yes]',
      ],
      text: `sends TEXT, and continues in rounds until COMMAND exits with 0 in the project folder, or a
model (M, default: that of the conversation) answers QUESTION with yes. It ends after N
rounds (10), at its budget or time, or after N rounds in a row without progress (3).
COMMAND runs in the sandbox; without one, it needs your answer or --yes. The goal pauses
at a call that needs you, and on Ctrl-C. Exits with 0 only if the test passed`,
    },
    {
      synopsis:
        'goal status ID [--output text|json] | goal resume ID [--approve MODE] [--yes] | goal pause ID | goal stop ID',
      text: `shows the goal of a conversation with its rounds, or controls it. resume continues a
paused goal, or one whose process ended, with its test`,
    },
  ],
  options: goalOptions,
  positionals: { min: 1, max: 2, needs: 'start, status, resume, pause or stop' },
  check: ({ values, positionals: [action] }) =>
    checkModelChoice(values) ?? (action === 'start' ? checkStart(values) : null),
  runsTools: true,
  answersLater: 'unattended',
  run: async (terminal) => (await import('./goalCommand.ts')).goalCommand(terminal),
});

function checkStart(values: {
  prompt: string | undefined;
  test: string | undefined;
  check: string | undefined;
  checkModel: string | undefined;
  resume: string | undefined;
  worktree: boolean;
}): string | null {
  if (values.prompt === undefined) return 'goal start needs a message: -p "…"';
  if ((values.test === undefined) === (values.check === undefined)) return 'goal start needs either --test or --check';
  if (values.checkModel !== undefined && values.check === undefined) return '--check-model belongs to --check';
  return values.resume !== undefined && values.worktree ? '--worktree is for a new conversation' : null;
}
