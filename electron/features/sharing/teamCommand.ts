// Implements throughline team.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../shared/core/sentence.ts';
import { shortId } from '../../../shared/features/inPlace/inPlace.ts';
import { isItemKind } from '../../../shared/features/sharing/items.ts';
import type { SharePreview, TeamInfo } from '../../../shared/features/sharing/sharing.ts';
import { type ExitCode, reportError, resolveConversationPrefix } from '../../host/terminal/terminal.ts';
import { sizeText, visibleLine } from '../../host/terminal/terminalText.ts';
import { newPairingCode } from '../sync/devices/pairingCode.ts';
import { readStoreLine } from '../sync/storeLine.ts';
import { acceptItem, listItems, publishItem, readItem, turnOffItem } from './items/itemsCommand.ts';
import type { TeamSpaces } from './teamSpaces.ts';
import {
  publishPrepared,
  readersOf,
  secretLines,
  type TeamParts,
  type TeamTerminal,
  unmaskedIn,
} from './teamTerminal.ts';

type Action = (terminal: TeamTerminal, opened: TeamParts) => Promise<ExitCode>;

const actions: Record<string, Action> = {
  ...{ status, create, add, join, now, members, list, publish, withdraw, remove, follow, leave },
  continue: continueHere,
  ...{ items: listItems, read: readItem, accept: acceptItem, off: turnOffItem },
};

const reading = ['status', 'members', 'list', 'items', 'read'];

export async function teamCommand(terminal: TeamTerminal): Promise<ExitCode> {
  const [action = 'status'] = terminal.line.positionals;
  const { sharing } = terminal.core;
  if (sharing.readOnly && !reading.includes(action)) {
    return reportError(terminal, fail('STORE_READ_ONLY', sharing.readOnly).error);
  }
  const opened = { account: await sharing.account(), spaces: await sharing.spaces() };
  return (actions[action] ?? status)(terminal, opened);
}

async function status(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const teams = await spaces.teams();
  if (!teams.ok) return reportError(terminal, teams.error);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(teams.value, englishOnly)}\n`);
    return 0;
  }
  if (teams.value.length === 0) terminal.out('This machine belongs to no team.\n');
  for (const { name, memberName, place, waiting, lookedAt } of teams.value) {
    terminal.out(visibleLine(`${name}: shares as ${memberName} through ${place}`));
    terminal.out(
      `${lookedAt === null ? '; not read yet' : ''}${waiting > 0 ? '; something is still to be uploaded' : ''}.\n`,
    );
  }
  return 0;
}

async function create(terminal: TeamTerminal, { account, spaces }: TeamParts): Promise<ExitCode> {
  const place = await readStoreLine(terminal, 'throughline-team');
  if (!place.ok) return reportError(terminal, place.error);
  const { team: teamName = '', name: memberName = '' } = terminal.line.values;
  const created = await account.create({ ...place.value, teamName, memberName }, terminal.signal);
  if (!created.ok) return reportError(terminal, created.error);
  const looked = await spaces.look(created.value.team, terminal.signal);
  if (!looked.ok) return reportError(terminal, looked.error);
  terminal.out('The team is set up. “throughline team add” shows a code with which somebody joins.\n');
  return 0;
}

async function add(terminal: TeamTerminal, { account, spaces }: TeamParts): Promise<ExitCode> {
  const team = await namedTeam(terminal, spaces);
  if (!team.ok) return reportError(terminal, team.error);
  const code = newPairingCode();
  terminal.err(
    `Anyone who types this code within ten minutes can read everything that ${visibleLine(team.value.name)} shares:\n\n`,
  );
  terminal.out(`    ${code}\n`);
  terminal.err(`\nthroughline team join ${code} …\n`);
  terminal.progress('Waiting for the other machine…');
  const offered = await account.offer(team.value.team, code, terminal.signal);
  terminal.progress(null);
  if (!offered.ok) return reportError(terminal, offered.error);
  terminal.err(`${visibleLine(offered.value.name)} (${offered.value.device.slice(0, 8)}) was added.\n`);
  return 0;
}

async function join(terminal: TeamTerminal, { account, spaces }: TeamParts): Promise<ExitCode> {
  const place = await readStoreLine(terminal, 'throughline-team');
  if (!place.ok) return reportError(terminal, place.error);
  const { team: teamName = '', name: memberName = '' } = terminal.line.values;
  terminal.progress('Waiting for the other machine…');
  const code = terminal.line.positionals[1] ?? '';
  const joined = await account.join({ ...place.value, teamName, memberName }, code, terminal.signal);
  terminal.progress(null);
  if (!joined.ok) return reportError(terminal, joined.error);
  const looked = await spaces.look(joined.value.team, terminal.signal);
  if (!looked.ok) return reportError(terminal, looked.error);
  terminal.out('This machine has joined. “throughline team list” lists what the others publish.\n');
  return 0;
}

async function now(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const teams = await spaces.teams();
  if (!teams.ok) return reportError(terminal, teams.error);
  if (teams.value.length === 0) return reportError(terminal, noTeams().error);
  terminal.progress('Reading what the others publish…');
  const looked = await spaces.lookAll(terminal.signal);
  terminal.progress(null);
  const after = await spaces.teams();
  for (const { name, problems, move } of after.ok ? after.value : []) {
    for (const { of, text } of problems) terminal.err(`${visibleLine(`${of ?? name}: ${textOf(text)}`)}\n`);
    if (move) {
      const names = move.removed.map(visibleLine).join(', ');
      terminal.err(`${visibleLine(move.by)} removed ${names}. “throughline team follow” moves this machine along.\n`);
    }
  }
  if (!looked.ok) return reportError(terminal, looked.error);
  terminal.out('Everything is up to date.\n');
  return 0;
}

async function members(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const team = await namedTeam(terminal, spaces);
  if (!team.ok) return reportError(terminal, team.error);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(team.value.members)}\n`);
    return 0;
  }
  for (const { device, name, isThis } of team.value.members) {
    terminal.out(`${device.slice(0, 8)}  ${visibleLine(name)}${isThis ? ' (you)' : ''}\n`);
  }
  return 0;
}

