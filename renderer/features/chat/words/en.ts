// English strings for the conversation: title bar, transcript, composer.

import type { ModelInfo } from '../../../../shared/features/models/modelInfo.ts';
import { formatTokenCount } from '../../../core/format/tokens.ts';
import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  newChat: 'New chat',
  untitled: 'Untitled',
  rename: 'Rename',
  title: 'Conversation title',
  model: 'Model',
  modelNone: 'Choose a model',
  modelFilter: 'Find or type a model name…',
  modelUse: (name: string) => `Use “${name}”`,
  /** Short facts about a model from its server. */
  modelFacts: ({ contextWindow, tools, images, thinking, loaded, price }: ModelInfo) =>
    [
      loaded ? 'loaded' : '',
      contextWindow === undefined ? '' : `${formatTokenCount(contextWindow)} tokens`,
      tools === undefined ? '' : tools ? 'tools' : 'no tools',
      images ? 'images' : '',
      thinking ? 'thinking' : '',
      price === undefined ? '' : price.input + price.output === 0 ? 'free' : `$${price.input} in, $${price.output} out`,
    ]
      .filter(Boolean)
      .join(' · '),
  modelOf: (provider: string) => `Models from ${provider}`,
  modelsLoading: 'Loading models…',
  modelNotFound: 'No matching models.',
  modelSettings: 'Providers…',
  demoBadge: 'Scripted demo',
  demoLine: {
    region: 'Your own folder and model',
    says: 'You’re talking to a demo. Switch to:',
    folder: 'Your folder…',
    model: 'Your model…',
  },
  approvalLabel: 'Approvals',
  approval: {
    ask: { name: 'Ask', hint: 'Asks before reading, changing or running anything.' },
    reads: { name: 'Read', hint: 'Reads files in the folder. Asks before changing or running anything.' },
    edits: {
      name: 'Edit',
      hint: 'Also edits files in the folder; you can undo the changes. Asks before running anything.',
    },
    sandbox: {
      name: 'Sandbox',
      hint: 'Also runs commands that can write only to the folder and have no network access.',
    },
    all: {
      name: 'Full access',
      hint: 'Dangerous: changes and runs anything without asking. Use only where there is nothing to lose.',
    },
    plan: { name: 'Plan', hint: 'Changes nothing. Ends with a plan you can edit and accept.' },
  },
  projectDefault: (name: string) => `Also use for new chats in ${name}`,
  projectDefaultHint: 'Sets the default for this project. Conversations with their own mode keep it.',
  projectDefaultNow: (mode: string) => `They now start with “${mode}”.`,
  nextMode: 'Next:',
  noSandbox: 'Sandbox unavailable…',
  transcript: 'Transcript',
  you: 'You',
  assistant: 'Assistant',
  thinking: {
    now: 'Thinking…',
    done: 'Thought',
    doneIn: (time: string) => `Thought for ${time}`,
    unseen: 'The provider didn’t share the model’s thinking.',
    unseenIn: (time: string) => `Thought for ${time}. The provider didn’t share the thinking.`,
    dropped: {
      title: (count: number) =>
        count === 1
          ? 'The thinking behind an earlier reply was left out'
          : `The thinking behind ${count} earlier replies was left out`,
      why: 'The provider accepts earlier thinking only if everything before it is unchanged. Since then, something was hidden, pinned, edited, removed or summarized, or the tools changed.',
      means: 'Every message and result was still sent. The model only lacked its own earlier notes.',
    },
  },
  working: 'Waiting for the model…',
  starting: ([first = '', ...others]: readonly string[]) =>
    others.length === 0
      ? `Starting the server “${first}”…`
      : `Starting the servers ${[first, ...others].map((name) => `“${name}”`).join(', ')}…`,
  preparing: (name: string, size: string) => `Preparing ${name} · ${size}`,
  earlierLoading: 'Loading earlier messages…',
  replyCame: 'Reply complete.',
  runStopped: 'Stopped.',
  branchOpened: 'This is on another branch, which is now open.',
  branchBack: 'Go back',
  earlier: 'Earlier messages',
  jumpToLatest: 'Jump to latest',
  /** Replaces it while a waiting request is out of view. */
  waiting: { approval: 'Waiting for your approval', question: 'A question for you' },
  copyMessage: 'Copy message',
  continue: 'Continue',
  openSettings: 'Open settings',
  enterKey: 'Enter key…',
  earlierTry: 'Earlier attempt',
  errorTitle: 'The model call failed',
  errorKept: 'Nothing was lost.',
  errorKeptPartial: 'The partial reply is saved.',
  requestId: (id: string) => `Provider request ID: ${id}`,
  tryAgain: 'Try again',
  leaveOut: 'Leave out and try again',
  hideAndTry: 'Hide and try again',
  leftOut: 'It is no longer sent, but stays in the conversation.',
  whatWillBeSent: 'Next request',
  refused: {
    result: (name: string) => `The problem is the result from ${name}.`,
    call: (name: string) => `The problem is the arguments of a call to ${name}.`,
    message: (words: string) =>
      words === '' ? 'The problem is one of your messages.' : `The problem is your message “${words}”.`,
    image: (words: string) =>
      words === ''
        ? 'The problem is an image in one of your messages.'
        : `The problem is an image in your message “${words}”.`,
    reply: (words: string) =>
      words === '' ? 'The problem is one of the model’s replies.' : `The problem is the model’s reply “${words}”.`,
    record: 'The problem is an entry in the conversation.',
    earlier: 'The problem is an earlier message.',
    tooLarge: {
      result: (name: string) => `It is the result from ${name}.`,
      message: 'It is one of your messages.',
      reply: 'It is one of the model’s replies.',
      earlier: 'It is an earlier message.',
      record: 'It is an entry in the conversation.',
    },
    show: 'Show',
    turnOff: (name: string) => `Turn off ${name}`,
    turnedOff: (name: string) => `${name} is turned off.`,
  },
  runsElsewhere: 'This conversation is running in another app. You can follow its progress here.',
  turnInterrupted: 'This turn was interrupted.',
  noReply: 'No reply yet.',
  askReply: 'Ask for a reply',
  stoppedHere: 'You stopped here.',
  deniedAndStopped: 'You denied a call and stopped here.',
  callsOpen: 'Some calls were interrupted. Decide what to do with each, or just send a message.',
  sources: (count: number) => counted(count, 'source', 'sources'),
  replyCutAtLength: 'The reply reached its length limit here.',
  callsLeftOut: (max: number) =>
    `The model requested more than ${max} calls at once. The rest were skipped, and the model was notified.`,
  replyStopped: 'You stopped this reply here.',
  replyInterrupted: 'The app closed while this reply was arriving. What had arrived is saved.',
  retryIn: (duration: string) => `Retrying in ${duration}`,
  retrying: 'Retrying…',
  tryNow: 'Try now',
  answered: (status: number) => (status === 429 ? 'Rate limit reached.' : `The server returned ${status}.`),
  /** Why text is shown plain. */
  plain: {
    long: 'Shown as plain text because it is very long.',
    reply: 'The rest is shown as plain text because it is very long.',
    deep: 'Shown as plain text because it is deeply nested.',
    dense: 'Shown as plain text because it has a lot of formatting.',
    failed: 'Shown as plain text because it couldn’t be rendered.',
  },
  /** Replaces a message or call that failed to render. */
  notDrawn: 'This part couldn’t be rendered, so it is shown as plain text. Nothing is lost.',
  environment: 'Environment',
  planMode: 'Plan mode',
  filesPutBack: 'Files restored',
  /** Changes that the user undid or redid; `files`: their names. */
  undone: (files: string) => `Undone: ${files}`,
  redone: (files: string) => `Redone: ${files}`,
  moreFiles: (count: number) => `and ${count} more`,
  summary: 'Earlier messages summarized',
  /** A tool that the user ran. */
  youRan: 'You ran',
  commandOutput: 'Command output',
  emptyCommandOutput: 'A command without output',
  addedByApp: 'Added by Claude Code for the model',
  notices: 'Notices',
  openFailed: 'This conversation couldn’t be opened',
  removed: 'This conversation was deleted',
  messageMenu: 'Message actions',
  forget: {
    action: {
      message: 'Remove permanently…',
      reply: 'Remove permanently…',
      call: 'Remove the arguments permanently…',
      result: 'Remove the result permanently…',
    },
    title: {
      message: 'Remove this message permanently?',
      reply: 'Remove this reply permanently?',
      call: 'Remove these arguments permanently?',
      result: 'Remove this result permanently?',
    },
    body: 'The text is removed from all files of this conversation, from backup copies, from the list and from search. Full output and attachments used only here are removed too.',
    kept: 'A placeholder remains so the conversation can continue.',
    running: 'The current run is stopped first.',
    final: 'This can’t be undone. The provider keeps whatever was already sent to a model.',
    confirm: 'Remove permanently',
    removed: 'Permanently removed',
    done: 'Permanently removed.',
    alsoIn: (count: number) =>
      `Permanently removed. Part of the text also appears in ${count === 1 ? 'another message' : `${count} other messages`} of this conversation; nothing was changed there.`,
  },
  message: 'Message',
  placeholder: 'Write a message…',
  commands: 'Commands, skills and prompts (/)',
  placeholderRunning: 'Write the next message…',
  send: 'Send',
  queue: 'Queue',
  queueHint: 'Sent as soon as the model can read it',
  sendNow: 'Send now',
  sendNowHint: 'Stops the run and sends this right away',
  stop: 'Stop',
  stopHint: 'Press Esc again to stop',
  queued: 'Queued',
  queuedList: 'Queued messages',
  withdraw: 'Edit',
  dequeue: 'Remove from the queue',
  dequeued: 'Removed from the queue.',
  alreadySent: 'This message has already been sent.',
  tooLong:
    'This message is longer than 2 million characters. Save it as a file in the folder and mention the file instead.',
  folder: 'Folder',
  folderNone: 'No folder',
  folderGive: 'Choose a folder for this conversation…',
  folderFixed: 'Working folder',
  folderOther: 'New chat in another folder',
  inBackground: 'Running in the background. Follow it in Activity.',
  enterHint: 'Enter to send · Shift+Enter for a new line',
  runningHint: (now: string) => `Enter to queue · ${now} to send now`,
  /** Announced when something waits for the user. */
  announce: {
    call: (sentence: string) => `Waiting for your approval: ${sentence}`,
    question: 'Waiting for your answer:',
    together: (count: number) => `${count} calls are waiting. You can answer them together above the message field.`,
    eachAlone: (count: number) =>
      `${count} calls are waiting. They can’t be allowed together; allow each one in its own card.`,
  },
  /** For calls that were to be answered together. */
  alreadyAnswered: (count: number) => `${counted(count, 'call', 'calls')} had already been answered.`,
} as const;
