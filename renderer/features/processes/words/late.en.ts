// Strings for background commands, sub-agents and progress.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  close: 'Hide background commands',
  none: 'No background commands.',
  noneHint:
    'Commands that keep running, such as a development server, appear here. Try “Start the development server in the background”.',
  states: { running: 'Running', ended: 'Ended' },
  exit: (code: number) => `Exit ${code}`,
  signal: (name: string) => `Ended by ${name}`,
  endedBy: { request: 'Ended on request', timeout: 'Ended: timed out', app: 'Ended with the app' },
  conversation: (title: string) => `In “${title}”`,
  untitled: 'Untitled',
  output: 'Output',
  outputOf: (command: string) => `Output of ${command}`,
  back: 'All background commands',
  noOutput: 'No output yet.',
  end: 'End',
  ending: 'Ending…',
  endOf: (command: string) => `End ${command}`,
  ended: (command: string) => `Ended ${command}.`,
  pid: (pid: number) => `Process ${pid}`,
  folder: (path: string) => `in ${path}`,
  agent: {
    chain: 'What the agent did',
    opening: 'Opening the agent’s conversation…',
    gone: 'The agent’s conversation no longer exists.',
    nothing: 'It didn’t call any tools.',
    earlier: (count: number) => counted(count, 'earlier call', 'earlier calls'),
    open: 'Open conversation',
    thinking: 'Waiting for the model…',
    says: 'Latest message',
    askedIn: (title: string) => `Answer in “${title}”, in the card of the call that started this agent.`,
    askedAbove: 'Answer in the conversation that started this agent.',
    toQuestion: 'Go to the question',
    calls: (count: number) => counted(count, 'tool call', 'tool calls'),
  },
  progress: {
    label: 'Progress',
    percent: (value: number) => `${value}%`,
    step: (value: number) => `Step ${value.toLocaleString('en')}`,
    of: (value: number, total: number) => `${value.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    task: { working: 'Running on the server as a task', input_required: 'The task needs your input' },
  },
} as const;
