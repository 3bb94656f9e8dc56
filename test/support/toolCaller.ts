// Calls built-in tools like the loop: checks the arguments, previews, runs. Records what a call reported to its
// context.

import { wrapOutput } from '../../electron/chat/turn/toolContent.ts';
import { createUtf8Stream } from '../../electron/lib/utf8Stream.ts';
import type { Tool, ToolContext, ToolFacts, ToolOutput } from '../../electron/ports/tool.ts';
import { type BuiltInToolOptions, createBuiltInTools } from '../../electron/tools/registry.ts';
import type { ApprovalPreview } from '../../shared/conversation/event.ts';
import { fail } from '../../shared/core/errors.ts';

interface CallRecord {
  output: string[];
  processes: { pid: number; startedAt: string | null }[];
}

export interface CallOptions extends Partial<Omit<ToolContext, 'print'>> {
  /** Receives printed text before the tool continues. */
  print?: (text: string) => Promise<void> | null;
  /** Runs between the preview and the execution. */
  between?: () => void | Promise<void>;
  withoutPreview?: boolean;
  /** Announces the call's effects first, as before a decision; then a place outside of the folder may be used. */
  decided?: boolean;
}

export interface CallResult extends CallRecord {
  preview: ApprovalPreview | null;
  outcome: ToolOutput['outcome'];
  text: string;
  details: NonNullable<ToolOutput['details']>;
  images: NonNullable<ToolOutput['images']>;
  facts: ToolFacts | null;
}

export interface ToolCaller {
  tools: Tool[];
  tool(name: string): Tool;
  /** Throws if the arguments are invalid. */
  call(name: string, args: unknown, options?: CallOptions): Promise<CallResult>;
}

export function createToolCaller(folder: string | null, options: Partial<BuiltInToolOptions> = {}): ToolCaller {
  const tools = createBuiltInTools({ protectedFolders: [], ...options });
  const tool = (name: string): Tool => {
    const found = tools.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`there is no tool ${name}`);
    return found;
  };
  return {
    tools,
    tool,
    async call(name, args, { between, withoutPreview, decided, ...given } = {}) {
      const record: CallRecord = { output: [], processes: [] };
      const context: ToolContext = { ...toolContext(folder, record), ...given, print: () => null };
      const utf8 = createUtf8Stream();
      context.print = (piece) => {
        const text = typeof piece === 'string' ? piece : utf8.add(piece).join('');
        if (text !== '') record.output.push(text);
        return given.print?.(text) ?? null;
      };
      const checked = tool(name).check(args);
      if (!checked.ok) throw new Error(checked.error.message);
      const facts = decided ? ((await tool(name).facts?.(checked.value, context)) ?? null) : null;
      const shown = withoutPreview ? null : await tool(name).preview(checked.value, context);
      const preview: ApprovalPreview | null =
        shown === null ? null : shown.ok ? shown.value : { type: 'text', text: `Error: ${shown.error.message}` };
      await between?.();
      const result = await tool(name).run(checked.value, context);
      const rest = utf8.end();
      if (rest !== '') await context.print(rest);
      if (result.printed) result.content = wrapOutput(record.output.join(''), result.printed);
      if (typeof result.content !== 'string') throw new Error('a built-in tool returned no string');
      const { outcome, content: text, details = {}, images = [] } = result;
      return { ...record, facts, preview, outcome, text, details, images };
    },
  };
}

function toolContext(folder: string | null, record: CallRecord): ToolContext {
  return {
    conversationId: 'conversation',
    projectId: 'project',
    call: { messageId: 'message', index: 0, toolCallId: 'call' },
    folder,
    isTrusted: async () => true,
    signal: new AbortController().signal,
    print: () => null,
    onProcess: async (process) => {
      record.processes.push(process);
    },
    onTask: async () => {},
    progress: () => {},
    askPerson: async () => ({ action: 'decline' }),
    presentPlan: async ({ text }) => ({ answer: 'accepted', text, mode: 'edits', words: '' }),
    sandbox: null,
    openSandbox: async () => 'refused',
    approve: async () => false,
    askModel: async () => fail('NOT_SUPPORTED', 'There is no model.'),
    runAgent: async () => fail('NOT_SUPPORTED', 'There are no agents.'),
    todos: [],
    readResult: async () => fail('MESSAGE_NOT_FOUND', 'There is no such result.'),
  };
}
