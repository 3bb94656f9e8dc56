// Implements throughline ledger.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ok } from '../../../shared/core/errors.ts';
import type { LedgerCall, LedgerProblem } from '../../../shared/features/ledger/methods.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { cutToWidth, durationText, percentText, visibleLine } from '../../host/terminal/terminalText.ts';
import { findCalls } from './calls.ts';
import { setUpLedger } from './connection.ts';
import { tables } from './tables.ts';
import { verifyLedger } from './verify.ts';

type LedgerTerminal = Terminal<Line<{ to: string | undefined; json: boolean; out: string | undefined }>>;

export async function ledgerCommand(terminal: LedgerTerminal): Promise<ExitCode> {
  const [action = 'write'] = terminal.line.positionals;
  const actions: Record<string, (terminal: LedgerTerminal) => Promise<ExitCode>> = {
    write,
    setup,
    status,
    verify,
    search,
    export: exportTables,
  };
  return (actions[action] ?? write)(terminal);
}

async function write(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, signal, line } = terminal;
  const done = await core.teamLedger.write(line.values.to, {
    signal,
    onProgress: (written, at, of) => terminal.progress(`Conversation ${at} of ${of}, ${written} new rows`),
  });
  terminal.progress(null);
  if (signal.aborted) return 130;
  if (!done.ok) return reportError(terminal, done.error);
  const { written, unreadable, lost } = done.value;
  if (line.values.json) terminal.out(`${JSON.stringify(done.value)}\n`);
  else terminal.out(written === 0 ? 'The ledger has everything already.\n' : `Wrote ${count(written)} new rows.\n`);
  if (lost !== null)
    terminal.err(`The ledger had lost the last ${count(lost)} rows of this device; they were written again.\n`);
  if (unreadable > 0) terminal.err(`${count(unreadable)} conversations could not be read.\n`);
  return unreadable > 0 || lost !== null ? 1 : 0;
}

async function setup(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const done = await core.teamLedger.reading(line.values.to, (connection) => setUpLedger(connection));
  if (!done.ok) return reportError(terminal, done.error);
  if (line.values.json) terminal.out(`${JSON.stringify(done.value)}\n`);
  else if (done.value.from > 0) terminal.out('The ledger exists already and is up to date.\n');
  else terminal.out("Created the ledger. Add people with: select throughline.enroll('user', 'team');\n");
  return 0;
}

async function status(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const read = await core.teamLedger.reading(line.values.to, async (connection, state) => {
    const hello = await connection.hello(state?.device ?? '');
    return hello.ok ? ok({ ...hello.value, here: state?.head.seq ?? 0 }) : hello;
  });
  if (!read.ok) return reportError(terminal, read.error);
  const { user, team, ledTeams, auditor, writer, seq, here, version } = read.value;
  if (line.values.json) {
    terminal.out(
      `${JSON.stringify({ version, user, team, ledTeams, auditor, writer, rows: seq, rowsByThisDevice: here })}\n`,
    );
    return 0;
  }
  const sees = auditor
    ? 'everything'
    : ledTeams.length > 0
      ? `own records and team ${ledTeams.join(', ')}`
      : 'own records';
  terminal.out(
    [
      `User      ${visibleLine(user)}${team === null ? '' : `, team ${visibleLine(team)}`}`,
      `Sees      ${visibleLine(sees)}`,
      `Writes    ${writer ? 'yes' : 'no'}`,
      `Rows      ${count(seq)} from this device`,
      '',
    ].join('\n'),
  );
  if (seq < here) terminal.err(`This device wrote ${count(here)} rows, so the ledger has lost some.\n`);
  return seq < here ? 1 : 0;
}

