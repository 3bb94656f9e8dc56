// `/` calls at the start of a message. Only existing names count: `/etc/hosts` stays text. The expansion is requested
// once, when the message is stored.

import type { CommandPart, ContentPart } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SlashExpansion, SlashScope } from '../../ports/slash.ts';
import type { ChatDeps } from '../chatDeps.ts';

export interface ExpandedCall {
  part: CommandPart;
  /** The text that is sent, as stored. */
  text: string;
  /** The text whose `@` mentions are read. */
  naming: string;
  /** Parts other than the text. */
  rest: readonly ContentPart[];
  images: NonNullable<SlashExpansion['images']>;
}

/** Maximum bytes of an expansion. */
const maxBytes = 1024 * 1024;

/** Null: no call. */
export async function expandCall(
  deps: Pick<ChatDeps, 'slash' | 'store'>,
  scope: SlashScope,
  content: string | readonly ContentPart[],
): Promise<Result<ExpandedCall | null>> {
  const [first, ...rest] = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const call = first?.type === 'text' ? callIn(first.text) : null;
  if (call === null) return ok(null);
  const { name, words } = call;
  const expanded = await deps.slash.expand(scope, name, words.trim());
  if (expanded === null) return ok(null);
  if (!expanded.ok) return expanded;
  const { text: expandedText, images = [] } = expanded.value;
  if (Buffer.byteLength(expandedText) > maxBytes) {
    return fail('REQUEST_TOO_LARGE', say`/${name} would send more than ${maxBytes / 1024} KB. Nothing was sent.`);
  }
  const entry = expanded.value.entry ?? (await deps.slash.list(scope)).entries.find((one) => one.name === name);
  const { text, hash } = await deps.store.asKept(expandedText);
  const kind = entry?.kind ?? 'command';
  const part: CommandPart = {
    type: 'command',
    name,
    words,
    kind,
    from: entry?.origin.label ?? '',
    hash,
    bytes: Buffer.byteLength(text),
  };
  // A server's text cannot mention files of this machine: only what the user typed can.
  return ok({ part, text, naming: kind === 'mcp' ? words : text, rest, images });
}

/** Returns whether a message's call, if any, could be sent now. */
export async function checkCall(
  deps: Pick<ChatDeps, 'slash' | 'store'>,
  conversationId: string,
  text: string,
): Promise<Result<void>> {
  if (callIn(text) === null) return ok(undefined);
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const { projectId } = branch.value;
  const place = await deps.store.workingFolder(branch.value);
  const { folder = null, project } = place.ok ? place.value : {};
  const scope = { conversationId, projectId, folder, trusted: project?.trusted ?? false };
  const expanded = await expandCall(deps, scope, text);
  return expanded.ok ? ok(undefined) : expanded;
}

const maxNameLength = 400;

/** Splits the name up to white space from the rest as typed. */
function callIn(text: string): { name: string; words: string } | null {
  const [, name, words = ''] = /^\s*\/(\S+)([\s\S]*)$/.exec(text) ?? [];
  return name === undefined || name.length > maxNameLength ? null : { name, words: words.trimEnd() };
}
