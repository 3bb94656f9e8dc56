// English strings for tool calls: boxes, approvals, the chain, and the viewer for full outputs.

import { counted } from '../../../core/words/wording.ts';

const calls = (count: number): string => counted(count, 'tool call', 'tool calls');

export const catalog = {
  showInChain: 'Show in chain',
  backToChain: 'Back to all calls',
  states: {
    queued: 'Queued',
    waiting: 'Waiting for you',
    running: 'Running',
    ok: 'Done',
    error: 'Failed',
    denied: 'Denied',
    cancelled: 'Canceled',
    interrupted: 'Interrupted',
  },
  elsewhere: 'Running in another app',
  /** Why it is queued. */
  behind: 'Queued',
  /** Replaces `states.waiting` while a form is open. */
  asking: 'Waiting for your answer',
  /** Refused before validation. */
  notRun: { switched_off: 'Turned off', unknown: 'Tool not available', arguments: 'Invalid arguments' },
  refused: {
    person: 'Denied by you',
    because: (reason: string) => `Denied by you: ${reason}`,
    rule: 'Denied by rule',
    nobody: 'No one available to approve',
    hook: (reason: string) => `Denied by a hook: ${reason}`,
  },
  /** A background command that no longer runs. */
  commandEnded: 'ended',
  outcomeUnknown: 'Started, outcome unknown',
  outcomeUnknownBrief: 'Outcome unknown',
  neverStarted: 'Not started',
  exit: (code: number) => `Exit ${code}`,
  timedOut: 'Timed out',
  sandbox: {
    closed: 'In the sandbox, no network access',
    open: (hosts: readonly string[]) => `In the sandbox, network access to ${hosts.join(', ')}`,
    none: (reason: string) => `Ran outside the sandbox because none is available. ${reason}`,
    ranAgain: 'ran again with more access',
    stopped: {
      write: (path: string) => `Not allowed to write to ${path}`,
      read: (path: string) => `Not allowed to read ${path}`,
      host: (host: string) => `Not allowed to connect to ${host}`,
      made: (path: string) => `Created ${path}, which configures other apps; it was moved aside`,
      unchecked: (path: string) =>
        `Not everything in ${path} could be checked; review it before you run anything there`,
    },
  },
  waited: (time: string) => `waited ${time}`,
  fold: (count: number) => calls(count),
  steps: (count: number) => counted(count, 'step', 'steps'),
  /** Finished calls by kind, as parts of one sentence. */
  done: {
    commands: (count: number) => `ran ${counted(count, 'command', 'commands')}`,
    edited: (count: number) => `edited ${counted(count, 'file', 'files')}`,
    written: (count: number) => `wrote ${counted(count, 'file', 'files')}`,
    read: (count: number) => `read ${counted(count, 'file', 'files')}`,
    searched: (count: number) => (count === 1 ? 'searched once' : `searched ${count} times`),
    listed: (count: number) => `listed ${counted(count, 'folder', 'folders')}`,
    web: (count: number) => (count === 1 ? 'searched the web' : `searched the web ${count} times`),
    fetched: (count: number) => `fetched ${counted(count, 'page', 'pages')}`,
    agents: (count: number) => `ran ${counted(count, 'agent', 'agents')}`,
    /** Without a name: several servers. */
    server: (count: number, name: string) =>
      `called ${counted(count, 'tool', 'tools')} from ${name === '' ? 'several servers' : name}`,
    tool: (count: number, name: string) => `used ${count === 1 ? name : counted(count, 'tool', 'tools')}`,
    asked: (count: number) => (count === 1 ? 'asked you a question' : `asked you ${count} questions`),
    plans: (count: number) => (count === 1 ? 'presented a plan' : `presented ${count} plans`),
    todo: (_count: number) => 'updated the to-do list',
    other: (count: number) => counted(count, 'more call', 'more calls'),
  },
  /** Between finished and failed calls. */
  comma: ', ',
  /** A call's measure, at the right of its row. */
  measures: {
    matches: (count: number) => (count === 0 ? 'no matches' : counted(count, 'match', 'matches')),
    entries: (count: number) => (count === 0 ? 'empty' : counted(count, 'entry', 'entries')),
    lines: (count: number) => counted(count, 'line', 'lines'),
  },
  failed: (count: number) => `${count} failed`,
  denied: (count: number) => `${count} denied`,
  stopped: (count: number) => `${count} unfinished`,
  tabs: { result: 'Result', output: 'Output', arguments: 'Arguments', raw: 'Raw' },
  views: 'Views of this call',
  rawArguments: 'Arguments exactly as the model sent them',
  rawResult: 'Result exactly as the model received it',
  fullOutput: 'Full output',
  copyResult: 'Copy result',
  menu: 'Call actions',
  more: 'More',
  noOutput: 'No output.',
  noResultYet: 'No result yet.',
  /** Below the output of an interrupted call. */
  printedBefore: 'Its output until then is above.',
  interruptedBody: 'The app closed while this call was running. What it did before that is unknown.',
  taskBody: 'The app closed while a server was running this call as a task. The server may have finished it.',
  neverStartedBody: 'The app closed before this call started. It did nothing.',
  /** For an interrupted call that is still unresolved. */
  open: {
    choices: 'What to do with this call',
    run_again: 'Run again',
    run: 'Run',
    get_result: 'Get the result',
    skip: 'Skip',
    mark_done: 'Mark as done',
    end_and_run_again: 'End and run again',
    end_and_skip: 'End and skip',
    skipAll: (count: number) => `Skip all ${count}`,
    stillRunning: (pid: number) => `It may still be running (process ${pid}).`,
    hints: {
      run_again: 'Runs only this call, with approval as usual',
      get_result: 'Asks the server for the result of the task it continued',
      skip: 'Tells the model the call was interrupted and you skipped it',
      mark_done: 'Tells the model you marked the call as done',
      run: 'Runs only this call, with approval as usual',
      end_and_run_again: 'Ends anything still running, then runs the call again',
      end_and_skip: 'Ends anything still running, then skips the call',
    },
  },
  /** The user's choice for an interrupted call. */
  resolved: { run_again: 'Ran again', get_result: 'Result fetched', skip: 'Skipped', mark_done: 'Marked as done' },
  /** For a large result whose full output is not loaded yet. */
  previewOf: (size: string) => `Showing the beginning of ${size}. Open “Full output” to see everything.`,
  unreadable: (name: string) => `Call ${name} with unreadable arguments`,
  badArguments: 'The arguments aren’t valid JSON. They are shown exactly as the model sent them.',
  newFile: 'New file',
  todo: { pending: 'To do', in_progress: 'In progress', completed: 'Done' },
  chain: {
    title: 'Chain',
  },
  viewer: {
    title: 'Full output',
    search: 'Find in full output…',
    next: 'Next match',
    previous: 'Previous match',
    matches: (at: number, of: string) => `${at} of ${of}`,
    none: 'No matches',
    position: 'Position',
    loading: 'Loading…',
    line: (line: number) => `line ${line.toLocaleString('en')}`,
  },
} as const;
