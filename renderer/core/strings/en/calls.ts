// Words of tool calls: boxes, approvals, the chain, the viewer of full outputs.

const calls = (count: number): string => (count === 1 ? '1 tool call' : `${count} tool calls`);

export const callStrings = {
  states: {
    queued: 'Queued',
    waiting: 'Waiting for you',
    running: 'Running',
    ok: 'Done',
    error: 'Failed',
    denied: 'Denied',
    cancelled: 'Cancelled',
    interrupted: 'Interrupted',
  },
  elsewhere: 'Runs in another program',
  /** Why it is queued. */
  behind: 'Waits for the call before it',
  /** In place of `states.waiting`, where a form is to be filled in. */
  asking: 'Waiting for your answer',
  /** Refused before it was looked at. */
  notRun: { switched_off: 'Switched off', unknown: 'No such tool here', arguments: 'Arguments do not fit' },
  refused: {
    person: 'Denied by you',
    because: (reason: string) => `Denied by you: ${reason}`,
    rule: 'Denied by your rule',
    nobody: 'Nobody was there',
  },
  /** A command in the background that runs no longer. */
  commandEnded: 'ended',
  outcomeUnknown: 'Started; what came of it is not known',
  outcomeUnknownBrief: 'Outcome unknown',
  neverStarted: 'Not started',
  exit: (code: number) => `Exit ${code}`,
  timedOut: 'Timed out',
  waited: (time: string) => `waited ${time}`,
  fold: (count: number) => calls(count),
  failed: (count: number) => `${count} failed`,
  denied: (count: number) => `${count} denied`,
  stopped: (count: number) => `${count} not finished`,
  tabs: { result: 'Result', output: 'Output', arguments: 'Arguments', raw: 'Raw' },
  views: 'Views of this call',
  rawArguments: 'Arguments, exactly as the model sent them',
  rawResult: 'Result, exactly as the model read it',
  fullOutput: 'Full output',
  copyResult: 'Copy result',
  menu: 'More for this call',
  noOutput: 'No output.',
  noResultYet: 'No result yet.',
  /** Under what a call had printed. */
  printedBefore: 'Its output was cut off; this is how it begins.',
  interruptedBody: 'The app ended while this call was running. What it did before that is not known.',
  neverStartedBody: 'The app ended before this call was started. It did nothing.',
  /** For a call that was interrupted and that nobody has decided about. */
  open: {
    choices: 'What to do about this call',
    run_again: 'Run again',
    run: 'Run',
    skip: 'Skip',
    mark_done: 'Mark as done',
    end_and_run_again: 'End it and run again',
    end_and_skip: 'End it and skip',
    skipAll: (count: number) => `Skip all ${count}`,
    stillRunning: (pid: number) => `It may still be running (process ${pid}).`,
    hints: {
      run_again: 'Runs this one call, asked about like any other',
      skip: 'The model reads that it was interrupted and that you skipped it',
      mark_done: 'The model reads that you say it was done',
      run: 'Runs this one call, asked about like any other',
      end_and_run_again: 'Ends what is still running of it, then runs it again',
      end_and_skip: 'Ends what is still running of it, then skips the call',
    },
  },
  /** How a call got its result after an interruption. */
  resolved: { run_again: 'Ran again', skip: 'Skipped', mark_done: 'Marked as done' },
  /** What a box shows of a large result before its full output is asked for. */
  previewOf: (size: string) => `The beginning of ${size}. “Full output” opens all of it.`,
  unreadable: (name: string) => `Use ${name}, with arguments that cannot be read`,
  badArguments: 'The arguments are not valid JSON. They are shown as the model sent them.',
  newFile: 'New file',
  todo: { pending: 'To do', in_progress: 'In progress', completed: 'Done' },
  chain: {
    title: 'Chain',
    empty: 'No tool calls yet.',
    emptyHint:
      'When the model reads, changes or runs something, it is listed here. Try “List the files and read the README”.',
    earlier: 'Load earlier calls',
    summary: (count: number) => calls(count),
  },
  viewer: {
    title: 'Full output',
    search: 'Search in the whole output…',
    next: 'Next match',
    previous: 'Previous match',
    matches: (at: number, of: string) => `${at} of ${of}`,
    none: 'No match',
    position: 'Position',
    shown: (from: string, to: string, of: string) => `${from} – ${to} of ${of}`,
    loading: 'Loading…',
    line: (line: number) => `line ${line.toLocaleString('en')}`,
  },
} as const;
