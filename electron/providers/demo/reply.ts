// Computes the demo's next reply. Pure and stateless: replays the conversation each time, so that the same request gets
// the same reply on other branches, in other processes and after an undo.

import { parseTitleQuestion } from '../../conversation/modelTitle.ts';
import {
  isResultPattern,
  type Rule,
  type Scenario,
  type ScenarioFailure,
  type Step,
} from '../../interop/scenario/schema.ts';
import { type ChatRequest, type Conversation, type Prompt, readConversation } from './conversation.ts';
import { firstMatch, matchPrompt, matchResults, runWithTimeLimit } from './match.ts';
import { findRules, type RuleMatches, type Task } from './matcher.ts';
import type { ToolResult } from './results.ts';
import { fillTemplate, fillText, type Values } from './template.ts';
import { advanceThread, startStep, startThread, type Thread, type ThreadContext, type WantedCall } from './thread.ts';

export interface DemoReply {
  text: string;
  thinking: string;
  calls: { id: string; name: string; arguments: string }[];
  /** Failures to play before the reply, in order, each as often as specified. */
  failures: readonly ScenarioFailure[];
  /** Pause between two chunks, in ms. */
  delayMs: number;
  finish: string | undefined;
  usage: Step['usage'];
}

interface Played {
  scenario: Scenario;
  /** Threads that have text or calls for this reply. */
  threads: Thread[];
  text: string;
  calls: WantedCall[];
  /** No rule matched. */
  nothing: boolean;
  /** How often each rule has been used. */
  uses: ReadonlyMap<Rule, number>;
}

/** Returns null if no rule matches. Throws a user-facing error if a pattern times out. */
export function nextReply(request: ChatRequest, scenarios: readonly Scenario[], platform: string): DemoReply | null {
  const conversation = readConversation(request);
  const matter = parseTitleQuestion(conversation.prompts.at(-1)?.text ?? '');
  if (matter) return runWithTimeLimit(() => titleReply(matter.asked, scenarios))?.value ?? null;
  const last = conversation.prompts.length - 1;
  let played: Played | null = null;
  for (const [at, prompt] of conversation.prompts.entries()) {
    if (at < last && !scenarios.some(dependsOnHistory)) continue;
    const { text } = prompt;
    const now = runWithTimeLimit(() => play(prompt, { conversation, scenarios, before: played, platform }));
    if (!now) throw new Error(`The patterns of the scenario take too long for “${text.slice(0, 80)}”.`);
    played = now.value;
  }
  return played && replyOf(played, conversation);
}

/** Generates a title from the first message without using up a rule. */
function titleReply(prompt: string, scenarios: readonly Scenario[]): DemoReply | null {
  const isChinese = /\p{Script=Han}/u.test(prompt);
  const scenario = scenarios.find(({ language }) => (language === 'zh') === isChinese) ?? scenarios[0];
  if (!scenario) return null;
  const { titles, fragments, delay_ms: delayMs } = scenario;
  const text = firstMatch(titles, ({ match, title }): string | null => {
    const values = matchPrompt(prompt.trim(), match, fragments);
    return values && fillText(title, values);
  });
  return text === null
    ? null
    : { text, thinking: '', calls: [], failures: [], delayMs, finish: undefined, usage: undefined };
}

/** Whether replies depend on earlier messages. */
function dependsOnHistory({ rules }: Scenario): boolean {
  const ofWords = ({ turns }: Rule): boolean =>
    turns.some(({ expect = [] }) => expect.some((one) => !isResultPattern(one)));
  return rules.some((rule) => rule.max_matches !== undefined || ofWords(rule));
}

function replyOf({ scenario, threads, text, calls, nothing }: Played, conversation: Conversation): DemoReply | null {
  if (nothing) return null;
  const { notice, notice_marks: marks, delay_ms: delay } = scenario;
  const manners = threads.map(({ manner }) => manner);
  const hasMark = (each: string): boolean => marks.some((mark) => each.includes(mark));
  const hasNotice = notice === '' || hasMark(text) || conversation.messages.some(hasMark);
  const delays = manners.map((manner) => manner.delay_ms ?? delay);
  return {
    // Mentions once per conversation that a script answers.
    text: hasNotice ? text : [notice, text].filter(Boolean).join('\n\n'),
    thinking: manners.map(({ thinking = '' }) => thinking).join(''),
    calls: calls.map((call, at) => ({
      id: `call_${conversation.length}_${at}`,
      name: call.tool,
      arguments: call.argumentsText,
    })),
    failures: manners.flatMap(({ failures }) => failures),
    delayMs: delays.length > 0 ? Math.max(...delays) : delay,
    finish: manners[0]?.finish,
    usage: manners[0]?.usage,
  };
}

interface Course {
  conversation: Conversation;
  scenarios: readonly Scenario[];
  before: Played | null;
  platform: string;
}

