// English strings for links from outside.

export const catalog = {
  note: 'This text came from a link. Check it before you send it.',
  open: 'Open',
  show: 'Show',
  addBelow: 'Add below my text',
  files: 'You opened files with Throughline. Nothing is imported until you choose what.',
  otherFolder: 'The link names a folder that is not one of your projects, so the chat doesn’t use it.',
  noConversation: 'The conversation that the link names is not here.',
  offers: {
    conversation: 'A link wants to open a conversation.',
    settings: 'A link wants to open a page of the settings.',
    search: (text: string) => `A link wants to search for “${text}”.`,
    new: (text: string) => `A link wants to start a chat with “${text}”. Nothing is sent.`,
  },
  problems: {
    tooLong: 'A link was not opened: it is too long.',
    hidden: 'A link was not opened: its text contains hidden characters.',
    unknown: 'A link was not opened: Throughline has nothing by that name.',
  },
};
