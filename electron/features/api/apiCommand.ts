// throughline api: the tokens of other apps.

import type { ApiToken } from '../../../shared/features/api/access.ts';
import type { Scope } from '../../../shared/features/api/operations.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

type ApiLine = Line<{ json: boolean; scopes: readonly Scope[] | undefined; days: number | undefined }>;

export async function apiCommand(terminal: Terminal<ApiLine>): Promise<ExitCode> {
  const [, word = 'list', name = ''] = terminal.line.positionals;
  if (word === 'add') return addToken(terminal, name);
  if (word === 'revoke') return revoke(terminal, name);
  return list(terminal);
}

async function list({ core, line, out, err }: Terminal<ApiLine>): Promise<ExitCode> {
  const [{ tokens }, running] = await Promise.all([core.api.access.list(), core.api.running()]);
  const address = running?.address ?? null;
  if (line.values.json) {
    out(`${JSON.stringify({ address, tokens })}\n`);
    return 0;
  }
  err(
    address === null
      ? 'The API answers while the app runs and a token exists.\n'
      : `The API answers at ${address}/api/v1 while the app runs.\n`,
  );
  if (tokens.length === 0) err('There are no tokens.\n');
  for (const token of tokens) out(`${tokenLine(token)}\n`);
  return 0;
}

function tokenLine({ id, name, scopes, expiresAt, lastUsedAt }: ApiToken): string {
  const until = expiresAt === null ? '' : `, until ${expiresAt.slice(0, 10)}`;
  const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.slice(0, 16).replace('T', ' ')}`;
  return `${id}  ${visibleLine(name)}  ${scopes.join(', ')}${until}  (${used})`;
}

async function addToken(terminal: Terminal<ApiLine>, name: string): Promise<ExitCode> {
  const { core, line, out, err } = terminal;
  const { scopes = [], days = null } = line.values;
  const added = await core.api.access.addToken({ name, scopes, days });
  if (!added.ok) return reportError(terminal, added.error);
  if (line.values.json) {
    out(`${JSON.stringify(added.value)}\n`);
    return 0;
  }
  err('Keep this token: it is not stored and cannot be shown again.\n');
  out(`${added.value.secret}\n`);
  return 0;
}

async function revoke(terminal: Terminal<ApiLine>, name: string): Promise<ExitCode> {
  const revoked = await terminal.core.api.access.revokeToken(name);
  if (!revoked.ok) return reportError(terminal, revoked.error);
  terminal.out(`${visibleLine(revoked.value.name)} is revoked.\n`);
  return 0;
}
