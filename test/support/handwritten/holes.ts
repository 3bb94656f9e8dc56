// Histories with gaps: calls and results not in the order a provider requires, and roles that do not alternate.

import { assistantMessage, call, toolMessage, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';

const asks = userMessage('Please read the plan.');
const calls = assistantMessage('I read it.', [call('c1', 'read_file', '{"path":"plan.md"}')]);
const result = toolMessage('c1', 'The plan says: build a boat.');
const ends = assistantMessage('It is a boat.');
const both = assistantMessage('Two at once.', [call('c1', 'read_file'), call('c2', 'list_files')]);
const second = toolMessage('c2', 'A list of files.');
const again = userMessage('And once more, please.');
const later = assistantMessage('Reading it again.', [call('c1', 'read_file', '{"path":"other.md"}')]);
const lateResult = toolMessage('c1', 'The other file says: no boat.');
const environment = { ...userMessage('[Environment]\nDate: 2026-01-03'), role: 'system', partType: 'environment' };
const failed = (text: string | null) => ({
  ...assistantMessage(''),
  content: text,
  partType: 'error',
  error: { code: 'LLM_ERROR', message: 'the server fell over' },
});
const open = 'Error: interrupted';

export const holes: readonly Handwritten[] = [
  { name: 'a user row between a call and its result', records: [asks, calls, again, result, ends] },
  { name: 'a system row between a call and its result', records: [asks, calls, environment, result, ends] },
  {
    name: 'an error row between a call and its result',
    records: [asks, calls, failed(null), result, ends],
    has: ['No reply: the model call failed.'],
  },
  {
    name: 'an error row with text between a call and its result',
    records: [asks, calls, failed('It had said this much.'), result, ends],
  },
  {
    name: 'an assistant row between a call and its result',
    records: [asks, calls, assistantMessage('I talk in between.'), result, ends],
  },
  {
    name: 'an assistant row with calls between a call and its result',
    records: [asks, calls, assistantMessage('Another.', [call('c2', 'list_files')]), result, second, ends],
  },
  {
    name: 'a note between a call and its result',
    records: [asks, calls, { ...assistantMessage('Only a note.'), partType: 'note' }, result, ends],
    gone: ['Only a note.'],
  },
  {
    name: 'a call of the person between a call and its result',
    records: [asks, calls, toolMessage('own', 'What the person ran.', { partType: 'tool_run' }), result, ends],
  },
  { name: 'a result before its call', records: [asks, result, calls, ends] },
  { name: 'a result before everything', records: [result, asks, calls, ends] },
  { name: 'results in another order than their calls', records: [asks, both, second, result, ends] },
  { name: 'a call id reused in a later turn', records: [asks, calls, result, ends, again, later, lateResult] },
  { name: 'a missing result hidden by a reused id', records: [asks, calls, again, later, lateResult], has: [open] },
  {
    name: 'a reused id of which only the first call has a result',
    records: [asks, calls, result, ends, again, later],
    has: ['Error: interrupted'],
  },
  {
    name: 'one id for two calls of one message',
    records: [asks, assistantMessage('', [call('c1', 'read_file'), call('c1', 'list_files')]), result, lateResult],
  },
  {
    name: 'one id for two calls of one message and one result',
    records: [asks, assistantMessage('', [call('c1', 'read_file'), call('c1', 'list_files')]), result, ends],
    has: [open],
  },
  {
    name: 'a result without an id',
    records: [asks, calls, toolMessage('', 'Whose am I?'), ends],
    lost: ['Whose am I?'],
    has: [open],
  },
  {
    name: 'a result whose id field is missing',
    records: [asks, calls, { ...toolMessage('', 'Nobody named me.'), tool_call_id: undefined }, ends],
    lost: ['Nobody named me.'],
    has: [open],
  },
  {
    name: 'two results for one call',
    records: [asks, calls, result, toolMessage('c1', 'A second opinion.'), ends],
    gone: ['A second opinion.'],
  },
  {
    name: 'two results for one call in different turns',
    records: [asks, calls, result, ends, again, toolMessage('c1', 'Far too late.')],
    gone: ['Far too late.'],
  },
  {
    name: 'one result before its call and one after',
    records: [asks, toolMessage('c1', 'Too early.'), calls, result, ends],
    gone: ['Too early.'],
  },
  {
    name: 'a result that nobody asked for, in front',
    records: [toolMessage('none', 'An orphan.'), asks, ends],
    gone: ['An orphan.'],
  },
  {
    name: 'a result that nobody asked for, in the middle',
    records: [asks, ends, toolMessage('none', 'An orphan.'), again],
    gone: ['An orphan.'],
  },
  { name: 'only a result', records: [toolMessage('none', 'An orphan.')], gone: ['An orphan.'] },
  {
    name: 'an assistant with neither text nor calls',
    records: [asks, { ...assistantMessage(''), content: null }, again],
  },
  { name: 'an assistant of white space', records: [asks, assistantMessage(' \n\t '), again] },
  { name: 'an assistant with an empty list of calls', records: [asks, { ...ends, tool_calls: [] }, again] },
  {
    name: 'an assistant without text and with an empty list of calls',
    records: [asks, { ...assistantMessage(''), content: null, tool_calls: [] }, again],
  },
  {
    name: 'an assistant that only thought',
    records: [asks, assistantMessage('', [], { reasoning: 'Thinking and thinking.' }), again],
  },
  { name: 'white space beside calls', records: [asks, { ...calls, content: '  \n' }, result] },
  { name: 'a list that ends with an assistant', records: [asks, ends] },
  { name: 'a list that ends with open calls', records: [asks, both], has: [open] },
  { name: 'a list that ends with one result of two', records: [asks, both, second], has: [open] },
  { name: 'a list that ends with a result', records: [asks, calls, result] },
  {
    name: 'an interrupted call deep in the history',
    records: [asks, calls, again, ends, userMessage('third'), assistantMessage('fourth'), userMessage('fifth')],
    has: [open],
  },
  {
    name: 'one of two parallel calls interrupted deep in the history',
    records: [asks, both, result, again, ends, userMessage('third'), assistantMessage('fourth')],
    has: [open],
  },
  {
    name: 'every call of three replies interrupted',
    records: [asks, both, again, calls, userMessage('third'), later, userMessage('fourth')],
    has: [open],
  },
  { name: 'a result after the next question', records: [asks, calls, again, ends, result, userMessage('third')] },
  {
    name: 'results of two replies mixed',
    records: [asks, calls, assistantMessage('Two.', [call('c2', 'list_files')]), second, result, ends],
  },
  { name: 'an assistant first', records: [ends, asks] },
  { name: 'calls first', records: [calls, result, asks] },
  { name: 'only an assistant', records: [ends] },
  { name: 'only open calls', records: [both], has: [open] },
  { name: 'two questions in a row', records: [asks, again, userMessage('third'), ends] },
  { name: 'three answers in a row', records: [asks, ends, assistantMessage('Really.'), assistantMessage('A boat!')] },
  { name: 'an answer after open calls', records: [asks, both, ends, assistantMessage('Really.')], has: [open] },
  { name: 'a question of white space', records: [asks, ends, userMessage(' \n '), assistantMessage('Yes?')] },
  { name: 'only questions of white space', records: [userMessage(''), userMessage('\n')] },
  {
    name: 'a question without parts',
    records: [asks, ends, { ...userMessage(''), content: [] }, assistantMessage('Yes?')],
  },
  {
    name: 'an empty question between two answers with calls',
    records: [asks, calls, result, userMessage(''), assistantMessage('Go.', [call('c2', 'list_files')]), second],
  },
];
