// throughline search and reindex: searches everything, and rebuilds the derived index.

import { shortId } from '../../../shared/features/inPlace/inPlace.ts';
import type { SearchHit, SearchStatus } from '../../../shared/features/search/methods.ts';
import { tagKey } from '../../../shared/features/tags/tag.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { joinedProjects } from '../joinedProjects.ts';

type SearchLine = Line<{
  limit: number | undefined;
  tag: string | undefined;
  wait: boolean;
  json: boolean;
  project: string | undefined;
}>;

const defaultLimit = 20;
/** Milliseconds that a search waits for indexing without --wait. With start and end it takes two seconds. */
const patienceMs = 1_500;

export async function searchCommand(terminal: Terminal<SearchLine>): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const project = await chosenProject(terminal);
  if (project === 'none') {
    terminal.err(`No conversations in ${terminal.projectFolder}.\n`);
    return 1;
  }
  const showProgress = progressOf(terminal, 'Indexing new conversations');
  const patience = line.values.wait ? signal : AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  let status: SearchStatus = await core.search.bringUpToDate({ onProgress: showProgress, signal: patience });
  terminal.progress(null);
  if (signal.aborted) return 130;

  const limit = line.values.limit ?? defaultLimit;
  const { tag } = line.values;
  const conversationIds = tag === undefined ? null : await core.store.taggedConversations([tagKey(tag)]);
  const hits: SearchHit[] = [];
  let cursor: string | null = null;
  do {
    const answer = await core.search.query({
      text: line.positionals.join(' '),
      projectId: project?.id ?? null,
      projectIds: await joinedProjects(core.store, project?.id ?? null),
      conversationIds,
      limit: Math.min(500, limit - hits.length),
      cursor,
    });
    if (!answer.ok) return reportError(terminal, answer.error);
    hits.push(...answer.value.hits);
    cursor = answer.value.cursor;
    // Conversations indexed since then are searched too.
    if (!status.complete && answer.value.total > 0) status = answer.value;
  } while (cursor !== null && hits.length < limit && !signal.aborted);
  if (signal.aborted) return 130;

  const more = cursor !== null;
  if (line.values.json) {
    const { complete, done, total } = status;
    terminal.out(`${JSON.stringify({ hits, more, complete, done, total })}\n`);
  } else {
    for (const hit of hits) terminal.out(hitText(hit, terminal.outIsTerminal));
    if (hits.length === 0) terminal.err('No matches.\n');
    if (more) terminal.err(`There may be more. Use --limit ${limit * 5} to see them.\n`);
  }
  if (!status.complete) terminal.err(unreadText(status, line.values.wait));
  return 0;
}

function unreadText({ done, total }: SearchStatus, waited: boolean): string {
  const remaining = total - done;
  // The conversations are not even counted yet.
  if (total === 0) return 'The conversations are still being scanned. Search again, or use --wait.\n';
  if (waited) return `Not everything could be searched: ${done} of ${total} conversations are indexed.\n`;
  const which = remaining === 1 ? '1 conversation is' : `${remaining.toLocaleString('en')} conversations are`;
  return `${which} still being indexed and may have matches too. Search again, or use --wait.\n`;
}

export async function reindexCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, signal } = terminal;
  const startedAt = performance.now();
  const showProgress = progressOf(terminal, 'Indexing');
  const rebuilt = await core.reindex({ onProgress: showProgress, signal });
  terminal.progress(null);
  if (!rebuilt.ok) return reportError(terminal, rebuilt.error);
  if (signal.aborted) return 130;
  const { listed, searchable, complete } = rebuilt.value;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  terminal.out(`Rebuilt in ${seconds} s: ${listed} conversations in the list, ${searchable} in the search index.\n`);
  if (complete) return 0;
  terminal.err(
    'The search index is incomplete: another process may be indexing, or a conversation could not be read.\n',
  );
  return 1;
}

/** Null without --project: everything is searched. `none`: the folder has no conversations. */
async function chosenProject({
  core,
  line,
  projectFolder,
}: Terminal<SearchLine>): Promise<{ id: string } | null | 'none'> {
  if (line.values.project === undefined) return null;
  const projects = await core.store.listProjects();
  return projects.find(({ folder }) => folder === projectFolder) ?? 'none';
}

function progressOf({ progress }: Terminal, what: string): (status: SearchStatus) => void {
  return ({ complete, done, total }) => {
    if (!complete && total > 0) progress(`${what}: ${done} of ${total} conversations`);
  };
}

function hitText(hit: SearchHit, colors: boolean): string {
  const tool = hit.toolName === null ? '' : ` ${hit.toolName}`;
  const who = hit.part === 'title' ? 'title' : `${hit.role}${tool} ${hit.part === 'content' ? '' : hit.part}`.trim();
  const head = [shortId(hit.conversationId), hit.createdAt.slice(0, 16).replace('T', ' '), who, hit.title];
  return `${visible(head.join('  '))}\n    ${marked(hit, colors)}\n`;
}

/** Bold in a terminal, else in » «. */
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
