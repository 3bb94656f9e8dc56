// Words of the first screen and of an empty chat.

export const startStrings = {
  title: 'Throughline',
  about: [
    'A place to work with models that use tools: they read, change and run things in a folder of yours, and ask before they do.',
    'Every message, tool call and result is on your disk before the next one starts, so nothing is lost when you close it, or it crashes.',
  ],
  demoTitle: 'The demo',
  demoBody:
    'A script, not a model. It really uses the tools, on your folder or on a sample that comes with the app, so you can see how everything works. No key, no network.',
  demoTry: 'Try the demo',
  serverTitle: 'A server of yours',
  serverBody: 'Any server that speaks the OpenAI API: a provider with a key, or one on your machine.',
  serverConnect: 'Connect a server',
  /** A server of models that was found running on this machine. */
  local: {
    found: (name: string) => `${name} runs on this machine`,
    models: (count: number, model: string) =>
      count === 0
        ? 'no model yet'
        : count === 1
          ? model
          : model === ''
            ? `${count} models to choose from`
            : `${model} and ${count - 1} more`,
    needsKey: 'wants a key',
    use: (name: string) => `Use ${name}`,
  },
  folderTitle: 'A folder to work in',
  folderNone: 'None yet. Without one you can talk, but nothing is read or changed.',
  folderChoose: 'Choose a folder…',
  folderChange: 'Change…',
  examplesTitle: 'Or try one of these; they work with the demo, too',
  emptyTitle: 'What shall we work on?',
  emptyIn: (project: string) => `In ${project}`,
  examples: [
    'List the files and read the README',
    'Make a plan, then write notes.md',
    'Run a command that shows the date',
  ],
  server: {
    name: 'Name',
    namePlaceholder: 'My server',
    address: 'Address',
    addressPlaceholder: 'https://api.example.com/v1',
    addressHint: 'Up to and including /v1.',
    key: 'Key',
    keyHint: 'Leave it empty for a server that needs none.',
    keyHintAgain:
      'The saved key belongs to the former address and goes when you save. Type the key again if this server needs it.',
    keyHintSaved: 'A key is saved and is never shown again. Leave this empty to keep it.',
    test: 'Test the connection',
    testing: 'Testing…',
    tested: (count: number) => (count === 1 ? 'It answers. 1 model.' : `It answers. ${count} models.`),
    model: 'Model for new chats',
    modelMissing: 'Choose a model for new chats. The server has several.',
    use: 'Use this server',
  },
} as const;
