// English strings for importing from other apps.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  title: 'Import conversations',
  intro: 'Import session files or downloaded exports from other apps. Your files aren’t changed.',
  drop: 'Drop files or folders here',
  dropNow: 'Drop to check them',
  or: 'or',
  files: 'Choose files…',
  folder: 'Choose folder…',
  where: 'Where to look',
  exportFile: 'your data export, zipped or not',
  others: 'Also exported JSON from OpenCode, Open WebUI, LibreChat, VS Code, and OpenAI messages.',
  sending: (done: string, of: string) => `Copying ${done} of ${of}…`,
  reading: (files: number, conversations: number) =>
    `Reading… ${counted(conversations, 'conversation', 'conversations')} in ${counted(files, 'file', 'files')}`,
  importing: (done: number, of: number) => `Importing ${done.toLocaleString('en')} of ${of.toLocaleString('en')}…`,
  stop: 'Stop',
  stopped: 'Stopped. Conversations imported so far are kept.',
  none: 'No conversations found',
  noneHint: 'Choose a session file, an export, or the folder where an app stores its sessions.',
  again: 'Choose other files',
  list: 'Conversations',
  all: 'All',
  counts: {
    new: (count: number) => `${count.toLocaleString('en')} new`,
    grown: (count: number) => `${count.toLocaleString('en')} with new messages`,
    known: (count: number) => `${count.toLocaleString('en')} already here`,
    failed: (count: number) => `${count.toLocaleString('en')} failed`,
  },
  messages: (count: number) => counted(count, 'message', 'messages'),
  agents: (count: number) => counted(count, 'agent', 'agents'),
  state: {
    new: 'New',
    grown: (count: number) => counted(count, 'new message', 'new messages'),
    known: 'Already here',
    failed: 'Failed',
  },
  more: (count: number) => `${count.toLocaleString('en')} more, not listed here. They are imported too.`,
  problems: (count: number) => counted(count, 'problem', 'problems'),
  problemsHint: 'These parts couldn’t be read. The rest isn’t affected.',
  moreProblems: (count: number) => `And ${count.toLocaleString('en')} more.`,
  line: (file: string, line: number) => `${file}, line ${line.toLocaleString('en')}`,
  import: (count: number) => (count === 0 ? 'Import' : `Import ${count.toLocaleString('en')}`),
  nothingNew: 'Everything here has already been imported.',
  done: (fresh: number, grown: number) =>
    fresh === 0 && grown === 0
      ? 'Nothing was imported.'
      : [
          fresh > 0 ? `${counted(fresh, 'conversation', 'conversations')} imported` : '',
          grown > 0
            ? `${fresh > 0 ? grown.toLocaleString('en') : counted(grown, 'conversation', 'conversations')} updated`
            : '',
        ]
          .filter(Boolean)
          .join(', ')
          .concat('.'),
  open: 'Open',
  openHint: 'Choose one to open.',
  tooMany: (max: number) => `You can import up to ${max.toLocaleString('en')} files at once. Choose fewer.`,
  tooLarge: (max: number) => `You can import up to ${max / 1024 / 1024 / 1024} GB at once. Choose fewer files.`,
  unreadable: (file: string) => `${file} couldn’t be read. Choose the files again.`,
};
