// Shared by the actions of throughline team.

import type { FoundSecret, TeamInfo } from '../../../shared/features/sharing/sharing.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import type { StoreValues } from '../sync/storeOptions.ts';
import type { TeamAccount } from './team/teamAccount.ts';
import type { TeamSpaces } from './teamSpaces.ts';

export type TeamTerminal = Terminal<
  Line<
    StoreValues &
      Record<'team' | 'name' | 'from' | 'unmask', string | undefined> &
      Record<'noResults' | 'noAttachments' | 'here' | 'yes' | 'json', boolean>
  >
>;

export interface TeamParts {
  account: TeamAccount;
  spaces: TeamSpaces;
}

export function unmaskedIn({ line }: TeamTerminal): string[] {
  return line.values.unmask?.split(',').map((part) => part.trim()) ?? [];
}

/** Asks, unless the user has agreed already. */
export async function publishPrepared(
  terminal: TeamTerminal,
  spaces: TeamSpaces,
  team: TeamInfo,
  prepared: string,
): Promise<ExitCode> {
  const { yes } = terminal.line.values;
  if (!yes && !terminal.confirm) {
    terminal.err('Nothing was published because confirmation needs a terminal. To confirm, add --yes.\n');
    return 2;
  }
  if (!yes && !(await terminal.confirm?.(`Publish this to ${visibleLine(team.name)}?`))) {
    terminal.err('Nothing was published.\n');
    return 1;
  }
  const published = await spaces.publish(prepared, terminal.signal);
  if (!published.ok) return reportError(terminal, published.error);
  terminal.out(published.value.isUploaded ? 'Published.\n' : 'It is published with the next connection.\n');
  return 0;
}

export function readersOf({ name, members }: Pick<TeamInfo, 'name' | 'members'>): string {
  const others = members.filter(({ isThis }) => !isThis).map((member) => member.name);
  return `${name} (${others.join(', ') || 'nobody else yet'})`;
}

export function secretLines(secrets: readonly FoundSecret[]): string[] {
  const rows = secrets.map(
    ({ id, isMasked, masked, before, after, count }) =>
      `  ${isMasked ? 'masked    ' : 'AS IT IS  '} ${id}  ${count} ×  …${oneLine(before)}«${oneLine(masked)}»${oneLine(after)}…`,
  );
  return [
    secrets.length === 0 ? 'Nothing was found that looks like a secret' : 'Found, and how it is published:',
    ...rows,
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
