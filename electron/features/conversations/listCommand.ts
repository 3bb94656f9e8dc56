// throughline list: the project's conversations, newest first.

import { englishOnly } from '../../../shared/core/sentence.ts';
import { hasTags, tagKey } from '../../../shared/features/tags/tag.ts';
import {
  type ExitCode,
  type Line,
  listRows,
  type Output,
  reportError,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import type { UnchangedRow } from '../../stores/list/unchangedList.ts';

type ListLine = Line<{ json: boolean; all: boolean; tag: string | undefined; limit: number | undefined }>;

/** Rows that a terminal shows by default. Programs get all of them. */
const screenful = 50;

export async function listCommand(terminal: Terminal<ListLine>): Promise<ExitCode> {
  const rows = await listRows(terminal, true);
  if (!rows.ok) return reportError(terminal, rows.error);
  const flat = rows.value.map(({ row, project }) => ({ ...row, project }));
  const ids = new Set(rows.value.flatMap(({ row, isHere }) => (isHere ? row.id : [])));
  return printList(terminal, flat, ({ id }) => ids.has(id));
}

/** `rows` are from every project, newest first. */
export function printList(
  { line, projectFolder, out, err, outIsTerminal }: Output<ListLine>,
  rows: readonly UnchangedRow[],
  isHere = ({ project }: UnchangedRow): boolean => project === projectFolder,
): ExitCode {
  const { all, json, tag, limit = outIsTerminal && !json ? screenful : Number.POSITIVE_INFINITY } = line.values;
  const tagged = tag === undefined ? rows : rows.filter((row) => hasTags(row, [tagKey(tag)]));
  const here = all ? tagged : tagged.filter(isHere);
  const listedRows = all ? here : here.filter(({ archived }) => !archived);
  const visibleRows = listedRows.slice(0, limit);
  if (json) {
    out(`${JSON.stringify(visibleRows.map(forPrograms), englishOnly)}\n`);
    return 0;
  }
  const archived = here.length - listedRows.length;
  const others = archived === 0 ? '' : ` ${archived} archived; list --all shows them.`;
  const what = tag === undefined ? 'conversations' : `conversations with the tag “${tag}”`;
  if (listedRows.length === 0) err(`No ${what} in ${all ? 'any project' : projectFolder}.${others}\n`);
  // Programs read rows only.
  const headings = outIsTerminal ? 'ID        Updated            Msgs  Title\n' : '';
  if (visibleRows.length > 0) out(headings + visibleRows.map((row) => lineOf(row, outIsTerminal)).join(''));
  const older = listedRows.length - visibleRows.length;
  if (older > 0) err(`and ${older} older: list ${all ? '--all ' : ''}--limit ${listedRows.length}\n`);
  return 0;
}

/** Programs read the title to the end of the line; they find tags in the JSON form. */
function lineOf({ id, updatedAt, messageCount, title, tags = [], coming }: UnchangedRow, withTags: boolean): string {
  // Its messages are still on another machine.
  const count = coming ? '↓' : messageCount === null ? '–' : String(messageCount);
  return `${id.slice(0, 8)}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${count.padStart(5)}  ${title}${withTags ? tags.map((tag) => `  #${tag}`).join('') : ''}\n`;
}

function forPrograms({ id, title, createdAt, updatedAt, messageCount, project, ...marks }: UnchangedRow): object {
  return {
    ...{ id, title, createdAt, updatedAt, messageCount, project },
    ...(marks.pinned ? { pinned: true } : {}),
    ...(marks.archived ? { archived: true } : {}),
    ...(marks.tags ? { tags: marks.tags } : {}),
    ...(marks.unread ? { unread: true } : {}),
    ...(marks.coming ? { coming: true } : {}),
  };
}