async function verify(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const verified = await core.teamLedger.reading(line.values.to, (connection, state) =>
    verifyLedger(connection, state, {
      signal,
      onProgress: (done, of) => terminal.progress(`Verifying ${count(of)} rows: ${percentText(done, of)}`),
    }),
  );
  terminal.progress(null);
  if (signal.aborted) return 130;
  if (!verified.ok) return reportError(terminal, verified.error);
  const { rows, devices, problems, count: problemCount } = verified.value;
  if (line.values.json) terminal.out(`${JSON.stringify(verified.value)}\n`);
  else {
    for (const problem of problems) terminal.out(`${problemText(problem)}\n`);
    if (problemCount > problems.length) terminal.out(`… and ${count(problemCount - problems.length)} more\n`);
    const end = problemCount === 0 ? 'Nothing was changed.' : `${count(problemCount)} problems.`;
    terminal.out(`Verified ${count(rows)} rows of ${count(devices)} devices. ${end}\n`);
  }
  return problemCount === 0 ? 0 : 1;
}

function problemText({ device, user, kind, id, seq, problem, until }: LedgerProblem): string {
  const row = kind === 'row' ? `row ${seq}` : `${kind} ${visibleLine(id)} (row ${seq})`;
  const range = until !== null && until !== seq ? `rows ${seq} to ${until}` : `row ${seq}`;
  const texts: Record<LedgerProblem['problem'], string> = {
    edited: `${row} was edited`,
    missing: `${range} missing`,
    tail: `${range} missing at the end`,
    moved: `${row} was moved: it was row ${until}`,
    emptied: `${row} has lost its content, though nobody removed it`,
    repeated: `${row} has the number of another row`,
    unlinked: `${row} does not continue the row before it`,
    rewritten: `${row} is not what this device wrote: the chain was rewritten`,
  };
  return `${visibleLine(user)}, device ${device.slice(0, 8)}: ${texts[problem]}`;
}

async function search(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const query = line.positionals.slice(1).join(' ');
  const answer = await core.teamLedger.reading(line.values.to, async (connection) => {
    const hello = await connection.hello('');
    if (!hello.ok) return hello;
    const request = { text: query, tools: [], outcomes: [], from: null, until: null, limit: 100, cursor: null };
    return findCalls(connection, request, hello.value);
  });
  if (!answer.ok) return reportError(terminal, answer.error);
  if (line.values.json) for (const call of answer.value.calls) terminal.out(`${JSON.stringify(call)}\n`);
  else for (const call of answer.value.calls) terminal.out(`${callText(call)}\n`);
  if (!line.values.json && answer.value.calls.length === 0) terminal.out('No calls.\n');
  return 0;
}

async function exportTables(terminal: LedgerTerminal): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const folder = resolve(terminal.folder, line.values.out ?? '');
  const taken = Object.keys(tables).find((table) => existsSync(join(folder, table)));
  if (taken !== undefined) {
    terminal.err(`${join(folder, taken)} already exists. Choose another folder.\n`);
    return 1;
  }
  const { exportLedger } = await import('./exportLedger.ts');
  const written = await core.teamLedger.reading(line.values.to, (connection) =>
    exportLedger(connection, folder, {
      signal,
      onProgress: (table, rows) => terminal.progress(`Writing ${table}: ${count(rows)} rows`),
    }),
  );
  terminal.progress(null);
  if (signal.aborted) return 130;
  if (!written.ok) return reportError(terminal, written.error);
  for (const { path, rows } of written.value) terminal.out(`${path}: ${count(rows)} rows\n`);
  if (written.value.length === 0) terminal.out('There is nothing that you may read.\n');
  return 0;
}

function callText({ at, user, host, tool, outcome, ms, command, arguments: given, decidedBy }: LedgerCall): string {
  const where = [user, host].filter(Boolean).join('@');
  const how = [outcome, ms === null ? null : durationText(ms), decidedBy && `by ${decidedBy}`]
    .filter(Boolean)
    .join(', ');
  return visibleLine(
    `${at}  ${where}  ${tool}  ${how}  ${cutToWidth((command ?? given ?? '').replaceAll('\n', ' '), 120)}`,
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
