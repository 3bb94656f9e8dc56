// Words of the page of all that goes on at once.

import { counted } from './counted.ts';

export const activityStrings = {
  title: 'Activity',
  counts: (waiting: number, running: number) =>
    [waiting > 0 ? `${waiting} waiting for you` : '', running > 0 ? `${running} running` : '']
      .filter(Boolean)
      .join(', '),
  next: 'Next that needs you',
  project: 'Project',
  allProjects: 'All projects',
  sections: {
    waiting: 'Waiting for you',
    running: 'Running',
    queued: 'Messages not sent yet',
    stopped: 'Stopped before the end',
    ended: 'New replies',
  },
  empty: 'Nothing is running, and nothing is waiting for you.',
  emptyHint: (keys: string) =>
    `Send a message with ${keys} to start it in the background: the field stays free for the next one, and you find it here.`,
  emptyProject: 'Nothing is going on in this project.',
  open: 'Open',
  openOf: (title: string) => `Open “${title}”`,
  stop: 'Stop',
  stopOf: (title: string) => `Stop “${title}”`,
  markRead: 'Mark all as read',
  thinking: 'Waiting for the model…',
  compacting: 'Compacting the context…',
  startingServers: (names: string) => `Starting ${names}…`,
  retrying: (attempt: number) => `The request failed. Attempt ${attempt + 1} follows shortly.`,
  others: (count: number) => `and ${counted(count, 'other call', 'other calls')}`,
  asks: { approval: 'Needs your approval', question: 'Has a question', plan: 'Has a plan for you' },
  turns: (count: number) => counted(count, 'turn', 'turns'),
  queued: (count: number) => `${counted(count, 'message', 'messages')} queued`,
  agents: 'Agents',
  commands: 'Background commands',
  more: (count: number) => `Show ${count} more`,
  unread: 'The questions could not be loaded.',
  endUnread: 'What happened could not be loaded.',
} as const;