/** Replays one user prompt with all its results so far. */
function play(prompt: Prompt, course: Course): Played {
  const { conversation, scenarios, before } = course;
  const used = new Map(before?.uses);
  const isFree = (rule: Rule): boolean => (used.get(rule) ?? 0) < (rule.max_matches ?? Number.POSITIVE_INFINITY);
  const [waiting] = before?.threads.length === 1 ? before.threads : [];
  const output =
    waiting?.next?.expect && matchPrompt(prompt.text, waiting.next.expect, before?.scenario.fragments ?? {});
  const scenario = output && before ? before.scenario : scenarioFor(prompt.text, scenarios, isFree);
  const count = (task: Task): Task => {
    used.set(task.rule, (used.get(task.rule) ?? 0) + 1);
    return task;
  };
  const system = course.platform === 'win32' ? 'windows' : 'posix';
  const variables = Object.entries(scenario.variables).map(([name, variable]) => [name, variable[system]]);
  const fallback = scenario.default ? { ...scenario.default, ...noRule } : null;
  const context: ThreadContext = {
    scenario,
    fallback,
    offered: conversation.offered,
    variables: Object.fromEntries(variables),
    resultRule(results) {
      const task = firstMatch(scenario.rules.filter(isFree), (rule): Task | null => {
        const values = matchResults(results, rule.match, scenario.fragments);
        return values && { rule, values };
      });
      return task && count(task);
    },
  };
  const { tasks, leftOut }: RuleMatches =
    output && waiting ? { tasks: [], leftOut: [] } : findRules(prompt.text, scenario, isFree);
  const groups = groupsOf(tasks.map(count)).map((group) => () => group.map((task) => startThread(task, context)));
  if (output && waiting?.next) {
    const { next, values } = waiting;
    groups.push(() => [startStep({ ...waiting, values: { ...values, ...output } }, next, context)]);
  }
  if (groups.length === 0 && leftOut.length === 0 && fallback) {
    groups.push(() => [startThread({ rule: fallback, values: {} }, context)]);
  }
  return { ...compose(groups, leftOut, prompt.rounds, context), uses: used };
}

const noRule = { match: [], turns: [], whole: false, open: false, repeats: false, changes: false };

/** Answers in Chinese if the message starts in Chinese or only the Chinese scenario matches it. */
function scenarioFor(text: string, scenarios: readonly Scenario[], isFree: (rule: Rule) => boolean): Scenario {
  const [first] = scenarios as readonly [Scenario, ...Scenario[]];
  const chinese = scenarios.find(({ language }) => language === 'zh');
  if (!chinese || !/\p{Script=Han}/u.test(text)) return first;
  if (/^\P{L}*\p{Script=Han}/u.test(text)) return chinese;
  return findRules(text, first, isFree).tasks.some(({ rule }) => rule.calls) ? first : chinese;
}

/** Groups read-only requests to run in parallel; a request that changes something waits for earlier ones. */
function groupsOf(tasks: readonly Task[]): Task[][] {
  const groups: Task[][] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    if (last && !task.rule.changes && !last.some((other) => other.rule.changes)) last.push(task);
    else groups.push([task]);
  }
  return groups;
}

/** Replays the existing results up to the first reply without one. */
function compose(
  groups: readonly (() => Thread[])[],
  leftOut: readonly string[],
  rounds: readonly ToolResult[][],
  context: ThreadContext,
): Omit<Played, 'uses'> {
  const { scenario } = context;
  const { words, language } = scenario;
  const texts: string[] = [];
  const unavailable: string[] = [];
  let threads: Thread[] = [];
  let round = 0;
  for (const [at, open] of groups.entries()) {
    threads = open();
    for (;;) {
      const asking = threads.filter(({ calls }) => calls.length > 0);
      if (asking.length === 0) break;
      const calls = mergeCalls(asking);
      const results = rounds[round++];
      if (!results) {
        const text = unique(asking.map((each) => each.text)).join(language === 'zh' ? '' : ' ');
        return { scenario, threads: asking, text, calls, nothing: false };
      }
      const resultOf = (call: WantedCall): ToolResult[] => results.slice(indexOf(calls, call)).slice(0, 1);
      threads = threads.map((one) =>
        one.calls.length > 0 ? advanceThread(one, one.calls.flatMap(resultOf), context) : one,
      );
    }
    texts.push(...threads.map(({ text }) => text));
    unavailable.push(...threads.flatMap((one) => one.unavailable));
    if (threads.some(({ rule, failed }) => rule.changes && failed) && at < groups.length - 1) {
      texts.push(words.stopped ?? '');
      break;
    }
  }
  if (unavailable.length > 0) texts.push(missingTools(unavailable, context));
  if (leftOut.length > 0) texts.push(fillTemplate(words.left_out ?? '', { left_out: leftOut.join('”, “') }));
  const text = unique(texts).join('\n\n');
  const nothing = threads.every(saysNothing) && text === '';
  return { scenario, threads, text, calls: [], nothing };
}

const saysNothing = ({ manner }: Thread): boolean => manner.failures.length === 0 && !manner.thinking;

function missingTools(tools: readonly string[], { scenario: { words, language }, offered }: ThreadContext): string {
  const values: Values = { tools: unique(tools.map((tool) => `\`${tool}\``)).join(language === 'zh' ? '、' : ', ') };
  return fillTemplate((offered.has('read_file') ? words.not_offered : words.no_folder) ?? '', values);
}

/** Merges identical calls of several requests. */
function mergeCalls(asking: readonly Thread[]): WantedCall[] {
  const calls = asking.flatMap((each) => each.calls);
  return asking.length === 1 ? calls : calls.filter((call, at) => indexOf(calls, call) === at);
}

function indexOf(calls: readonly WantedCall[], { tool, argumentsText }: WantedCall): number {
  return calls.findIndex((other) => other.tool === tool && other.argumentsText === argumentsText);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
