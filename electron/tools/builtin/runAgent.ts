// run_agent: gives a task to a sub-agent, a separate conversation. The chat decides what it may do (ToolContext).

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import type { AgentReport, Tool, ToolOutput } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { canceledOutput, failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './runAgent.md?raw';

const maxTaskLength = 100_000;

const schema = z.strictObject({
  task: z.string().min(1).max(maxTaskLength).describe('The full task: the agent sees nothing else.'),
  title: z.string().max(200).optional().describe('A short title for the user.'),
  tools: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('Names of the tools it gets; default: all of yours.'),
  agent: z.string().min(1).max(200).optional().describe('The name of a defined agent, where there are any.'),
});

export function createRunAgent(): Tool {
  return defineStateTool({
    name: 'run_agent',
    kind: 'agent',
    exclusive: false,
    words,
    schema,

    preview({ task, title, tools, agent }) {
      const heading = title === undefined ? '' : `${title}\n\n`;
      // The last line is always the app's, so that no line of the task can fake it.
      const toolNames = tools?.map((name) => name.replace(/\s+/g, ' ')).join(', ') || say`none`;
      const only = tools === undefined ? say`Tools: all available in this conversation` : say`Tools: ${toolNames}`;
      const who = agent === undefined ? [] : [say`Agent: ${agent.replace(/\s+/g, ' ')}`];
      return textPreview(say.blocks([`${heading}${task}`, ...who, only]));
    },

    async run({ task, title = '', tools = null, agent = null }, context) {
      const report = await context.runAgent({ task, title, tools, agent });
      if (report.ok) return outputOf(report.value);
      return context.signal.aborted ? canceledOutput('the agent did not start.') : failureOutput(report.error);
    },
  });
}

function outputOf({ end, error, text: reply, note, ...details }: AgentReport): ToolOutput {
  const agent = { agent: details };
  const text = note === undefined ? reply : `${reply}\n\n[${note}]`.trimStart();
  if (end === 'done') return successOutput(text === '' ? 'The agent ended without a reply.' : text, agent);
  const last = text === '' ? '' : `\n\nIts last words:\n${text}`;
  if (end === 'stopped') return canceledOutput(`the agent had not ended.${last}`, agent);
  const why = error ?? 'it did not finish';
  return failureOutput(
    { code: 'TOOL_EXEC_FAILED', message: `the agent did not finish its task: ${why}${last}` },
    agent,
  );
}
