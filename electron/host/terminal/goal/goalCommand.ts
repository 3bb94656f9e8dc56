// throughline goal: starts goals, waits for their end, shows and controls them.

import { ok, type Result } from '../../../../shared/core/errors.ts';
import { englishOnly } from '../../../../shared/core/sentence.ts';
import { type Goal, type GoalWish, goalWish } from '../../../../shared/features/goals/goal.ts';
import type { ApprovalMode } from '../../../../shared/permission/rule.ts';
import { noGoal } from '../../../features/goals/goalFiles.ts';
import { goalSentence, unaskedSentence } from '../../../features/goals/goalPower.ts';
import type { GoalOverrides } from '../../../features/goals/goalRun.ts';
import type { Goals } from '../../../features/goals/goals.ts';
import { createConversationWorktree } from '../../../features/worktrees/worktreeCommand.ts';
import { promptForApprovals } from '../approvalQuestion.ts';
import { type GoalTestValues, goalTestOf } from '../goalTestOptions.ts';
import { resolveNamedModel, resolveNamedProvider } from '../namedModel.ts';
import { type ModelChoice, type OutputForm, usageError } from '../options.ts';
import { printProgress, streamJsonVersion } from '../run/runCommand.ts';
import { createReplyPrinter } from '../run/turnOutput.ts';
import { type ExitCode, type Line, resolveConversationPrefix, type Terminal } from '../terminal.ts';
import { visibleBlock } from '../terminalText.ts';
import { goalText, roundText } from './goalText.ts';

type GoalLine = Line<
  ModelChoice &
    GoalTestValues & {
      output: OutputForm;
      yes: boolean;
      prompt: string | undefined;
      budget: number | undefined;
      time: number | undefined;
      agent: string | undefined;
      approve: ApprovalMode | undefined;
      resume: string | undefined;
      worktree: boolean;
      scenario: string | undefined;
    }
>;

type Work = (terminal: Terminal<GoalLine>, goals: Goals, conversationId: string) => Promise<ExitCode>;

const worksOnOne: Record<string, Work> = { status, resume, pause, stop };

export async function goalCommand(terminal: Terminal<GoalLine>): Promise<ExitCode> {
  const [action = '', prefix] = terminal.line.positionals;
  const work = Object.hasOwn(worksOnOne, action) ? worksOnOne[action] : undefined;
  if (!(work || action === 'start') || (work === undefined) !== (prefix === undefined)) {
    terminal.err(`goal takes start, or one of ${Object.keys(worksOnOne).join(', ')} with the ID of a conversation\n`);
    return 2;
  }
  const goals = await terminal.core.goals.load();
  if (work === undefined || prefix === undefined) return start(terminal, goals);
  const id = await resolveConversationPrefix(terminal, prefix);
  return id.ok ? work(terminal, goals, id.value) : refuse(terminal, id.error);
}

async function start(terminal: Terminal<GoalLine>, goals: Goals): Promise<ExitCode> {
  const { line, core } = terminal;
  // Checked before a conversation is created, so that wrong usage creates none.
  const provider = await resolveNamedProvider(terminal);
  if (!provider.ok) return refuse(terminal, provider.error);
  const wish = await wishOf(terminal);
  if (!wish.ok) return refuse(terminal, wish.error);
  const conversation = await chooseConversation(terminal);
  if (!conversation.ok) return refuse(terminal, conversation.error);
  const conversationId = conversation.value;
  const branch = await core.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return refuse(terminal, branch.error);
  const model = await resolveNamedModel(terminal, provider.value, branch.value.meta.model);
  if (!model.ok) return refuse(terminal, model.error);
  let place: Goal['place'] = null;
  if (wish.value.test.type === 'command') {
    const read = await goals.placeOf(conversationId);
    if (!read.ok) return refuse(terminal, read.error);
    place = read.value;
    terminal.err(`${goalSentence(place)}\n  ${visibleBlock(wish.value.test.command)}\n`);
    if (!place.sandboxed && !(await isAllowed(terminal))) return 1;
  }
  const overrides = { ...(model.value ? { model: model.value } : {}), ...modeOf(line.values) };
  return play(terminal, goals, conversationId, () => goals.start(conversationId, wish.value, place, overrides));
}

function modeOf({ approve }: GoalLine['values']): Pick<GoalOverrides, 'approvalMode'> {
  return approve ? { approvalMode: approve } : {};
}

