// English strings for the activity page.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  title: 'Activity',
  counts: (waiting: number, running: number) =>
    [waiting > 0 ? `${waiting} waiting for you` : '', running > 0 ? `${running} running` : '']
      .filter(Boolean)
      .join(', '),
  next: 'Next one waiting for you',
  project: 'Project',
  allProjects: 'All projects',
  sections: {
    waiting: 'Waiting for you',
    running: 'Running',
    queued: 'Messages not sent yet',
    stopped: 'Stopped early',
    ended: 'New replies',
  },
  empty: 'Nothing is running, and nothing is waiting for you.',
  emptyHint: (keys: string) =>
    `Press ${keys} to send a message in the background. You can write the next one right away and follow its progress here.`,
  emptyProject: 'Nothing is running in this project.',
  open: 'Open',
  openOf: (title: string) => `Open “${title}”`,
  stop: 'Stop',
  stopOf: (title: string) => `Stop “${title}”`,
  markRead: 'Mark all as read',
  thinking: 'Waiting for the model…',
  compacting: 'Compacting the context…',
  startingServers: (names: string) => `Starting ${names}…`,
  retrying: (attempt: number) => `The request failed. Starting attempt ${attempt + 1} shortly.`,
  others: (count: number) => `and ${counted(count, 'other call', 'other calls')}`,
  asks: { approval: 'Needs your approval', question: 'Has a question', plan: 'Has a plan for you' },
  turns: (count: number) => counted(count, 'turn', 'turns'),
  queued: (count: number) => `${counted(count, 'message', 'messages')} queued`,
  agents: 'Agents',
  commands: 'Background commands',
  more: (count: number) => `Show ${count} more`,
  unread: 'The questions couldn’t be loaded.',
  endUnread: 'The details couldn’t be loaded.',
} as const;
