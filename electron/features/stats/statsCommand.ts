// throughline stats: what a conversation consists of, as text or JSON.

import type { ConversationStatistics } from '../../../shared/features/stats/methods.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { cutToWidth, durationText, percentText, sizeText, visibleLine } from '../../host/terminal/terminalText.ts';
import { costSumText } from '../costs/costCommand.ts';
import { readStatistics } from './readStatistics.ts';

export async function statsCommand(terminal: Terminal<Line<{ json: boolean }>>): Promise<ExitCode> {
  const { core, signal, line } = terminal;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const statistics = await readStatistics(core, id.value, {
    signal,
    onProgress: (done, of) => terminal.progress(`Scanning ${sizeText(of)}: ${percentText(done, of)}`),
  });
  terminal.progress(null);
  if (signal.aborted) return 130;
  if (!statistics.ok) return reportError(terminal, statistics.error);
  terminal.out(line.values.json ? `${JSON.stringify(statistics.value)}\n` : statisticsText(statistics.value));
  return 0;
}

function statisticsText({ messages, calls, tools, toolCount, first, last, spent }: ConversationStatistics): string {
  const lines = [
    ...part('Messages', [
      ['you', messages.user],
      ['model', messages.assistant],
      ['tool results', messages.tool],
      ['summaries and notes', messages.system],
    ]),
    '',
    ...part('Tool calls', [
      ['completed', calls.ok],
      ['failed', calls.error],
      ['refused', calls.denied],
      ...optional('cancelled', calls.cancelled),
      ...optional('interrupted', calls.interrupted),
      ['still open', calls.open],
    ]),
  ];
  const title = toolCount > tools.length ? `Most used tools, of ${toolCount}` : 'Most used tools';
  if (toolCount > 0) lines.push('', title, ...tools.map(({ name, count }) => row(visibleLine(name), number(count))));
  const elapsed = first === null || last === null ? Number.NaN : Date.parse(last) - Date.parse(first);
  lines.push('', 'Time');
  if (Number.isNaN(elapsed)) lines.push(row('first to last message', '–'));
  else lines.push(row('first to last message', durationText(elapsed)), `  ${first} – ${last}`);
  lines.push('', 'Tokens and cost, with agents');
  if (spent) lines.push(row('in', number(spent.input)), row('out', number(spent.output)));
  lines.push(row('cost', spent ? costSumText(spent) : 'unknown'));
  return `${lines.join('\n')}\n`;
}

function part(title: string, counts: readonly [name: string, count: number][]): string[] {
  const sum = counts.reduce((all, [, count]) => all + count, 0);
  return [
    `${title.padEnd(nameWidth + 2)} ${number(sum).padStart(numberWidth)}`,
    ...counts.map(([name, count]) => row(name, number(count))),
  ];
}

function optional(name: string, count: number): [string, number][] {
  return count > 0 ? [[name, count]] : [];
}

const nameWidth = 32;
const numberWidth = 14;

function row(name: string, value: string): string {
  return `  ${cutToWidth(name, nameWidth).padEnd(nameWidth)} ${value.padStart(numberWidth)}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
