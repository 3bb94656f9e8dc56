// Words of the first screen and of an empty chat.

export const startStrings = {
  title: 'Throughline',
  about: [
    'A place to work with models that use tools: they read, change and run things in your folder, and ask before they do.',
    'Every message, tool call and result is saved to disk before the next one starts, so nothing is lost if you close the app or it crashes.',
  ],
  demoTitle: 'Demo',
  demoBody:
    'A script, not a model. It really uses the tools, on your folder or on a sample that comes with the app, so you can see how everything works. No key, no network.',
  demoTry: 'Try the demo',
  providerTitle: 'A model provider',
  providerBody: 'OpenAI, Anthropic, Google, OpenRouter and others with your key, or any compatible server.',
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
  examplesTitle: 'Or try one of these – they work with the demo, too',
  emptyTitle: 'What shall we work on?',
  emptyIn: (project: string) => `In ${project}`,
  examples: [
    'List the files and read the README',
    'Make a plan, then write notes.md',
    'Run a command that shows the date',
  ],
} as const;
