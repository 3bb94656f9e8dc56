// Implements throughline sync.

import { hostname } from 'node:os';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, textOf } from '../../../shared/core/sentence.ts';
import { type ExitCode, reportError } from '../../host/terminal/terminal.ts';
import type { StoreChoice } from './account/membership.ts';
import type { JoinProof, SyncAccount } from './account/syncAccount.ts';
import { notSetUp } from './account/syncConfig.ts';
import { choose, limit, limitLines, projects, type SyncTerminal, skip } from './choiceCommands.ts';
import { newPairingCode } from './devices/pairingCode.ts';
import { fetchFiles } from './fetchCommand.ts';
import { placeOf } from './remote/storeConfig.ts';
import { knownRuns, nameOfRun } from './runElsewhere.ts';
import { continueSession, sessions } from './sessionCommands.ts';
import { readStoreLine } from './storeLine.ts';

type Action = (terminal: SyncTerminal, account: SyncAccount) => Promise<ExitCode>;

const actions: Record<string, Action> = {
  init,
  status,
  now,
  fetch: fetchAll,
  devices,
  choose,
  sessions,
  continue: continueSession,
  projects,
  skip,
  include: skip,
  limit,
  add,
  join,
  revoke,
  follow,
  phrase,
  leave,
};

const reading = ['status', 'devices', 'phrase', 'sessions'];

export async function syncCommand(terminal: SyncTerminal): Promise<ExitCode> {
  const [action = 'status'] = terminal.line.positionals;
  const { readOnly } = terminal.core.sync;
  if (readOnly && !reading.includes(action)) return reportError(terminal, fail('STORE_READ_ONLY', readOnly).error);
  return (actions[action] ?? status)(terminal, await terminal.core.sync.account());
}

async function init(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const choice = await chooseStore(terminal);
  if (!choice.ok) return reportError(terminal, choice.error);
  const created = await account.create(choice.value, terminal.signal);
  if (!created.ok) return reportError(terminal, created.error);
  printPhrase(terminal, created.value.phrase);
  terminal.err('Sync is set up. “throughline sync now” uploads; an open window syncs automatically.\n');
  return 0;
}

function printPhrase(terminal: SyncTerminal, words: string): void {
  terminal.err(
    'Recovery phrase. Write it down: without it and without another machine, nobody can read what is stored.\n\n',
  );
  terminal.out(`${words}\n`);
  terminal.err('\n');
}

async function join(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const proof = await readProof(terminal);
  const choice = proof.ok ? await chooseStore(terminal) : proof;
  if (!proof.ok || !choice.ok) return reportError(terminal, choice.ok ? fail('INTERNAL', '').error : choice.error);
  terminal.progress('Waiting for the other machine…');
  const joined = await account.join(choice.value, proof.value, terminal.signal);
  terminal.progress(null);
  if (!joined.ok) return reportError(terminal, joined.error);
  terminal.out(
    'This machine has joined. “throughline sync now” fetches the conversations; an open window does so, too.\n',
  );
  return 0;
}

async function readProof({ line, askSecret }: SyncTerminal): Promise<Result<JoinProof>> {
  if (!line.values.phrase) return ok({ kind: 'code', text: line.positionals[1] ?? '' });
  if (!askSecret) return fail('NOT_SUPPORTED', say`Run this in a terminal: it asks for the recovery phrase.`);
  return ok({ kind: 'phrase', text: (await askSecret('Recovery phrase:')) ?? '' });
}

async function chooseStore(terminal: SyncTerminal): Promise<Result<StoreChoice>> {
  const place = await readStoreLine(terminal, 'throughline');
  return place.ok ? ok({ ...place.value, deviceName: terminal.line.values.name ?? hostname() }) : place;
}

async function status(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const config = await account.read();
  if (!config.ok) return reportError(terminal, config.error);
  const { value } = config;
  const runs = value && (await knownRuns(terminal.core, terminal.signal));
  const elsewhere = (runs?.list() ?? []).filter(({ state }) => state !== 'continued');
  const here = runs?.here() ?? [];
  if (terminal.line.values.json) {
    const rows = elsewhere.map(({ conversationId, device, name, heardAt }) => ({
      conversationId,
      device,
      name,
      heardAt,
    }));
    const rowsHere =
      value && here.map((conversationId) => ({ conversationId, device: value.device, name: value.deviceName }));
    const facts = value && { store: value.store, device: value.device, name: value.deviceName, parts: value.parts };
    terminal.out(`${JSON.stringify(facts && { ...facts, runs: [...(rowsHere ?? []), ...rows] })}\n`);
  } else if (value === null) {
    terminal.out('Sync is not set up.\n');
  } else {
    const { store, deviceName, device, leftSpaces } = value;
    terminal.out(`Syncs as ${deviceName} (${device.slice(0, 8)}) with ${placeOf(store)}.\n`);
    terminal.out(limitLines(value));
    for (const id of here) terminal.out(`Runs here: ${id.slice(0, 8)}\n`);
    for (const run of elsewhere) {
      const heard = run.heardAt ? `, last heard ${run.heardAt}` : '';
      terminal.out(`Runs on ${nameOfRun(run)}: ${run.conversationId.slice(0, 8)}${heard}\n`);
    }
    if (leftSpaces.length > 0) terminal.out('A machine was revoked. “throughline sync now” finishes the move.\n');
  }
  return 0;
}

