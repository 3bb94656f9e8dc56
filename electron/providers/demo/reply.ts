// The demo's next reply to a request: text and calls. Pure and without memory: the same request, the same reply.

import { type Task, understand } from './matcher.ts';
import type { Scenario } from './scenario.ts';
import { advance, type Progress, type WantedCall } from './steps.ts';
import { fill, type Values } from './template.ts';
import { type ChatRequest, readTurn, type Turn } from './turn.ts';

export interface DemoReply {
  text: string;
  calls: { id: string; name: string; arguments: string }[];
  /** Milliseconds between two chunks. */
  delayMs: number;
}

export function demoReply(request: ChatRequest, scenarios: readonly Scenario[], platform: string): DemoReply {
  const turn = readTurn(request);
  const scenario = scenarioFor(turn.text, scenarios);
  const { tasks, leftOut } = understand(turn.text, scenario);
  const system = platform === 'win32' ? 'windows' : 'posix';
  const variables = Object.fromEntries(
    Object.entries(scenario.variables).map(([name, variable]) => [name, variable[system]]),
  );
  const { text, calls } = compose(groupsOf(tasks), leftOut, turn, scenario, variables);
  const delays = tasks.map((task) => task.rule.delay_ms ?? scenario.delay_ms);
  return {
    text: withNotice(text, turn, scenario),
    calls: calls.map((call, at) => ({
      id: `call_${turn.length}_${at}`,
      name: call.tool,
      arguments: call.argumentsText,
    })),
    delayMs: delays.length > 0 ? Math.max(...delays) : scenario.delay_ms,
  };
}

/** A message that begins in Chinese, or that only the Chinese script takes, is answered in Chinese. */
function scenarioFor(text: string, scenarios: readonly Scenario[]): Scenario {
  const [first] = scenarios as readonly [Scenario, ...Scenario[]];
  const chinese = scenarios.find(({ language }) => language === 'zh');
  if (!chinese || !/\p{Script=Han}/u.test(text)) return first;
  if (/^\P{L}*\p{Script=Han}/u.test(text)) return chinese;
  const acts = (scenario: Scenario): boolean =>
    understand(text, scenario).tasks.some(({ rule }) => rule.calls.length > 0);
  return acts(first) ? first : chinese;
}

/** Requests that only read go together; one that changes something waits for those before it. */
function groupsOf(tasks: readonly Task[]): Task[][] {
  const groups: Task[][] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    if (last && !task.rule.changes && !last.some((other) => other.rule.changes)) last.push(task);
    else groups.push([task]);
  }
  return groups;
}

function compose(
  groups: Task[][],
  leftOut: readonly string[],
  turn: Turn,
  { words, language }: Scenario,
  variables: Values,
): { text: string; calls: WantedCall[] } {
  const told: string[] = [];
  const unavailable = new Set<string>();
  let from = 0;
  for (const [at, group] of groups.entries()) {
    let used = from;
    // What was done for the requests before this one is not taken for its result: a file is read again after a change.
    const result = (key: string) => {
      const found = turn.results.findIndex((each, index) => index >= from && each.key === key);
      used = Math.max(used, found + 1);
      return turn.results[found]?.result;
    };
    const progress = group.map((task) => advance(task, { result, offered: turn.offered, words, language, variables }));
    from = used;
    const asking = progress.filter((each) => each.kind === 'calls');
    if (asking.length > 0)
      return {
        text: unique(asking.map((each) => each.text)).join(language === 'zh' ? '' : ' '),
        calls: together(asking),
      };
    for (const each of progress) {
      if (each.kind === 'done') told.push(each.text);
      if (each.kind === 'unavailable') for (const tool of each.tools) unavailable.add(tool);
    }
    const stops =
      group.some((task) => task.rule.changes) && progress.some((each) => each.kind === 'done' && each.failed);
    if (stops && at < groups.length - 1) {
      told.push(fill(words.stopped ?? '', {}));
      break;
    }
  }
  if (unavailable.size > 0) {
    const tools = [...unavailable].map((tool) => `\`${tool}\``).join(language === 'zh' ? '、' : ', ');
    told.push(fill((turn.offered.has('read_file') ? words.not_offered : words.no_folder) ?? '', { tools }));
  }
  if (leftOut.length > 0) told.push(fill(words.left_out ?? '', { left_out: leftOut.join('”, “') }));
  return { text: unique(told).join('\n\n'), calls: [] };
}

/** The same call for two requests is made once. */
function together(asking: Extract<Progress, { kind: 'calls' }>[]): WantedCall[] {
  const calls = asking.flatMap((each) => each.calls);
  return calls.filter(
    (call, at) =>
      calls.findIndex((other) => other.tool === call.tool && other.argumentsText === call.argumentsText) === at,
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

/** Once in a conversation it is said that a script answers. */
function withNotice(text: string, turn: Turn, scenario: Scenario): string {
  const says = (each: string): boolean => scenario.notice_marks.some((mark) => each.includes(mark));
  if (says(text) || turn.said.some(says)) return text;
  return text === '' ? scenario.notice : `${scenario.notice}\n\n${text}`;
}