async function wishOf(terminal: Terminal<GoalLine>): Promise<Result<GoalWish>> {
  const { prompt, rounds, budget, time, stall } = terminal.line.values;
  const test = await goalTestOf(terminal, terminal.line.values);
  if (!test.ok) return test;
  const fields = { prompt, test: test.value, rounds, budget, minutes: time, stallAfter: stall };
  const parsed = goalWish.safeParse(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  );
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return usageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

async function chooseConversation(terminal: Terminal<GoalLine>): Promise<Result<string>> {
  const { resume: existing, worktree, prompt = '' } = terminal.line.values;
  if (existing !== undefined) return resolveConversationPrefix(terminal, existing);
  const project = await terminal.core.store.openProject(terminal.projectFolder);
  if (!project.ok) return project;
  const created = await terminal.core.store.createConversation(project.value.id);
  if (!created.ok || !worktree) return created.ok ? ok(created.value.conversationId) : created;
  const made = await createConversationWorktree(terminal, created.value.conversationId, { name: prompt });
  return made.ok ? ok(created.value.conversationId) : made;
}

async function isAllowed({ line, confirm, err }: Terminal<GoalLine>): Promise<boolean> {
  if (line.values.yes || (await confirm?.('Run it after each round?'))) return true;
  err('Nothing was started. This command needs --yes, or your answer.\n');
  return false;
}

/** Prints progress until the goal ends or pauses. Ctrl-C pauses it. */
async function play(
  terminal: Terminal<GoalLine>,
  goals: Goals,
  conversationId: string,
  begin: () => ReturnType<Goals['start']>,
): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const { output } = line.values;
  const before = await core.hub.load(conversationId);
  if (!before.ok) return refuse(terminal, before.error);
  const print = createReplyPrinter(terminal);
  const ends = [
    core.hub.hold(conversationId),
    core.hub.subscribe(conversationId, (id, seq, event) => printProgress(terminal, print, id, seq, event)),
    promptForApprovals(terminal, conversationId),
  ];
  let printed = '';
  const tell = async (): Promise<void> => {
    const goal = await goals.read(conversationId);
    if (!goal.ok || goal.value === null) return;
    const { rounds, wish, status: now } = goal.value;
    const last = rounds.at(-1);
    const key = JSON.stringify([now, rounds.length, last?.end, last?.result]);
    if (key === printed) return;
    printed = key;
    if (output === 'stream-json') {
      terminal.out(`${JSON.stringify({ v: streamJsonVersion, conversationId, goal: goal.value }, englishOnly)}\n`);
    } else if (last?.result) terminal.err(`${roundText(last, wish.rounds)}\n`);
  };
  let telling: Promise<void> = Promise.resolve();
  ends.push(
    core.goals.onChange((id) => {
      if (id === conversationId) telling = telling.then(tell);
    }),
  );
  const begun = await begin();
  if (!begun.ok) {
    for (const end of ends) end();
    return refuse(terminal, begun.error);
  }
  const onAbort = (): void => void goals.request(conversationId, 'pause');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const goal = await begun.value.ended;
  await telling;
  for (const end of ends) end();
  if (output === 'json') terminal.out(`${JSON.stringify({ conversationId, goal }, englishOnly)}\n`);
  terminal.err(`${goalText(goal, goal.status)}\n`);
  if (goal.status === 'paused') terminal.err(`Continue with: throughline goal resume ${conversationId.slice(0, 8)}\n`);
  if (output === 'text') terminal.err(`Conversation ${conversationId}\n`);
  return goal.status === 'passed' ? 0 : signal.aborted ? 130 : 1;
}

async function status(terminal: Terminal<GoalLine>, goals: Goals, conversationId: string): Promise<ExitCode> {
  const goal = await goals.read(conversationId);
  if (!goal.ok) return refuse(terminal, goal.error);
  if (goal.value === null) return refuse(terminal, noGoal.error, 1);
  if (terminal.line.values.output !== 'text') {
    terminal.out(`${JSON.stringify(goal.value, englishOnly, 2)}\n`);
    return 0;
  }
  const { test, rounds } = goal.value.wish;
  terminal.out(`${visibleBlock(test.type === 'command' ? test.command : test.question)}\n`);
  for (const round of goal.value.rounds) terminal.out(`${roundText(round, rounds)}\n`);
  terminal.out(`${goalText(goal.value, goal.value.status)}\n`);
  return 0;
}

async function resume(terminal: Terminal<GoalLine>, goals: Goals, conversationId: string): Promise<ExitCode> {
  const goal = await goals.read(conversationId);
  if (!goal.ok) return refuse(terminal, goal.error);
  const confirmed = goal.value;
  if (confirmed === null) return refuse(terminal, noGoal.error, 1);
  const { place, wish, approvalMode } = confirmed;
  const command = place !== null && wish.test.type === 'command' ? wish.test.command : null;
  const isUnasked = approvalMode === 'all' && terminal.line.values.approve === undefined;
  if (place !== null && command !== null) terminal.err(`${goalSentence(place)}\n  ${visibleBlock(command)}\n`);
  if (isUnasked) terminal.err(`${unaskedSentence}\n`);
  // Another process wrote it down.
  if ((command !== null || isUnasked) && !(await isAllowed(terminal))) return 1;
  return play(terminal, goals, conversationId, () =>
    goals.resume(conversationId, confirmed, modeOf(terminal.line.values)),
  );
}

async function pause(terminal: Terminal<GoalLine>, goals: Goals, conversationId: string): Promise<ExitCode> {
  return ask(terminal, await goals.request(conversationId, 'pause'), 'Paused.');
}

async function stop(terminal: Terminal<GoalLine>, goals: Goals, conversationId: string): Promise<ExitCode> {
  return ask(terminal, await goals.request(conversationId, 'stop'), 'Stopped.');
}

function ask(terminal: Terminal, asked: Result<'done' | 'elsewhere'>, text: string): ExitCode {
  if (!asked.ok) return refuse(terminal, asked.error);
  terminal.err(asked.value === 'done' ? `${text}\n` : 'The process that works on it was asked.\n');
  return 0;
}

function refuse(terminal: Terminal, error: { code: string; message: string }, exit?: ExitCode): ExitCode {
  terminal.err(`${error.message}\n`);
  return exit ?? (['PARAMS_INVALID', 'SETTINGS_INVALID'].includes(error.code) ? 2 : 1);
}