async function now(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const { core, signal } = terminal;
  const move = await account.pendingMove(signal);
  if (!move.ok) return reportError(terminal, move.error);
  if (move.value)
    terminal.err('Another machine was revoked on one of yours. “throughline sync follow” moves this one along.\n');
  const again = move.value ? ok(null) : await account.revokeAgain(signal);
  if (!again.ok) return reportError(terminal, again.error);
  if (again.value) {
    terminal.err(
      'Two machines were revoked at the same time. Your machines move to another space, which neither can read.\n',
    );
    printPhrase(terminal, again.value.phrase);
  }
  const connected = await core.sync.connectAccount(signal);
  if (!connected.ok) return reportError(terminal, connected.error);
  if (connected.value === null) return reportError(terminal, notSetUp().error);
  const engine = connected.value;
  const stop = engine.onStatus(({ waiting }) => terminal.progress(`Syncing… ${waiting} conversations to come`));
  const synced = await engine.syncNow(signal);
  stop();
  terminal.progress(null);
  const { problems, waiting } = engine.status();
  for (const { of, text } of problems) terminal.err(`${of}: ${textOf(text)}\n`);
  if (!synced.ok) return reportError(terminal, synced.error);
  const cleaned = await account.removeLeftSpaces(signal);
  if (!cleaned.ok) return reportError(terminal, cleaned.error);
  terminal.out(waiting === 0 ? 'Everything is synced.\n' : `Synced. ${waiting} conversations are still to come.\n`);
  return 0;
}

/** Conversations first: their messages name the files. */
async function fetchAll(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const synced = await now(terminal, account);
  return synced === 0 ? fetchFiles(terminal) : synced;
}

async function devices(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const rows = await account.devices(terminal.signal);
  if (!rows.ok) return reportError(terminal, rows.error);
  if (terminal.line.values.json) {
    const plain = rows.value.map(({ device, name, isThis }) => ({ device, name, isThis }));
    terminal.out(`${JSON.stringify(plain)}\n`);
    return 0;
  }
  for (const { device, name, isThis, problem } of rows.value) {
    terminal.out(`${device.slice(0, 8)}  ${name ?? '?'}${isThis ? ' (this machine)' : ''}\n`);
    if (problem && !problem.ok) terminal.err(`${problem.error.message}\n`);
  }
  return 0;
}

async function add(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const config = await account.read();
  if (!config.ok) return reportError(terminal, config.error);
  if (config.value === null) return reportError(terminal, notSetUp().error);
  const code = newPairingCode();
  terminal.err('Type this on the other machine within ten minutes, with the same store:\n\n');
  terminal.out(`    ${code}\n`);
  terminal.err(`\nthroughline sync join ${code} …\n`);
  terminal.progress('Waiting for the other machine…');
  const offered = await account.offer(code, terminal.signal);
  terminal.progress(null);
  if (!offered.ok) return reportError(terminal, offered.error);
  terminal.err(`${offered.value.name} (${offered.value.device.slice(0, 8)}) was added.\n`);
  return 0;
}

async function revoke(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const rows = await account.devices(terminal.signal);
  if (!rows.ok) return reportError(terminal, rows.error);
  const query = terminal.line.positionals[1] ?? '';
  const [row, other] = rows.value.filter(
    ({ device, name }) => device.startsWith(query.toLowerCase()) || name === query,
  );
  if (!row || other) {
    return reportError(
      terminal,
      fail(
        'PARAMS_INVALID',
        row
          ? say`Several machines are called ${query}. Use the beginning of its ID.`
          : say`There is no machine ${query}. “throughline sync devices” lists them.`,
      ).error,
    );
  }
  const question = `Revoke ${row.name ?? row.device}? Everything is uploaded again, with a new phrase, and your other machines have to follow.`;
  if (!(await agrees(terminal, question))) return 1;
  const revoked = await account.revoke(row.device, terminal.signal);
  if (!revoked.ok) return reportError(terminal, revoked.error);
  printPhrase(terminal, revoked.value.phrase);
  return now(terminal, account);
}

async function follow(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const move = await account.pendingMove(terminal.signal);
  if (!move.ok) return reportError(terminal, move.error);
  if (move.value === null) {
    terminal.out('There is nothing to follow.\n');
    return 0;
  }
  const rows = await account.devices(terminal.signal);
  const nameOf = (id: string): string =>
    (rows.ok ? rows.value.find(({ device }) => device === id)?.name : null) ?? id.slice(0, 8);
  const gone = move.value.revoked.map(nameOf).join(', ');
  if (!(await agrees(terminal, `${nameOf(move.value.by)} revoked ${gone}. Move to the new space?`))) return 1;
  const followed = await account.follow(move.value, terminal.signal);
  if (!followed.ok) return reportError(terminal, followed.error);
  return now(terminal, account);
}

async function phrase(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const secret = await account.phrase();
  if (!secret.ok) return reportError(terminal, secret.error);
  printPhrase(terminal, secret.value);
  return 0;
}

async function leave(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const { here } = terminal.line.values;
  const what = here
    ? 'Forget the keys of sync on this machine?'
    : 'Remove what this machine has stored, and its keys? What the others have not fetched is then only here.';
  if (!(await agrees(terminal, `${what} This machine keeps its conversations.`))) return 1;
  await terminal.core.sync.disconnect();
  const left = await account.leave(here, terminal.signal);
  if (!left.ok) return reportError(terminal, left.error);
  terminal.out('This machine no longer syncs. Its conversations are all here.\n');
  return 0;
}

/** Without a user, what was typed is enough. */
async function agrees({ confirm, err }: SyncTerminal, question: string): Promise<boolean> {
  if (!confirm || (await confirm(question))) return true;
  err('Nothing was changed.\n');
  return false;
}
