// throughline cost: what replies cost, per day, per model and per conversation, and which costs are unknown.

import { englishOnly } from '../../../shared/core/sentence.ts';
import type { CostReport, CostSum } from '../../../shared/features/costs/methods.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

export type CostLine = Line<{ days: number | undefined; json: boolean }>;

const defaultDays = 30;

export async function costCommand(terminal: Terminal<CostLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const [prefix = ''] = line.positionals;
  const id = prefix === '' ? null : await resolveConversationPrefix(terminal, prefix);
  // Only the ledger knows a deleted conversation.
  const conversationId = id === null ? null : id.ok ? id.value : prefix;
  const days = line.values.days ?? defaultDays;
  const read = await core.costs.read(conversationId, days);
  if (!read.ok) return reportError(terminal, read.error);
  if (id && !id.ok && read.value.conversation?.replies === 0) return reportError(terminal, id.error);
  if (line.values.json) terminal.out(`${JSON.stringify(read.value, englishOnly)}\n`);
  else terminal.out(await reportText(terminal, read.value, days));
  return 0;
}

async function reportText(terminal: Terminal, report: CostReport, days: number): Promise<string> {
  const { conversation, lastTurn, today, models, conversations, limits } = report;
  const lines = conversation
    ? [row('This conversation', conversation), row('Last turn', lastTurn ?? zeroCost), row('Today, everything', today)]
    : [row('Today', today)];
  const inDays = `last ${days === 1 ? 'day' : `${days} days`}`;
  if (report.days.length === 0 && !conversation) lines.push(`No costs in the ${inDays}.`);
  lines.push(
    ...part(
      `Per day, ${inDays}`,
      report.days.map((day) => row(day.day, day)),
    ),
  );
  const hasAgents = models.some((model) => externalAgentOf(model) !== null);
  const agents = hasAgents ? await agentNames(terminal) : new Map<string, string>();
  lines.push(
    ...part(
      hasAgents ? 'Per model or agent' : 'Per model',
      models.map((model) => row(modelName(model, agents), model)),
    ),
  );
  if (!conversation) {
    const titles = await titlesOf(terminal);
    const named = conversations.map((one) => {
      const title = titles.get(one.conversationId) ?? '(deleted)';
      return row(`${one.conversationId.slice(0, 8)}  ${title}`, one);
    });
    lines.push(...part('Per conversation', named));
  }
  const titled = conversation ?? sumOfTitles(report.days);
  if (titled.titles > 0) lines.push('', `Including titles: ${titled.titles}, ${dollarText(titled.titlesUsd)}`);
  for (const [kind, limit] of Object.entries(limits)) {
    if (limit) lines.push('', `Limit per ${kind}: ${dollarText(limit.usd + limit.raised)}`);
  }
  return `${lines.join('\n')}\n`;
}

const noCounts = { replies: 0, unknown: 0, titles: 0, titlesUsd: 0, input: 0, output: 0, cached: 0 };
const zeroCost: CostSum = { usd: 0, atLeast: false, ...noCounts };

function sumOfTitles(days: readonly CostSum[]): Pick<CostSum, 'titles' | 'titlesUsd'> {
  const sum = (of: (day: CostSum) => number): number => days.reduce((all, day) => all + of(day), 0);
  return { titles: sum(({ titles }) => titles), titlesUsd: sum(({ titlesUsd }) => titlesUsd) };
}

function part(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...rows];
}

function row(name: string, sum: CostSum): string {
  return `${visibleLine(name).slice(0, 48).padEnd(48)} ${costSumText(sum).padStart(12)}  ${detailOf(sum)}`;
}

/** Unknown is not free, even alongside replies that were free. */
export function costSumText({ usd, unknown, atLeast }: CostSum): string {
  if (unknown > 0 && usd === 0) return 'unknown';
  return `${unknown > 0 || atLeast ? '≥ ' : ''}${dollarText(usd)}`;
}

function detailOf({ replies, unknown, input, cached, output }: CostSum): string {
  const count = (n: number, one: string, more: string): string =>
    `${n.toLocaleString('en-US')} ${n === 1 ? one : more}`;
  const share = input > 0 && cached > 0 ? ` (${Math.round((cached / input) * 100)} % cached)` : '';
  const parts = [
    count(replies, 'reply', 'replies'),
    ...(unknown > 0 ? [`${count(unknown, 'reply', 'replies')} of unknown cost`] : []),
    `${input.toLocaleString('en-US')} in${share}`,
    `${output.toLocaleString('en-US')} out`,
  ];
  return parts.join(', ');
}

export function dollarText(usd: number): string {
  return `$${usd > 0 && usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

async function agentNames({ core }: Terminal): Promise<Map<string, string>> {
  return new Map((await core.externalAgents.list()).map(({ id, name }) => [id, name]));
}

function modelName(model: ModelRef, agents: ReadonlyMap<string, string>): string {
  const agent = externalAgentOf(model);
  return agent === null ? `${model.provider}/${model.model}` : (agents.get(agent) ?? agent);
}

async function titlesOf({ core }: Terminal): Promise<Map<string, string>> {
  const rows = await core.store.listConversations();
  return new Map(rows.ok ? rows.value.map(({ id, title }) => [id, title]) : []);
}
