// throughline search and reindex: finds what was said and done, and makes what is derived again.

import type { SearchHit, SearchStatus } from '../../../shared/contract/resources.ts';
import { type ExitCode, reportError, type Terminal } from './terminal.ts';

const defaultLimit = 20;

export async function searchCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const project = await chosenProject(terminal);
  if (project === 'none') {
    terminal.err(`There are no conversations in ${terminal.projectFolder}.\n`);
    return 1;
  }
  const showProgress = progressLine(terminal, 'Reading what is new for the search');
  const status = await core.search.bringUpToDate({ onProgress: showProgress, signal });
  showProgress(null);
  if (signal.aborted) return 130;

  const limit = line.values.limit ?? defaultLimit;
  const hits: SearchHit[] = [];
  let cursor: string | null = null;
  do {
    const answer = await core.search.query({
      text: line.text,
      projectId: project?.id ?? null,
      limit: Math.min(500, limit - hits.length),
      cursor,
    });
    if (!answer.ok) return reportError(terminal, answer.error);
    hits.push(...answer.value.hits);
    cursor = answer.value.cursor;
  } while (cursor !== null && hits.length < limit && !signal.aborted);
  if (signal.aborted) return 130;

  const more = cursor !== null;
  if (line.values.json) {
    const { complete, done, total } = status;
    terminal.out(`${JSON.stringify({ hits, more, complete, done, total })}\n`);
  } else {
    for (const hit of hits) terminal.out(hitText(hit, terminal.outIsTerminal));
    if (hits.length === 0) terminal.err('Nothing was found.\n');
    if (more) terminal.err(`There may be more; --limit ${limit * 5} looks further.\n`);
  }
  if (!status.complete) {
    terminal.err(
      `Not everything could be searched: ${status.done} of ${status.total} conversations are in the index.\n`,
    );
  }
  return 0;
}

export async function reindexCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, signal } = terminal;
  const begun = performance.now();
  const showProgress = progressLine(terminal, 'Indexing');
  const made = await core.reindex({ onProgress: showProgress, signal });
  showProgress(null);
  if (!made.ok) return reportError(terminal, made.error);
  if (signal.aborted) return 130;
  const { listed, searchable, complete } = made.value;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  terminal.out(`Indexed again: ${listed} conversations in the list, ${searchable} for the search, in ${seconds} s.\n`);
  if (complete) return 0;
  terminal.err('The search is not complete: another process may be indexing, or a conversation could not be read.\n');
  return 1;
}

/** Only a project that was named: else everything is searched. `none`: the folder has no conversations. */
async function chosenProject({ core, line, projectFolder }: Terminal): Promise<{ id: string } | null | 'none'> {
  if (line.values.project === undefined) return null;
  const projects = await core.store.listProjects();
  return projects.find(({ folder }) => folder === projectFolder) ?? 'none';
}

/** One line that is written over; nothing where standard error is no terminal. Null takes it away. */
function progressLine({ err, errIsTerminal }: Terminal, what: string): (status: SearchStatus | null) => void {
  let shown = false;
  return (status) => {
    if (!errIsTerminal) return;
    if (status && !status.complete && status.total > 0) {
      err(`\r\x1b[K${what}: ${status.done} of ${status.total} conversations`);
      shown = true;
    } else if (!status && shown) err('\r\x1b[K');
  };
}

function hitText(hit: SearchHit, colors: boolean): string {
  const tool = hit.toolName === null ? '' : ` ${hit.toolName}`;
  const who = hit.part === 'title' ? 'title' : `${hit.role}${tool} ${hit.part === 'content' ? '' : hit.part}`.trim();
  const head = [hit.conversationId.slice(0, 8), hit.createdAt.slice(0, 16).replace('T', ' '), who, hit.title];
  return `${visible(head.join('  '))}\n    ${marked(hit, colors)}\n`;
}

/** Bold where there are colours, else between brackets of their own kind. */
function marked({ snippet, ranges }: SearchHit, colors: boolean): string {
  const [open, close] = colors ? ['\x1b[1m', '\x1b[22m'] : ['»', '«'];
  let text = '';
  let at = 0;
  for (const [start, end] of ranges) {
    text += `${visible(snippet.slice(at, start))}${open}${visible(snippet.slice(start, end))}${close}`;
    at = end;
  }
  return (text + visible(snippet.slice(at))).trim();
}

/** A terminal obeys control characters and hides others. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}
