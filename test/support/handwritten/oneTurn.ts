// A turn shared by several histories: a question, two calls, their results and the answer.

import { assistantMessage, call, toolMessage, userMessage } from '../messageBuilder.ts';

export const asks = userMessage('The question.');
export const calls = assistantMessage('The call.', [
  call('c1', 'run_command', '{"command":"make"}'),
  call('c2', 'read_file', '{}'),
]);
export const result = toolMessage('c1', 'The output.');
export const other = toolMessage('c2', 'The file.');
export const ends = assistantMessage('The answer.');
