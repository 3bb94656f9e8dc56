// What a message asks for: it is split into requests the way people split them, and each is matched against the rules in
// order. Pure.

import { type Pattern, type Rule, type Scenario, withFragments } from './scenario.ts';
import type { Values } from './template.ts';

export interface Task {
  rule: Rule;
  values: Values;
}

export interface Understood {
  tasks: Task[];
  /** Requests between the others that no rule takes. */
  leftOut: string[];
}

interface Part {
  /** What stood between this request and the one before it. */
  before: string;
  request: string;
}

export function understand(text: string, scenario: Scenario): Understood {
  const match = (request: string, rules: readonly Rule[]): Task | null => matchRules(request, rules, scenario);
  const whole = match(
    bare(text),
    scenario.rules.filter((rule) => rule.whole),
  );
  if (whole) return { tasks: [whole], leftOut: [] };
  const isAction = (rule: Rule): boolean => rule.calls.length > 0 && !rule.whole;
  const actions = scenario.rules.filter(isAction);
  const ignored = scenario.ignore.map((source) => new RegExp(source, 'iu'));
  const divided = divide(text).filter(({ request }) => !ignored.some((each) => each.test(bare(request))));
  const found = assign(divided, (request) => match(request, actions));
  if (found.tasks.length > 0) return found;
  const other = match(
    bare(text),
    scenario.rules.filter((rule) => !rule.whole),
  );
  return { tasks: other ? [other] : [], leftOut: [] };
}

function assign(parts: readonly Part[], match: (request: string) => Task | null): Understood {
  const tasks: Task[] = [];
  const leftOut: string[] = [];
  let taken = '';
  for (const { before, request } of parts) {
    const task = match(bare(request));
    const last = tasks.at(-1);
    if (task) {
      tasks.push(task);
      taken = request;
      continue;
    }
    const longer = last?.rule.open ? match(bare(taken + before + request)) : null;
    if (longer) {
      tasks[tasks.length - 1] = longer;
      taken += before + request;
      continue;
    }
    const verb = /^(?:\p{Script=Han}+|\S*)/u.exec(bare(taken))?.[0] ?? '';
    const again = last?.rule.repeats && looksLikePath(bare(request)) ? match(`${verb} ${bare(request)}`) : null;
    if (again) tasks.push(again);
    else if (/\p{L}/u.test(request)) leftOut.push(request.trim());
  }
  return { tasks, leftOut };
}

const separator =
  /\s*(?:[;；\n]+|[.!?](?=\s)|[。，、！？]|,?\s+(?:and\s+)?then(?=\s)|,?\s+and(?=\s)|,(?=\s)|\s&(?=\s)|然后|接着|之后再?|并且|并?(?:再|顺便)(?=看|读|列|搜|查|写|运行|执行)|并(?=\s*(?:阅读|读|列|搜|查|看|打开|写|创建|新建|运行|执行|显示))|(?:和|以及|跟)(?=\s*(?:[`"“「\w./]|读|列|搜|查|写|运行|执行)))\s*/iu;

/** `b.txt`, `src/b`, `LICENSE` or something in quotation marks: one thing more for the request before. */
function looksLikePath(request: string): boolean {
  return /^(?:the\s+)?(?:[`"“「].*|\S*[./]\S*|\p{Lu}\S*)$/u.test(request);
}

/** The parts of a message; nothing inside quotation marks is divided. */
function divide(text: string): Part[] {
  const quoted: string[] = [];
  const hidden = text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|(?<=^|\s)'[^']*'(?=$|[\s.,;])/g, (quote) => {
    quoted.push(quote);
    return `\ue000${quoted.length - 1}\ue001`;
  });
  const show = (part: string): string =>
    part.replace(/\ue000(\d+)\ue001/g, (_whole, at: string) => quoted[Number(at)] ?? '');
  const parts: Part[] = [];
  let rest = hidden;
  let before = '';
  for (let found = separator.exec(rest); found; found = separator.exec(rest)) {
    parts.push({ before: show(before), request: show(rest.slice(0, found.index)) });
    before = found[0];
    rest = rest.slice(found.index + found[0].length);
  }
  parts.push({ before: show(before), request: show(rest) });
  return parts.filter((part) => part.request.trim() !== '');
}

/** Without politeness before and, unless it is a text of several sentences, punctuation after it. */
function bare(request: string): string {
  const whole = request.trim();
  const sentences = /[.!?。！？\n]\s*\S/u.test(whole.replace(/\S*[.!?]\S+/gu, ''));
  return (sentences ? whole : whole.replace(/[\s.!?。！？]+$/u, ''))
    .replace(
      /^(?:(?:please|now|then|also|first|next|finally|just|ok|okay|and|can you|could you|would you|will you|let's|let us|i want you to|i'd like you to|(?:show|tell) me(?=\s+what))[\s,]+|(?:请你?|麻烦你?|帮我|帮忙|给我|我想让?你?|能不能|能否|可以|你|再|先|现在|首先|最后|然后|顺便)\s*)+/iu,
      '',
    )
    .replace(/[\s,]+please$/iu, '')
    .trim();
}

function matchRules(request: string, rules: readonly Rule[], scenario: Scenario): Task | null {
  for (const rule of rules) {
    for (const pattern of rule.match) {
      const values = matchPattern(request, pattern, scenario.fragments);
      if (values) return { rule, values };
    }
  }
  return null;
}

function matchPattern(text: string, pattern: Pattern, fragments: Record<string, string>): Values | null {
  const plain = text.toLowerCase();
  if ('any' in pattern) return {};
  if ('exact' in pattern) return plain === pattern.exact.toLowerCase() ? {} : null;
  if ('contains' in pattern) return plain.includes(pattern.contains.toLowerCase()) ? {} : null;
  const source = 'regex' in pattern ? withFragments(pattern.regex, fragments) : globSource(pattern.glob);
  const found = new RegExp(source, 'iu').exec(text);
  if (!found) return null;
  const groups = Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(groups.map(([name, value]) => [name, unquoted(name, value as string)]));
}

function globSource(glob: string): string {
  const escaped = glob
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[^]');
  return `^${escaped}$`;
}

function unquoted(name: string, value: string): string {
  const inside = /^(?:`([\s\S]*)`|"([\s\S]*)"|“([\s\S]*)”|'([\s\S]*)'|「([\s\S]*)」)$/u.exec(value.trim());
  const text = inside?.slice(1).find((part) => part !== undefined) ?? value.trim();
  // A path at the end of a phrase may have its punctuation behind it.
  if (name === 'path') return text.replace(/[,;:!?]+$/, '');
  return name === 'items'
    ? text
        .split(/\s*(?:[,;，；、\n]|\band\b)\s*/u)
        .filter(Boolean)
        .join('\n')
    : text;
}
