// Fetches the result of a call that its MCP server continued as a task while the app was closed. The call was approved
// when it started, and nothing is called again, so nobody is asked.

import type { ToolCall } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { CallTask } from '../../ports/tool.ts';
import { createCallHooks } from './callHooks.ts';
import type { Verdict } from './callResult.ts';
import type { CallScope } from './callScope.ts';
import { checkCall } from './handleCall.ts';
import { createLiveOutput } from './liveOutput.ts';
import { runTool } from './runTool.ts';
import { createToolContext } from './toolContext.ts';

/** A failure: the result could not be fetched. */
export async function fetchTask(
  messageId: string,
  call: ToolCall,
  index: number,
  task: CallTask,
  scope: CallScope,
): Promise<Result<Verdict>> {
  const { deps, conversationId, settings } = scope;
  const { name } = call.function;
  // Its tool may have been found by search, and called through another.
  const checked = await checkCall(call.function, scope);
  const tool = checked.ok ? checked.value.tool : settings.knownTools.find((candidate) => candidate.name === name);
  if (!tool?.fetchTask) {
    return fail(
      'TOOL_NOT_AVAILABLE',
      say`The MCP server of ${name} is not available, so its result cannot be fetched.`,
    );
  }
  const place = { messageId, index };
  const live = createLiveOutput(deps.clock, (piece) =>
    deps.hub.publish(conversationId, { type: 'call.output', ...place, text: piece }),
  );
  const output = deps.store.openOutput(conversationId, { toolCallId: call.id, place }, live.add);
  const listeners = { print: output.add, onProcess: async () => {}, onAgent: async () => {} };
  const context = createToolContext({ ...place, toolCallId: call.id }, listeners, scope);
  const startedAt = deps.clock.now().toISOString();
  const start = deps.clock.elapsed();
  deps.hub.publish(conversationId, { type: 'call.started', ...place, startedAt });
  const fetched = await tool.fetchTask(task, context);
  if (!fetched.ok) {
    await output.discard();
    live.end();
    return fetched;
  }
  const args = checked.ok ? checked.value.args : {};
  const verdict = await runTool({ ...tool, run: async () => fetched.value }, args, context, output, scope);
  live.end();
  if (verdict.leftOpen) return ok(verdict);
  const hooks = await createCallHooks({ messageId, call, index, tool, args }, scope);
  const duration = Math.round(deps.clock.elapsed() - start);
  return ok(await hooks.after({ ...verdict, startedAt, duration, logged: true }));
}
