// Strings for the first screen and empty chats.

export const catalog = {
  title: 'Throughline',
  about: [
    'Work with models that use tools. They read files, make changes and run commands in your folder, and ask you first.',
    'Every message, tool call and result is saved to disk as it happens, so you lose nothing if the app closes or crashes.',
  ],
  demoBody:
    'A scripted model with real tools. Works offline, without an API key. It reads files right away and asks before changing anything.',
  demoTry: 'Try it in a sample folder',
  ownTitle: 'Or use your own',
  providerTitle: 'A model provider',
  providerBody: 'OpenAI, Anthropic, Google and others with your API key, or any compatible server.',
  providerChoose: 'Choose a provider…',
  /** A detected local model server. */
  local: {
    found: (name: string) => `${name} is running on this machine`,
    models: (count: number, model: string) =>
      count === 0
        ? 'no models yet'
        : count === 1
          ? model
          : model === ''
            ? `${count} models to choose from`
            : `${model} and ${count - 1} more`,
    needsKey: 'needs a key',
    noTools: 'this model can’t use tools',
    use: (name: string) => `Use ${name}`,
  },
  folderTitle: 'Working folder',
  folderNone: 'None yet. You can chat without one, but the model can’t read or change files.',
  folderChoose: 'Choose a folder…',
  folderChange: 'Change…',
  continueTitle: 'Continue',
  examplesTitle: 'Try asking',
  examplesInSample: 'Try asking in the sample folder',
  emptyTitle: 'What would you like to work on?',
  examples: {
    look: { text: 'List the files and read the README', shows: 'File reading' },
    edit: {
      text: 'Summarize this folder in notes.md, then improve the heading',
      shows: 'Approval and undo',
    },
    plan: { text: 'Plan how to write notes.md', shows: 'An editable plan' },
    failure: { text: 'Run a command that fails and find out why', shows: 'Error handling' },
    chain: {
      text: 'Look through every file and describe what it contains',
      shows: 'A to-do list and many calls',
    },
  },
} as const;
