// throughline check and delete: what keeps the data folder sound.

import { type ExitCode, reportError, resolveId, type Terminal } from './terminal.ts';

export async function checkCommand(terminal: Terminal): Promise<ExitCode> {
  const { id: prefix, values } = terminal.line;
  let conversationId: string | null = null;
  if (prefix !== '') {
    const id = await resolveId(terminal, prefix);
    if (!id.ok) return reportError(terminal, id.error);
    conversationId = id.value;
  }
  const report = await terminal.core.check(conversationId, { repair: values.repair });
  if (values.json) {
    terminal.out(`${JSON.stringify(report)}\n`);
  } else {
    const line = (kind: string, found: { conversationId: string | null; what: string; where: string }): void =>
      terminal.out(`${kind}: ${found.conversationId ?? 'data folder'}: ${found.what} (${found.where})\n`);
    for (const problem of report.problems) line('problem', problem);
    for (const note of report.notes) line('note', note);
    for (const repaired of report.repaired) terminal.out(`repaired: ${repaired}\n`);
    const count = `${report.problems.length} problems, ${report.notes.length} notes`;
    terminal.out(`${count}\n`);
  }
  return report.problems.length > 0 ? 1 : 0;
}

export async function deleteCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const id = await resolveId(terminal, line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const branch = await core.store.readBranch(id.value);
  const count = branch.ok ? branch.value.messages.length : 0;
  const what = `conversation ${id.value}: ${count} messages, their tool results and logs`;
  if (!line.values.yes && terminal.confirm && !(await terminal.confirm(`Delete ${what}?`))) {
    terminal.err('Nothing was deleted.\n');
    return 1;
  }
  const deleted = await core.store.deleteConversation(id.value);
  if (!deleted.ok) return reportError(terminal, deleted.error);
  terminal.out(`Deleted ${what}.\n`);
  return 0;
}
