// An external agent's call as a tool, so that our rules and prompts apply to it: its facts come from our own tools, from
// the agent's description of the call. The user is asked about anything unclear.

import type { ApprovalPreview } from '../../../shared/conversation/event.ts';
import { ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments, type ToolKind } from '../../../shared/features/tools/toolInfo.ts';
import { absolutePath } from '../../lib/absolutePath.ts';
import type { AgentCall } from '../../ports/externalAgents.ts';
import type { Tool, ToolContext, ToolFacts } from '../../ports/tool.ts';
import type { PromptContent } from './agentAllowed.ts';
import { argumentsOfCall, nameOfCall, textOfContent } from './agentCalls.ts';
import { commandOf } from './agentCommand.ts';
import type { AgentRun } from './agentRun.ts';

const maxPreview = 100_000;

/** The effect of a call, as far as that is clear. */
interface ReadCall {
  kind: ToolKind;
  /** Our tool with the same effect; its rules apply. */
  ours: string;
  /** Absolute or relative paths. */
  paths: string[];
  /** The whole command line. */
  line: string | null;
  /** Its folder and variables are known. */
  isClear: boolean;
  url: string | null;
}

interface AgentTool extends Tool {
  /** The prompt's content, after the facts were asked for. */
  shown(): PromptContent;
}

/** `mustAsk`: no rule and no mode allows it. */
export function agentTool(call: AgentCall, run: AgentRun, mustAsk: boolean): AgentTool {
  const read = readCall(call, run);
  const unclear = mustAsk
    ? say`The agent offers no way to allow only this call.`
    : read.isClear
      ? null
      : say`Where it would run, or with which variables, cannot be determined.`;
  let located: LocatedFile[] = [];
  return {
    name: read.ours,
    kind: read.kind,
    description: '',
    parameters: {},
    needsFolder: false,
    exclusive: true,
    check: (args) => ok(args),
    async facts(_args, context) {
      const { files, ...facts } = await factsOf(read, context, run.scope.settings.knownTools);
      located = files;
      return { ...facts, ...(unclear === null ? {} : { changed: unclear }) };
    },
    preview: async () => ok(await previewOf(call, read, run)),
    run: async () => ({ outcome: 'error', content: 'Error: only the agent can run this.' }),
    shown: () => shownOf(call, read, located),
  };
}

/** A path as the agent names it, and where it is. */
interface LocatedFile {
  named: string;
  path: string;
}

function shownOf({ content }: AgentCall, read: ReadCall, located: readonly LocatedFile[]): PromptContent {
  const { kind, line } = read;
  if (line !== null) return { line: read.isClear ? line : null, files: [] };
  if (kind !== 'read' && kind !== 'write') return { line: null, files: [] };
  const diffs = diffsOf(content);
  // The prompt shows the diffs only, if there are any.
  const named = diffs.length === 0 ? located : located.filter((file) => diffs.some(({ path }) => path === file.named));
  const files = Map.groupBy(named, ({ path }) => path);
  return {
    line: null,
    files: [...files].map(([path, names]) => ({
      path,
      access: kind,
      diffs: diffs.filter((diff) => names.some((name) => name.named === diff.path)),
    })),
  };
}

/** Whether a call is about this command line, or names this file. */
export function isAbout(call: AgentCall, what: { line: string } | { path: string }, run: AgentRun): boolean {
  const read = readCall(call, run);
  if ('line' in what) return read.line === what.line;
  return (
    read.line === null && read.paths.some((path) => absolutePath(run.scope.settings.folder ?? '/', path) === what.path)
  );
}