async function list(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const rows = await spaces.conversations();
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(rows)}\n`);
    return 0;
  }
  if (rows.length === 0) terminal.err('Nothing is published.\n');
  for (const { conversationId, title, author, isMine, teamName, repository, isWaiting } of rows) {
    const about = [isMine ? 'you' : author, teamName, ...(repository === null ? [] : [repository])];
    terminal.out(`${shortId(conversationId)}  ${visibleLine(title)}\n`);
    terminal.out(`    ${visibleLine(about.join(', '))}${isWaiting ? ' (waits for the next connection)' : ''}\n`);
  }
  return 0;
}

async function publish(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const { line, signal } = terminal;
  const team = await namedTeam(terminal, spaces);
  if (!team.ok) return reportError(terminal, team.error);
  const [, what = '', name] = line.positionals;
  if (isItemKind(what)) return publishItem(terminal, spaces, team.value, { kind: what, name: name ?? what });
  const id = await resolveConversationPrefix(terminal, line.positionals[1] ?? '');
  if (!id.ok) return reportError(terminal, id.error);
  const { from = null, noResults, noAttachments } = line.values;
  const unmasked = unmaskedIn(terminal);
  const choice = { conversationId: id.value, from, results: !noResults, attachments: !noAttachments, unmasked };
  const preview = await spaces.prepare(team.value.team, choice, signal);
  if (!preview.ok) return reportError(terminal, preview.error);
  terminal.err(previewText(preview.value, team.value));
  return publishPrepared(terminal, spaces, team.value, preview.value.prepared);
}

function previewText(preview: SharePreview, { name, members }: TeamInfo): string {
  const { title, messages, calls, attachments, pictures, bytes, secrets, homePaths, repository, replaces } = preview;
  const lines = [
    `“${title}” for ${readersOf({ name, members })}`,
    `${messages} messages, ${calls} tool calls, ${attachments} attachments, ${sizeText(bytes)}`,
    ...(repository === null ? [] : [`With the name of the repository: ${repository}`]),
    ...(pictures > 0
      ? [`In ${pictures} of the attachments nothing can be masked, such as pictures. Look at them first.`]
      : []),
    ...(homePaths > 0 ? [`Your home folder is written as ~ in ${homePaths} places`] : []),
    ...(replaces ? ['This replaces what you have published of it'] : []),
  ];
  return `${[...lines, ...secretLines(secrets)].map(visibleLine).join('\n')}\n`;
}

async function withdraw(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const prefix = terminal.line.positionals[1] ?? '';
  const conversations = (await spaces.conversations()).filter(({ isMine }) => isMine);
  const items = (await spaces.items.list()).filter(({ state }) => state === 'mine');
  const mine = [
    ...conversations.map((row) => ({ ...row, id: row.conversationId })),
    ...items.map((item) => ({ ...item, title: item.name })),
  ].filter(
    ({ id, publication, teamName }) =>
      (id.startsWith(prefix) || publication.startsWith(prefix)) &&
      (terminal.line.values.team === undefined || terminal.line.values.team === teamName),
  );
  const [row, other] = mine;
  if (!row || other) {
    const message = row
      ? say`Several publications begin with ${prefix}. Name the team with --team, or more of the ID.`
      : say`You publish nothing with the ID ${prefix}. “throughline team list” and “throughline team items” list what you publish.`;
    return reportError(terminal, fail('PARAMS_INVALID', message).error);
  }
  const question = `Withdraw “${visibleLine(row.title)}”? What others have continued or accepted stays theirs.`;
  if (!(await agrees(terminal, question))) return 1;
  const withdrawn = await spaces.withdraw(row.team, row.publication, terminal.signal);
  if (!withdrawn.ok) return reportError(terminal, withdrawn.error);
  terminal.out(withdrawn.value.isUploaded ? 'Withdrawn.\n' : 'It is withdrawn with the next connection.\n');
  return 0;
}

async function continueHere(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const id = await resolveConversationPrefix(terminal, terminal.line.positionals[1] ?? '');
  if (!id.ok) return reportError(terminal, id.error);
  const copy = await spaces.continueCopy(id.value, terminal.signal);
  if (!copy.ok) return reportError(terminal, copy.error);
  terminal.out(`${copy.value.conversationId}\n`);
  terminal.err(`Continue it with: throughline run --resume ${shortId(copy.value.conversationId)} "…"\n`);
  return 0;
}

async function remove(terminal: TeamTerminal, opened: TeamParts): Promise<ExitCode> {
  const team = await namedTeam(terminal, opened.spaces);
  if (!team.ok) return reportError(terminal, team.error);
  const query = terminal.line.positionals[1] ?? '';
  const others = team.value.members.filter(({ isThis }) => !isThis);
  const [member, another] = others.filter(
    ({ device, name }) => device.startsWith(query.toLowerCase()) || name === query,
  );
  if (!member || another) {
    const message = member
      ? say`Several members are called ${query}. Use the beginning of the ID.`
      : say`There is no member ${query}. “throughline team members” lists them.`;
    return reportError(terminal, fail('PARAMS_INVALID', message).error);
  }
  const question = `Remove ${visibleLine(member.name)} from ${visibleLine(team.value.name)}? What they have read stays theirs. The others have to follow.`;
  if (!(await agrees(terminal, question))) return 1;
  const removed = await opened.account.remove(team.value.team, member.device, terminal.signal);
  return removed.ok ? now(terminal, opened) : reportError(terminal, removed.error);
}

async function follow(terminal: TeamTerminal, opened: TeamParts): Promise<ExitCode> {
  const { account, spaces } = opened;
  await spaces.lookAll(terminal.signal);
  const teams = await spaces.teams();
  if (!teams.ok) return reportError(terminal, teams.error);
  const behind = teams.value.filter(({ move }) => move !== null);
  if (behind.length === 0) terminal.out('There is nothing to follow.\n');
  for (const { team, name, move } of behind) {
    const next = spaces.move(team);
    if (!move || !next) continue;
    const names = move.removed.map(visibleLine).join(', ');
    if (
      !(await agrees(
        terminal,
        `${visibleLine(move.by)} removed ${names} from ${visibleLine(name)}. Move to the new space?`,
      ))
    )
      return 1;
    const followed = await account.follow(team, next, terminal.signal);
    if (!followed.ok) return reportError(terminal, followed.error);
  }
  return behind.length === 0 ? 0 : now(terminal, opened);
}

async function leave(terminal: TeamTerminal, { account, spaces }: TeamParts): Promise<ExitCode> {
  const team = await namedTeam(terminal, spaces);
  if (!team.ok) return reportError(terminal, team.error);
  const { here } = terminal.line.values;
  const what = here
    ? 'Forget the keys of this team? What you published stays in its store.'
    : 'Leave this team, and remove what you have published?';
  if (!(await agrees(terminal, `${what} Copies that you have continued stay.`))) return 1;
  const left = await account.leave(team.value.team, here, terminal.signal);
  if (!left.ok) return reportError(terminal, left.error);
  await spaces.dropCopies(team.value.team);
  terminal.out(`This machine has left ${visibleLine(team.value.name)}.\n`);
  return 0;
}

async function namedTeam({ line }: TeamTerminal, spaces: TeamSpaces): Promise<Result<TeamInfo>> {
  const teams = await spaces.teams();
  if (!teams.ok) return teams;
  const { team } = line.values;
  const [only, other] = teams.value.filter((one) => team === undefined || one.name === team || one.team === team);
  if (only && !other) return ok(only);
  if (teams.value.length === 0) return noTeams();
  const names = teams.value.map(({ name }) => name).join(', ');
  return fail('PARAMS_INVALID', say`Name one of your teams with --team: ${names}.`);
}

function noTeams() {
  return fail('NOT_SUPPORTED', say`This machine belongs to no team. “throughline team create” makes one.`);
}

/** Without a user, what was typed is enough. */
async function agrees({ confirm, err, line }: TeamTerminal, question: string): Promise<boolean> {
  if (line.values.yes || !confirm || (await confirm(question))) return true;
  err('Nothing was changed.\n');
  return false;
}
