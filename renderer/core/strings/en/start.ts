// Words of the first screen and of an empty chat.

export const startStrings = {
  title: 'Throughline',
  about: [
    'A place to work with models that use tools: they read, change and run things in your folder, and ask before they do.',
    'Every message, tool call and result is saved to disk before the next one starts, so nothing is lost if you close the app or it crashes.',
  ],
  demoBody:
    'A script plays the model; the tools are real. No key, no network. It reads at once, and asks before it changes anything.',
  demoTry: 'Try it on a sample folder',
  ownTitle: 'Or begin with your own',
  providerTitle: 'A model provider',
  providerBody: 'OpenAI, Anthropic, Google and more with your key, or a compatible server.',
  providerChoose: 'Choose a provider…',
  /** A server of models that was found running on this machine. */
  local: {
    found: (name: string) => `${name} is running on this machine`,
    models: (count: number, model: string) =>
      count === 0
        ? 'no model yet'
        : count === 1
          ? model
          : model === ''
            ? `${count} models to choose from`
            : `${model} and ${count - 1} more`,
    needsKey: 'needs a key',
    noTools: 'this model cannot use tools',
    use: (name: string) => `Use ${name}`,
  },
  folderTitle: 'Working folder',
  folderNone: 'None yet. Without one you can chat, but nothing is read or changed.',
  folderChoose: 'Choose a folder…',
  folderChange: 'Change…',
  continueTitle: 'Continue',
  examplesTitle: 'Worth trying',
  examplesInSample: 'Worth trying, in the sample folder',
  emptyTitle: 'What shall we work on?',
  examples: {
    look: { text: 'List the files and read the README', shows: 'Reads and results' },
    edit: {
      text: 'Write in notes.md what is in this folder, then improve its heading',
      shows: 'A diff to approve, and undo',
    },
    plan: { text: 'Plan how to write notes.md', shows: 'A plan that you edit and accept' },
    failure: { text: 'Run a command that fails, and find out why', shows: 'A failure, and what follows' },
    chain: { text: 'Look through every file, and say what each holds', shows: 'A to-do list and a long chain' },
  },
} as const;
