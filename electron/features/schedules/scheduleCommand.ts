// throughline schedule: adds, lists, changes and runs schedules.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, type SentenceParam, textOf } from '../../../shared/core/sentence.ts';
import type { ScheduleInfo } from '../../../shared/features/schedules/methods.ts';
import type { HistoryEntry, ScheduleFile, ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import { usageError } from '../../host/terminal/options.ts';
import { type ExitCode, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { scheduledCommandSentence } from './scheduledGoal.ts';
import { type ScheduleLine, wishOf } from './scheduleLine.ts';
import type { Scheduler } from './scheduler.ts';
import { nextTimes } from './times.ts';

type Work = (terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string) => Promise<ExitCode>;

const worksOnOne: Record<string, Work> = { show, edit, pause, resume, run, remove, history };

export async function scheduleCommand(terminal: Terminal<ScheduleLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const [action = 'list', prefix] = line.positionals;
  const work = Object.hasOwn(worksOnOne, action) ? worksOnOne[action] : undefined;
  if (!(work || ['list', 'add'].includes(action)) || (work === undefined) !== (prefix === undefined)) {
    terminal.err(`schedule takes list, add, or one of ${Object.keys(worksOnOne).join(', ')} with an ID\n`);
    return 2;
  }
  const scheduler = await core.schedules.load();
  if (action === 'add') return add(terminal, scheduler);
  if (work === undefined || prefix === undefined) return list(terminal, scheduler);
  const id = await findSchedule(scheduler, prefix);
  return id.ok ? work(terminal, scheduler, id.value) : reportError(terminal, id.error);
}

async function findSchedule(scheduler: Scheduler, text: string): Promise<Result<string>> {
  const { schedules } = await scheduler.list();
  const named = schedules.filter(({ id, schedule }) => id === text || schedule?.name === text);
  const matches = named.length > 0 || text.length < 4 ? named : schedules.filter(({ id }) => id.startsWith(text));
  const [match, ...more] = matches;
  if (match === undefined) {
    return usageError(`There is no schedule "${visibleLine(text)}". See throughline schedule list`);
  }
  if (more.length === 0) return ok(match.id);
  const ids = matches.map(({ id }) => id.slice(0, 8)).join(', ');
  return usageError(`"${visibleLine(text)}" means several schedules: ${ids}`);
}

async function list(terminal: Terminal<ScheduleLine>, scheduler: Scheduler): Promise<ExitCode> {
  const all = await scheduler.list();
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(all, englishOnly, 2)}\n`);
    return 0;
  }
  for (const info of all.schedules) terminal.out(`${listedText(info)}\n`);
  if (all.schedules.length === 0) terminal.err('No schedules. Add one with: throughline schedule add\n');
  else if (all.runner === 'none') {
    terminal.err('Nothing runs them now: open the app, or install the service with: throughline service install\n');
  }
  return 0;
}

function listedText({ id, schedule, problem, when, next, isRunning, isElsewhere }: ScheduleInfo): string {
  const head = `${id.slice(0, 8)}  ${visibleLine(schedule?.name ?? '')}`;
  if (schedule === null) return `${head}not used: ${visibleLine(sayAll(problem))}`;
  const state = schedule.paused
    ? 'paused'
    : isElsewhere
      ? `runs on ${visibleLine(schedule.machine)}`
      : isRunning
        ? 'running'
        : next === null
          ? ''
          : `next ${localTime(next)}`;
  return [`${head}: ${visibleLine(sayAll(when))}`, state].filter(Boolean).join(', ');
}

function sayAll(text: SentenceParam | null): string {
  return text === null ? '' : textOf(text);
}

function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

async function add(terminal: Terminal<ScheduleLine>, scheduler: Scheduler): Promise<ExitCode> {
  const wish = await wishOf(terminal, null);
  if (!wish.ok) return refuse(terminal, wish.error);
  const place = await scheduler.placeOf(wish.value);
  if (!place.ok) return refuse(terminal, place.error);
  if (!(await confirmWish(terminal, wish.value, place.value))) return 1;
  const saved = await scheduler.save(null, wish.value, place.value);
  if (!saved.ok) return refuse(terminal, saved.error);
  return report(terminal, scheduler, saved.value.id);
}

async function edit(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const before = await scheduler.read(id);
  if (!before.ok) return reportError(terminal, before.error);
  const wish = await wishOf(terminal, before.value);
  if (!wish.ok) return refuse(terminal, wish.error);
  const place = await scheduler.placeOf(wish.value);
  if (!place.ok) return refuse(terminal, place.error);
  if (!(await confirmWish(terminal, wish.value, place.value))) return 1;
  const saved = await scheduler.save(id, wish.value, place.value);
  if (!saved.ok) return refuse(terminal, saved.error);
  return report(terminal, scheduler, id);
}

function refuse(terminal: Terminal, error: { code: string; message: string }): ExitCode {
  terminal.err(`${error.message}\n`);
  return error.code === 'PARAMS_INVALID' ? 2 : 1;
}

async function confirmWish(
  terminal: Terminal<ScheduleLine>,
  wish: ScheduleWish,
  place: ScheduleFile['place'],
): Promise<boolean> {
  const { line, confirm, err } = terminal;
  if (place !== null && wish.goal?.test.type === 'command') {
    err(`${visibleLine(scheduledCommandSentence(wish, place))}\n  ${visibleBlock(wish.goal.test.command)}\n`);
    const isAllowed = place.sandboxed || line.values.yes || (await confirm?.('Run it after each round?'));
    if (!isAllowed) {
      err('Nothing was saved. This command needs --yes, or your answer.\n');
      return false;
    }
  }
  if (wish.approvalMode !== 'all' || line.values.yes) return true;
  const isConfirmed = await confirm?.('Every tool call of this schedule will run without asking. Save it?');
  if (isConfirmed) return true;
  err('Nothing was saved. A schedule that runs every tool without asking needs --yes, or your answer.\n');
  return false;
}

async function report(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  if (terminal.line.values.json) {
    const { schedules } = await scheduler.list();
    terminal.out(
      `${JSON.stringify(
        schedules.find((one) => one.id === id),
        englishOnly,
        2,
      )}\n`,
    );
    return 0;
  }
  terminal.out(`${id}\n`);
  const read = await scheduler.read(id);
  if (!read.ok) return reportError(terminal, read.error);
  terminal.err(await detailsOf(scheduler, id, read.value));
  return read.value.trigger.type === 'webhook' ? reportSecret(terminal, id) : 0;
}

/** The secret is printed once. */
async function reportSecret({ core, line, err, out }: Terminal<ScheduleLine>, id: string): Promise<ExitCode> {
  err(`Send signed requests to the address of the app: POST /hooks/${id}\n`);
  if (!line.values.newSecret && (await core.schedules.secretOf(id)) !== null) return 0;
  const made = await core.schedules.newSecret(id);
  if (!made.ok || !made.value.isKept) {
    err('There is no keychain here for its secret. Set THROUGHLINE_WEBHOOK_SECRET where the app runs.\n');
    return made.ok ? 0 : 1;
  }
  out(`${made.value.secret}\n`);
  err('This is its secret, which is not shown again.\n');
  return 0;
}

async function detailsOf(scheduler: Scheduler, id: string, schedule: ScheduleFile): Promise<string> {
  const { schedules } = await scheduler.list();
  const info = schedules.find((one) => one.id === id);
  const { trigger } = schedule;
  const times = trigger.type === 'time' ? nextTimes(trigger, new Date(), 5) : [];
  return [
    `Runs ${visibleLine(sayAll(info?.when ?? null))}${trigger.type === 'time' ? ` (${trigger.timeZone})` : ''}.`,
    ...(times.length > 0 ? ['Next times here:', ...times.map((at) => `  ${localTime(at.toISOString())}`)] : []),
    '',
  ].join('\n');
}

async function show(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const read = await scheduler.read(id);
  if (!read.ok) return reportError(terminal, read.error);
  if (terminal.line.values.json) return report(terminal, scheduler, id);
  const { name, prompt, goal, folder, paused, approvalMode, budget, timeLimitMinutes } = read.value;
  terminal.out(`${id}  ${visibleLine(name)}\n`);
  terminal.out(await detailsOf(scheduler, id, read.value));
  terminal.out(`Folder: ${folder === null ? 'none' : visibleLine(folder)}\n`);
  if (approvalMode !== null) terminal.out(`Approval mode: ${approvalMode}\n`);
  if (budget !== null) terminal.out(`Budget: $${budget}\n`);
  if (timeLimitMinutes !== null) terminal.out(`Time limit: ${timeLimitMinutes} minutes\n`);
  if (goal !== null) {
    const { test, rounds } = goal;
    const text = test.type === 'command' ? test.command : test.question;
    terminal.out(`Goal, in ${rounds} rounds at most: ${visibleBlock(text)}\n`);
  }
  if (paused) terminal.out(`Paused. ${paused.reason === null ? '' : visibleLine(sayAll(paused.reason))}\n`);
  terminal.out(`${visibleBlock(prompt)}\n`);
  return 0;
}

async function pause(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  return done(terminal, await scheduler.pause(id), 'Paused.');
}

async function resume(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const read = await scheduler.read(id);
  if (!read.ok) return reportError(terminal, read.error);
  const place = await scheduler.placeOf(read.value);
  if (!place.ok) return refuse(terminal, place.error);
  if (!(await confirmWish(terminal, read.value, place.value))) return 1;
  return done(terminal, await scheduler.resume(id, place.value), 'Resumed.');
}

async function remove(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const { line, confirm, err } = terminal;
  if (!line.values.yes && !(await confirm?.('Remove this schedule and its history? Its conversations stay.'))) {
    err('Nothing was removed. Removing it needs --yes, or your answer.\n');
    return 1;
  }
  const removed = await scheduler.remove(id);
  if (removed.ok) await terminal.core.schedules.removeSecret(id);
  return done(terminal, removed, 'Removed.');
}

function done(terminal: Terminal, result: Result<unknown>, text: string): ExitCode {
  if (!result.ok) return reportError(terminal, result.error);
  terminal.err(`${text}\n`);
  return 0;
}

async function run(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const begun = await scheduler.run(id);
  if (!begun.ok) return reportError(terminal, begun.error);
  if (begun.value === 'elsewhere') {
    terminal.err('The app or the service that runs schedules will run it now.\n');
    return 0;
  }
  const stop = (): void => scheduler.stop(id);
  terminal.signal.addEventListener('abort', stop, { once: true });
  await scheduler.idle();
  const entries = await scheduler.history(id);
  const last = entries.ok ? entries.value.find((entry) => entry.type === 'run') : undefined;
  if (!last) return 1;
  terminal.out(`${entryText(last)}\n`);
  return last.end === 'done' || last.end === 'waiting' ? 0 : terminal.signal.aborted ? 130 : 1;
}

async function history(terminal: Terminal<ScheduleLine>, scheduler: Scheduler, id: string): Promise<ExitCode> {
  const entries = await scheduler.history(id);
  if (!entries.ok) return reportError(terminal, entries.error);
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(entries.value, englishOnly, 2)}\n`);
  else for (const entry of entries.value) terminal.out(`${entryText(entry)}\n`);
  if (entries.value.length === 0) terminal.err('It has not run yet.\n');
  return 0;
}

const endNames = {
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
  waiting: 'waits for you',
  budget: 'stopped at its budget',
  timeLimit: 'stopped at its time limit',
  interrupted: 'interrupted',
  skipped: 'skipped: the schedule was paused',
} as const;

function entryText(entry: HistoryEntry): string {
  if (entry.type === 'missed') {
    const count = `${entry.atLeast ? 'at least ' : ''}${entry.count} missed`;
    const why = entry.why === 'busy' ? 'its last run had not ended' : 'nothing was running';
    const range =
      entry.from === entry.to ? localTime(entry.from) : `${localTime(entry.from)} to ${localTime(entry.to)}`;
    return `${range}  ${count}: ${why}`;
  }
  const state = entry.end === null ? (entry.startedAt === null ? 'about to run' : 'running') : endNames[entry.end];
  return [
    localTime(entry.cause.due ?? entry.claimedAt),
    state,
    entry.conversationId?.slice(0, 8) ?? '',
    entry.reason === null ? '' : visibleLine(sayAll(entry.reason)),
  ]
    .filter(Boolean)
    .join('  ');
}
