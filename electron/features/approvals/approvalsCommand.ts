// throughline approvals: lists the rules created from answers or in the settings, and removes one.

import { textOf } from '../../../shared/core/sentence.ts';
import { type PermissionRule, ruleWhat, ruleWhere } from '../../../shared/permission/permission.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { ruleNames } from './ruleHandlers.ts';

type ApprovalsLine = Line<{ json: boolean }>;

const effects: Readonly<Record<PermissionRule['effect'], string>> = {
  allow: 'allow',
  ask: 'always ask',
  deny: 'deny',
};

export async function approvalsCommand(terminal: Terminal<ApprovalsLine>): Promise<ExitCode> {
  const [action = '', rule = ''] = terminal.line.positionals;
  if (action === '') return list(terminal);
  if (action !== 'remove' || rule === '') {
    terminal.err('approvals takes no arguments, or: remove ID\n');
    return 2;
  }
  return remove(terminal, rule);
}

async function list(terminal: Terminal<ApprovalsLine>): Promise<ExitCode> {
  const { permissions, store } = terminal.core;
  const rules = await permissions.list();
  const names = ruleNames(store);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(rules)}\n`);
    return 0;
  }
  const problem = await permissions.problem();
  if (problem !== null) terminal.err(`${textOf(problem)}\n`);
  if (rules.length === 0) terminal.out('No rules. You are asked every time.\n');
  for (const rule of rules) {
    const used = rule.lastUsedAt === null ? 'never used' : `last used ${rule.lastUsedAt}`;
    const from = originText(rule.origin);
    terminal.out(`${rule.id}  ${effects[rule.effect]}: ${ruleWhat(rule)}. ${await ruleWhere(rule, names)}. `);
    terminal.out(`From ${from}${rule.createdAt === '' ? '' : `, ${rule.createdAt}`}; ${used}\n`);
  }
  return 0;
}

function originText(origin: PermissionRule['origin']): string {
  if (origin.type === 'team') return visibleLine(`the team ${origin.team}, ${origin.author}`);
  return origin.type === 'answer' ? 'an answer' : 'settings';
}

async function remove(terminal: Terminal, prefix: string): Promise<ExitCode> {
  const { permissions } = terminal.core;
  const rules = await permissions.list();
  const fitting = rules.filter(({ id }) => id === prefix || (prefix.length >= 4 && id.startsWith(prefix)));
  const [rule] = fitting;
  if (!rule || fitting.length > 1) {
    const why = rule
      ? `${fitting.map(({ id }) => id).join(', ')} all begin with "${prefix}"`
      : `There is no rule with the ID "${prefix}"`;
    terminal.err(`${why}. Nothing was removed.\n`);
    return 1;
  }
  const removed = await permissions.remove(rule.id);
  if (!removed.ok) return reportError(terminal, removed.error);
  terminal.out(`Removed: ${ruleWhat(rule)} (${effects[rule.effect]}).\n`);
  return 0;
}
