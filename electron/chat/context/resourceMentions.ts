// Reads an MCP resource that a message mentions with `@server:uri`, like a file of the folder.

import type { MentionMatch } from '../../../shared/conversation/mentions.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { FolderFile } from '../../ports/folderFiles.ts';
import type { ReadResource } from '../../ports/mcpResources.ts';
import type { SlashScope } from '../../ports/slash.ts';
import type { ChatDeps } from '../chatDeps.ts';

export interface NamedResource extends FolderFile {
  resource: ReadResource;
}

/** Null: not a resource of one of the project's servers. */
export async function readResource(
  { resources }: Pick<ChatDeps, 'resources'>,
  scope: SlashScope,
  path: string,
  range: MentionMatch['range'],
): Promise<Result<NamedResource> | null> {
  // Without a scheme it is not a URI, so no server is asked.
  if (!/^.{1,200}?:[A-Za-z][A-Za-z0-9+.-]*:/s.test(path)) return null;
  const read = await resources.read(scope, path);
  if (!read?.ok) return read;
  const whole = { kind: 'file' as const, resource: read.value, text: read.value.text, range: null };
  return range === null ? ok(whole) : withLines(whole, range);
}

function withLines(whole: NamedResource, { start, end }: NonNullable<MentionMatch['range']>): Result<NamedResource> {
  const lines = whole.text.split(/(?<=\n)/);
  if (start > lines.length) {
    return fail('TOOL_EXEC_FAILED', say`It has only ${lines.length} lines, so there is no line ${start}.`);
  }
  const last = Math.min(end ?? lines.length, lines.length);
  return ok({ ...whole, text: lines.slice(start - 1, last).join(''), range: { start, end: last } });
}
