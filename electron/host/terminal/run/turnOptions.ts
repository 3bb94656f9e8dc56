// The options of the commands that run turns: run, chat and record.

import {
  answerOptions,
  approve,
  checkModelChoice,
  flag,
  modelChoice,
  nonBlank,
  output,
  text,
  type Values,
} from '../options.ts';
import type { Line } from '../terminal.ts';

/** Options of every command that runs turns. */
export const turnOptions = {
  approve,
  ...answerOptions,
  preset: nonBlank('--preset needs a name; see throughline preset list'),
  ...modelChoice,
  agent: nonBlank('--agent needs an ID; see throughline agents'),
  resume: text,
  /** `--resume` without an ID: the user picks a conversation. */
  pick: flag,
  continue: flag,
  worktree: flag,
  takeOver: flag,
  fromHere: flag,
} as const;

export const onceOptions = {
  output,
  ...turnOptions,
  prompt: { ...text, short: 'p', bare: '-' },
} as const;

/** Shared by `run` and `record`. */
export type TurnLine = Line<Values<typeof onceOptions> & { scenario?: string | undefined }>;

export type ChatLine = Line<Values<typeof turnOptions> & { scenario: string | undefined }>;

export function checkTurn(values: ChatLine['values'] | TurnLine['values']): string | null {
  const { scenario: file, provider, model, agent, resume, pick, continue: latest, worktree } = values;
  const problem = checkModelChoice(values);
  if (problem !== null) return problem;
  if (agent !== undefined && (provider !== undefined || model !== undefined || file !== undefined))
    return 'use either --agent, or --provider and --model, or --scenario';
  if (file !== undefined && (provider !== undefined || model !== undefined))
    return 'use either --scenario or --provider and --model';
  const isOld = resume !== undefined || pick || latest;
  if (worktree && isOld) return '--worktree is for a new conversation; do not use it with --resume or --continue';
  if ((values.takeOver || values.fromHere) && !isOld)
    return '--take-over and --from-here belong to --resume or --continue';
  if (values.takeOver && values.fromHere) return 'use either --take-over or --from-here';
  return (resume !== undefined || pick) && latest ? 'use either --resume or --continue' : null;
}
