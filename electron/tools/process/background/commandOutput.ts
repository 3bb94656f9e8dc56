// Descriptions of background commands for the model: their state, and a page of output.

import type { ToolDetails } from '../../../../shared/conversation/message.ts';
import type { BackgroundCommand } from '../../../../shared/features/processes/methods.ts';
import { readableOutput } from '../../../lib/readableOutput.ts';
import type { ResultPage, ToolOutput } from '../../../ports/tool.ts';
import { sandboxNote } from '../sandboxNote.ts';

/** Including its notice, a page stays below the spill threshold. */
export const maxPageBytes = 40_000;

export function stateText({ id, state, exitCode, signal, endedBy }: BackgroundCommand): string {
  if (state === 'running') return `${id} is running`;
  if (endedBy === 'app') return `${id} ended when the app that started it closed`;
  if (endedBy === 'timeout') return `${id} was ended: timed out`;
  if (endedBy === 'request') return `${id} was ended`;
  return exitCode === null ? `${id} was killed by ${signal ?? 'the system'}` : `${id} ended with exit code ${exitCode}`;
}

/** Its output, then a line with its state and how to continue. */
export function pageOutput(before: string, page: ResultPage, command: BackgroundCommand): ToolOutput {
  const { text, offset, nextOffset, totalBytes } = page;
  const printed = totalBytes.toLocaleString('en-US');
  const content = (body: string): string =>
    `${before}${sandboxNote(command.sandbox)}${body}${body.endsWith('\n') ? '' : '\n'}[${range}. ${goOn(command, nextOffset, totalBytes)}]`;
  const readable = readableOutput(text);
  const range = text === '' ? `${printed} bytes of output so far` : `From byte ${offset} of ${printed}`;
  return {
    outcome: 'ok',
    content: content(text === '' ? 'No new output.' : readable),
    details: {
      ...commandDetails(command),
      ...(readable === text ? {} : { printed: content(text) }),
      ...(nextOffset === null ? {} : { truncated: true }),
    },
  };
}

function goOn(command: BackgroundCommand, nextOffset: number | null, totalBytes: number): string {
  const state = stateText(command);
  if (nextOffset !== null) return `${state}. Use offset ${nextOffset} to continue.`;
  return command.state === 'running'
    ? `${state}. New output begins at offset ${totalBytes}.`
    : `${state}. This is the end.`;
}

export function commandDetails(command: BackgroundCommand): ToolDetails {
  const { id, state, exitCode, signal, sandbox } = command;
  return {
    background: { id, state },
    ...(state === 'running' ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
    ...(sandbox ? { sandbox } : {}),
  };
}
