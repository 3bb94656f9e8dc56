// Words of the providers: their list in the settings, which one to add, and the form of one.

import { counted } from './counted.ts';

const models = (count: number): string => counted(count, 'model', 'models');

export const providerStrings = {
  intro: 'Where models come from. Keys are never kept in a file.',
  add: 'Add a provider',
  edit: 'Edit',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeBody:
    'Its address, key and headers are removed. Conversations that used it are kept and can continue with another model.',
  test: 'Test',
  testing: 'Testing…',
  answers: (count: number) => `Connected · ${models(count)}`,
  demo: 'A script on this machine. It really uses the tools, and says that it is a script.',
  /** Variables, put together with the two words. */
  environment: (names: string) => `From ${names} at launch`,
  environmentOr: ' or ',
  environmentAnd: ' and ',
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
  picker: {
    title: 'Choose a provider',
    find: 'Find a provider or enter an address…',
    back: 'All providers',
    other: 'Other (any compatible server)',
    groups: {
      found: 'Running on this machine',
      online: 'Online',
      local: 'On your own machine',
    },
    models: (count: number) => (count === 0 ? 'no model yet' : models(count)),
    needsKey: 'needs a key',
  },
  form: {
    name: 'Name',
    namePlaceholder: 'My server',
    address: 'Address',
    addressPlaceholder: 'https://api.example.com/v1',
    addressHints: {
      openai: 'Up to and including /v1.',
      responses: 'Up to and including /v1.',
      anthropic: 'Up to and including /v1.',
      gemini: 'Up to and including /v1beta.',
      ollama: 'Host and port, without a path.',
    },
    addressOwn: (example: string) => `Yours looks like ${example}`,
    wire: 'API',
    wireHints: {
      openai: 'What most compatible servers speak.',
      responses: 'The newer API of OpenAI, which some other servers have too.',
      anthropic: 'Anthropic’s API, and gateways that offer it.',
      gemini: 'Google’s own API.',
      ollama: 'Ollama’s own API: Throughline then sets the size of the context.',
    },
    key: 'Key',
    keyHint: 'Leave empty if the server needs none.',
    keyNeeded: 'This server needs a key.',
    keyHintLocal: 'Not needed unless you set one on the server.',
    keyHintAgain:
      'The saved key belongs to the previous address and is removed when you save. Enter it again if this server needs it.',
    keyHintSaved: 'A key is saved and is never shown again. Leave empty to keep it.',
    keyPage: (host: string) => `Create a key at ${host}`,
    test: 'Test connection',
    testing: 'Testing…',
    tested: (count: number) => `Connected. ${models(count)}.`,
    model: 'Model for new chats',
    modelMissing: 'The server has several models. Choose one for new chats.',
    use: 'Use this provider',
    saveAnyway: 'Save anyway',
    answersHere: (wire: string) => `${wire} answers at this address`,
    answersAt: (wire: string, address: string) => `${wire} answers at ${address}`,
    takeWire: (wire: string) => `Switch to ${wire}`,
    takeAddress: 'Use this address',
    connection: {
      title: 'Connection',
      about: 'Headers, proxy, certificate, time limits',
      headers: 'Extra headers',
      headersHint: 'Sent with every request. Values are kept like keys and never shown again.',
      headerName: 'Header',
      headerValue: 'Value',
      valueSaved: 'Saved; leave empty to keep it',
      addHeader: 'Add header',
      removeHeader: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
      headerCount: (count: number) => counted(count, 'extra header', 'extra headers'),
      proxy: 'Proxy',
      proxyHint:
        'Leave empty to use HTTPS_PROXY from the environment; “direct” uses none. A password in the address goes to the keychain.',
      proxySet: 'proxy',
      certificate: 'Certificate file',
      certificateHint:
        'A PEM file with a certificate authority to trust as well, such as your company’s; “system” trusts those of the system.',
      certificateSet: 'own certificate',
      times: {
        connectTimeoutSeconds: {
          label: 'Connect within (s)',
          hint: 'From 1 to 300. Leave empty for 10.',
          bad: 'Enter a whole number from 1 to 300.',
        },
        idleTimeoutSeconds: {
          label: 'Idle timeout (s)',
          hint: 'From 5 to 3,600. Leave empty to use the one under Run.',
          bad: 'Enter a whole number from 5 to 3,600.',
        },
      },
      timesSet: 'time limits',
    },
  },
} as const;