function readCall(call: AgentCall, run: AgentRun): ReadCall {
  const { folder, knownTools } = run.scope.settings;
  const args = parseArguments(argumentsOfCall(call));
  const native = toNativeCall({ name: nameOfCall(call), arguments: JSON.stringify(args) });
  const ours = parseArguments(native.arguments);
  const diffs = diffsOf(call.content);
  const named = [ours.path, ...pathNames.flatMap((name) => textsOf(args[name]))].filter(
    (path): path is string => typeof path === 'string' && path !== '',
  );
  const paths = [...new Set([...diffs.map(({ path }) => path), ...call.locations.map(({ path }) => path), ...named])];
  const url = typeof args.url === 'string' ? args.url : null;
  const nothing = { paths: [], line: null, isClear: true, url: null };
  const unclear: ReadCall = { kind: 'mcp', ours: nameOfCall(call), ...nothing };
  const command = commandOf(args, ours.command, folder);
  // Whatever the agent calls it.
  if (command !== null) return { ...nothing, ...command, kind: 'execute', ours: 'run_command' };
  const tool = knownTools.find(({ name }) => name === native.name);
  const onlyReads = diffs.length === 0 && url === null && (tool === undefined || tool.kind === 'read');
  switch (call.kind) {
    case 'read':
      return onlyReads && paths.length > 0 ? { ...nothing, kind: 'read', ours: 'read_file', paths } : unclear;
    case 'search': {
      const places = paths.length > 0 || folder === null ? paths : [folder];
      return onlyReads && places.length > 0
        ? { ...nothing, kind: 'read', ours: 'search_files', paths: places }
        : unclear;
    }
    case 'edit': {
      const isNew = diffs.length > 0 && diffs.every(({ oldText }) => oldText === null);
      return paths.length > 0
        ? { ...nothing, kind: 'write', ours: isNew ? 'write_file' : 'edit_file', paths }
        : unclear;
    }
    // More than an edit: the mode that allows edits does not allow them.
    case 'delete':
    case 'move':
    case 'execute':
      return { ...unclear, kind: 'execute', paths };
    case 'fetch':
      return url === null ? unclear : { ...nothing, kind: 'network', ours: 'fetch_url', url };
    default:
      return unclear;
  }
}

/** Arguments that name files or folders. */
const pathNames = [
  ...['path', 'file_path', 'filePath', 'absolute_path', 'notebook_path', 'dir_path', 'directory', 'paths', 'files'],
];

/** A text, or those of a list of texts or of objects with a path. */
function textsOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.map((each: unknown) => (typeof each === 'object' && each !== null && 'path' in each ? each.path : each));
}

function diffsOf(content: AgentCall['content']) {
  return content.flatMap((block) => (block.type === 'diff' ? [block] : []));
}

async function factsOf(
  read: ReadCall,
  context: ToolContext,
  tools: readonly Tool[],
): Promise<ToolFacts & { files: LocatedFile[] }> {
  const ask = async (name: string, args: unknown): Promise<ToolFacts> =>
    (await tools.find((tool) => tool.name === name)?.facts?.(args, context)) ?? {};
  if (read.line !== null) {
    // The agent runs it itself: not in our sandbox, unless the agent is in one.
    const { sandboxable: _ours, withoutSandbox: _why, ...facts } = await ask('run_command', { command: read.line });
    return { ...facts, files: [] };
  }
  if (read.url !== null) {
    return { files: [], ...(URL.canParse(read.url) ? { origin: new URL(read.url).origin } : {}) };
  }
  const isRead = read.kind === 'read';
  const each = await Promise.all(
    read.paths.map((path) => ask(isRead ? 'read_file' : 'write_file', isRead ? { path } : { path, content: '' })),
  );
  // A path that cannot be located may be anywhere.
  const located = each.map(
    ({ paths }, at) => paths ?? [{ path: read.paths[at] ?? '', access: 'write' as const, outside: true }],
  );
  const files = each.flatMap(({ paths = [] }, at) => paths.map(({ path }) => ({ named: read.paths[at] ?? '', path })));
  return read.paths.length === 0 ? { files } : { paths: located.flat(), files };
}

async function previewOf(call: AgentCall, read: ReadCall, run: AgentRun): Promise<ApprovalPreview> {
  const { folder } = run.scope.settings;
  if (read.line !== null) return { type: 'command', command: read.line, cwd: folder ?? '' };
  const diffs = diffsOf(call.content);
  const [first] = diffs;
  if (first) {
    const texts = await Promise.all(
      diffs.map(({ path, oldText, newText }) => run.diffText(run.displayPath(path), oldText, newText)),
    );
    const isWhole = texts.every((text) => text !== null);
    const path = diffs.map((diff) => run.displayPath(diff.path)).join(', ');
    if (isWhole)
      return { type: 'diff', path, diff: texts.join('\n'), isNew: diffs.every(({ oldText }) => oldText === null) };
  }
  const args = argumentsOfCall(call);
  const unnamed = read.paths.filter((path) => !call.title.includes(path) && !args.includes(path));
  const texts = [call.title, unnamed.join('\n'), args, textOfContent(call.content)];
  return {
    type: 'text',
    text: texts
      .filter((text) => text.trim() !== '')
      .join('\n\n')
      .slice(0, maxPreview),
  };
}
