// throughline check and space: check the data folder, and show its size.

import { englishOnly } from '../../../shared/core/sentence.ts';
import type { ProjectSpace, SpaceReport } from '../../../shared/features/data/methods.ts';
import { shortId } from '../../../shared/features/inPlace/inPlace.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { percentText, sizeText, visibleLine } from '../../host/terminal/terminalText.ts';
import { untilAborted } from '../../lib/untilAborted.ts';

type CheckLine = Line<{ repair: boolean; json: boolean }>;
type SpaceLine = Line<{ json: boolean }>;

export async function checkCommand(terminal: Terminal<CheckLine>): Promise<ExitCode> {
  const {
    positionals: [prefix = ''],
    values,
  } = terminal.line;
  let conversationId: string | null = null;
  if (prefix !== '') {
    const id = await resolveConversationPrefix(terminal, prefix);
    if (!id.ok) return reportError(terminal, id.error);
    conversationId = id.value;
  }
  const report = await untilAborted(
    terminal.signal,
    terminal.core.check(conversationId, { repair: values.repair }, checkProgress(terminal)),
  );
  terminal.progress(null);
  if (report === null) return 130;
  if (values.json) {
    terminal.out(`${JSON.stringify(report, englishOnly)}\n`);
  } else {
    const line = (kind: string, entry: { conversationId: string | null; what: string; where: string }): void =>
      terminal.out(`${kind}: ${entry.conversationId ?? 'data folder'}: ${visibleLine(entry.what)} (${entry.where})\n`);
    for (const problem of report.problems) line('problem', problem);
    for (const note of report.notes) line('note', note);
    for (const repaired of report.repaired) terminal.out(`repaired: ${repaired}\n`);
    const count = `${report.problems.length} problems, ${report.notes.length} notes`;
    terminal.out(`${count}\n`);
  }
  return report.problems.length > 0 ? 1 : 0;
}

/** Progress is shown for logs of at least this many bytes. */
const minProgressBytes = 256 * 1024 * 1024;

function checkProgress({ progress }: Terminal): (conversationId: string, bytes: number, of: number) => void {
  return (conversationId, bytes, of) => {
    if (of < minProgressBytes) return;
    progress(`Checking ${shortId(conversationId)}: ${percentText(bytes, of)} of ${sizeText(of)}`);
  };
}

export async function spaceCommand(terminal: Terminal<SpaceLine>): Promise<ExitCode> {
  const space = await terminal.core.store.space();
  if (!space.ok) return reportError(terminal, space.error);
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(space.value, englishOnly)}\n`);
  else terminal.out(spaceText(space.value));
  return 0;
}

function spaceText({ projects, derived, total }: SpaceReport): string {
  const lines = projects.map((project) => {
    const parts = kinds.flatMap(([key, name]) => (project[key] > 0 ? [`${name} ${sizeText(project[key])}`] : []));
    const free = Object.values(project.free).reduce((sum, bytes) => sum + bytes, 0);
    const where = project.folder ?? project.name;
    return [
      `${sizeText(project.total).padStart(8)}  ${where}\n`,
      parts.length > 0 ? `          ${parts.join(', ')}\n` : '',
      free > 0
        ? `          ${sizeText(free)} can be freed in the app's settings; backup copies may contain text the conversations do not\n`
        : '',
    ].join('');
  });
  return `${lines.join('')}${sizeText(derived).padStart(8)}  lists, search and sessions read in place, rebuilt when missing\n${sizeText(total).padStart(8)}  total\n`;
}

const kinds = [
  ['messages', 'messages'],
  ['results', 'results'],
  ['attachments', 'attachments'],
  ['logs', 'logs'],
  ['undo', 'undo data'],
  ['copies', 'backup copies'],
  ['deleted', 'deleted'],
  ['other', 'other'],
] as const satisfies readonly (readonly [keyof ProjectSpace, string])[];
