// Finds the rules for a message: the first that matches all of it, or, if the scenario allows, one for each of its
// requests. Pure.

import type { Rule, Scenario } from '../../interop/scenario/schema.ts';
import { firstMatch, matchPrompt } from './match.ts';
import type { Values } from './template.ts';

export interface Task {
  rule: Rule;
  values: Values;
}

export interface RuleMatches {
  tasks: Task[];
  /** Requests that no rule matches. */
  leftOut: string[];
}

interface Part {
  /** Text between this request and the previous one. */
  before: string;
  request: string;
}

/** `isFree`: whether a rule may be used again. */
export function findRules(text: string, scenario: Scenario, isFree: (rule: Rule) => boolean): RuleMatches {
  const free = scenario.rules.filter(isFree);
  const match = (request: string, rules: readonly Rule[]): Task | null =>
    firstMatch(rules, (rule) => {
      const values = matchPrompt(request, rule.match, scenario.fragments);
      return values && { rule, values };
    });
  const only = (task: Task | null): RuleMatches => ({ tasks: task ? [task] : [], leftOut: [] });
  if (!scenario.divide) return only(match(text, free));
  const [wholeRules, parts] = [free.filter((rule) => rule.whole), free.filter((rule) => !rule.whole)];
  const all = match(bare(text), wholeRules);
  if (all) return only(all);
  const actions = parts.filter((rule) => rule.calls);
  const ignored = scenario.ignore.map((source) => new RegExp(source, 'iu'));
  const divided = divide(text).filter(({ request }) => !ignored.some((each) => each.test(bare(request))));
  const assigned = assign(divided, (request) => match(request, actions));
  return assigned.tasks.length > 0 ? assigned : only(match(bare(text), parts));
}

function assign(parts: readonly Part[], match: (request: string) => Task | null): RuleMatches {
  const tasks: Task[] = [];
  const leftOut: string[] = [];
  let matchedText = '';
  for (const { before, request } of parts) {
    const task = match(bare(request));
    const last = tasks.at(-1);
    if (task) {
      tasks.push(task);
      matchedText = request;
      continue;
    }
    const longer = last?.rule.open ? match(bare(matchedText + before + request)) : null;
    if (longer) {
      tasks[tasks.length - 1] = longer;
      matchedText += before + request;
      continue;
    }
    const verb = /^(?:\p{Script=Han}+|\S*)/u.exec(bare(matchedText))?.[0] ?? '';
    const repeatedRequest =
      last?.rule.repeats && looksLikePath(bare(request)) ? match(`${verb} ${bare(request)}`) : null;
    if (repeatedRequest) tasks.push(repeatedRequest);
    else if (/\p{L}/u.test(request)) leftOut.push(request.trim());
  }
  return { tasks, leftOut };
}

const separator =
  /\s*(?:[;；\n]+|[.!?](?=\s)|[。，、！？]|,?\s+(?:and\s+)?then(?=\s)|,?\s+and(?=\s)|,(?=\s)|\s&(?=\s)|然后|接着|之后再?|并且|并?(?:再|顺便)(?=看|读|列|搜|查|写|运行|执行)|并(?=\s*(?:阅读|读|列|搜|查|看|打开|写|创建|新建|运行|执行|显示))|(?:和|以及|跟)(?=\s*(?:[`"“「\w./]|读|列|搜|查|写|运行|执行)))\s*/giu;

/** `b.txt`, `src/b`, `LICENSE` or quoted text: another target for the previous request. */
function looksLikePath(request: string): boolean {
  return /^(?:the\s+)?(?:[`"“「].*|\S*[./]\S*|\p{Lu}\S*)$/u.test(request);
}

/** Splits a message into requests, never inside quotation marks. */
function divide(text: string): Part[] {
  const quoted: string[] = [];
  const withoutQuotes = text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|(?<=^|\s)'[^']*'(?=$|[\s.,;])/g, (quote) => {
    quoted.push(quote);
    return `\ue000${quoted.length - 1}\ue001`;
  });
  const show = (part: string): string =>
    part.replace(/\ue000(\d+)\ue001/g, (_whole, at: string) => quoted[Number(at)] ?? '');
  const parts: Part[] = [];
  let before = '';
  let end = 0;
  for (const match of withoutQuotes.matchAll(separator)) {
    parts.push({ before: show(before), request: show(withoutQuotes.slice(end, match.index)) });
    [before] = match;
    end = match.index + before.length;
  }
  parts.push({ before: show(before), request: show(withoutQuotes.slice(end)) });
  return parts.filter((part) => part.request.trim() !== '');
}

/** Strips leading politeness and, for single sentences, trailing punctuation. */
function bare(request: string): string {
  const trimmed = request.trim();
  const sentences = /[.!?。！？\n]\s*\S/u.test(
    trimmed.replace(/\S+/gu, (token) => (/[.!?]\S/u.test(token) ? '' : token)),
  );
  return (sentences ? trimmed : trimmed.replace(/[\s.!?。！？]+$/u, ''))
    .replace(
      /^(?:(?:please|now|then|also|first|next|finally|just|ok|okay|and|can you|could you|would you|will you|let's|let us|i want you to|i'd like you to|(?:show|tell) me(?=\s+what))[\s,]+|(?:请你?|麻烦你?|帮我|帮忙|给我|我想让?你?|能不能|能否|可以|你|再|先|现在|首先|最后|然后|顺便)\s*)+/iu,
      '',
    )
    .replace(/[\s,]+please$/iu, '')
    .trim();
}
