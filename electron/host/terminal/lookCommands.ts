// throughline list and request: show conversations without changing them.

import { englishOnly } from '../../../shared/sentence.ts';
import { namedModel, namedProvider } from './namedModel.ts';
import { type ExitCode, listRows, reportError, resolveId, type Terminal } from './terminal.ts';

export async function listCommand(terminal: Terminal): Promise<ExitCode> {
  const rows = await listRows(terminal, terminal.line.values.all);
  if (!rows.ok) return reportError(terminal, rows.error);
  const listed = rows.value.filter(({ row }) => terminal.line.values.all || !row.archived);
  if (terminal.line.values.json) {
    const shown = listed.map(({ row, project }) => ({
      id: row.id,
      title: row.title,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      messageCount: row.messageCount,
      project,
      ...(row.pinned ? { pinned: true } : {}),
      ...(row.archived ? { archived: true } : {}),
      ...(row.unread ? { unread: true } : {}),
    }));
    terminal.out(`${JSON.stringify(shown, englishOnly)}\n`);
    return 0;
  }
  const hidden = rows.value.length - listed.length;
  const others = hidden === 0 ? '' : ` ${hidden} archived; list --all shows them.`;
  if (listed.length === 0) terminal.err(`There are no conversations in ${terminal.projectFolder}.${others}\n`);
  for (const { row } of listed) {
    terminal.out(
      `${row.id.slice(0, 8)}  ${row.updatedAt.slice(0, 16).replace('T', ' ')}  ${pad(row.messageCount)}  ${row.title}\n`,
    );
  }
  return 0;
}

function pad(count: number | null): string {
  return (count === null ? '–' : String(count)).padStart(5);
}

export async function requestCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const provider = await namedProvider(terminal);
  if (!provider.ok) {
    reportError(terminal, provider.error);
    return provider.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const own = provider.value === null ? null : await terminal.core.store.readBranch(id.value, 'context');
  if (own && !own.ok) return reportError(terminal, own.error);
  const model = await namedModel(terminal, provider.value, own?.value.meta.model ?? null);
  if (!model.ok) return reportError(terminal, model.error);
  const { prompt = 'continue', as: form } = terminal.line.values;
  const body = await terminal.core.previewRequest(id.value, prompt, form, [], model.value);
  if (!body.ok) return reportError(terminal, body.error);
  terminal.out(`${JSON.stringify(body.value, englishOnly)}\n`);
  return 0;
}
