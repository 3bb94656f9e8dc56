// Words of the providers: their list in the settings and the form of one.

import { counted } from './counted.ts';

export const providerStrings = {
  intro: 'Servers that provide models. Any OpenAI-compatible server works.',
  add: 'Add server',
  edit: 'Edit',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeBody:
    'Its address and key are removed. Conversations that used it are kept and can continue with another model.',
  test: 'Test',
  testing: 'Testing…',
  answers: (count: number) => `Connected · ${counted(count, 'model', 'models')}`,
  demo: 'A script on this machine. It really uses the tools, and says that it is a script.',
  environment: 'From OPENAI_BASE_URL and OPENAI_API_KEY at launch',
  key: {
    none: 'No key',
    keychain: 'Key in the system keychain',
    memory: 'Key kept until you quit',
    environment: 'Key from the environment',
    not_needed: 'No key needed',
  },
  first: (name: string, model: string) => `New chats now use ${model} from “${name}”. You can change this under Model.`,
  firstWithout: (name: string) =>
    `“${name}” is saved, but it did not list its models. Enter one under Model to use it in new chats.`,
  nameMissing: 'Enter a name.',
  addressBad: 'Enter an address that begins with http:// or https://.',
  form: {
    name: 'Name',
    namePlaceholder: 'My server',
    address: 'Address',
    addressPlaceholder: 'https://api.example.com/v1',
    addressHint: 'Up to and including /v1.',
    key: 'Key',
    keyHint: 'Leave empty if the server needs none.',
    keyHintAgain:
      'The saved key belongs to the previous address and is removed when you save. Enter it again if this server needs it.',
    keyHintSaved: 'A key is saved and is never shown again. Leave empty to keep it.',
    test: 'Test connection',
    testing: 'Testing…',
    tested: (count: number) => `Connected. ${counted(count, 'model', 'models')}.`,
    model: 'Model for new chats',
    modelMissing: 'The server has several models. Choose one for new chats.',
    use: 'Use this server',
  },
} as const;
