// English strings for providers: list, picker and form.

import { counted } from '../../../core/words/wording.ts';

const models = (count: number): string => counted(count, 'model', 'models');

export const catalog = {
  intro: 'Services and servers that provide models. Keys are stored in your system keychain, never in a file.',
  add: 'Add a provider',
  edit: 'Edit',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeBody:
    'Its address, key and headers are removed. Conversations that used it are kept, and you can continue them with another model.',
  test: 'Test',
  testing: 'Testing…',
  answers: (count: number) => `Connected · ${models(count)}`,
  demo: 'A script on this machine. Uses real tools and always says it’s a demo.',
  /** Variable names, joined by the two words. */
  environment: (names: string) => `From ${names} at launch`,
  environmentOr: ' or ',
  environmentAnd: ' and ',
  key: {
    none: 'No key',
    keychain: 'Key in the system keychain',
    memory: 'Key kept until you quit',
    environment: 'Key from the environment',
    not_needed: 'No key needed',
    missing: 'Key missing: enter it again',
  },
  first: (name: string, model: string) =>
    `New conversations now use ${model} from “${name}”. You can change this under Model.`,
  firstWithout: (name: string) =>
    `“${name}” is saved, but it didn’t list any models. Enter one under Model to use it in new conversations.`,
  nameMissing: 'Enter a name.',
  addressBad: 'Enter an address that starts with http:// or https://.',
  picker: {
    title: 'Choose a provider',
    find: 'Find a provider or enter an address…',
    back: 'All providers',
    other: 'Other (any compatible server)',
    groups: {
      found: 'Running on this machine',
      online: 'Online',
      local: 'On your machine',
    },
    models: (count: number) => (count === 0 ? 'no models yet' : models(count)),
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
      openai: 'Used by most compatible servers.',
      responses: 'OpenAI’s newer API, also supported by some other servers.',
      anthropic: 'Anthropic’s API, also supported by some gateways.',
      gemini: 'Google’s own API.',
      ollama: 'Ollama’s own API, which lets Throughline set the context size.',
    },
    key: 'Key',
    keyHint: 'Leave empty if the server doesn’t need a key.',
    keyNeeded: 'This server needs a key.',
    keyHintLocal: 'Only needed if you set one on the server.',
    keyHintAgain:
      'The saved key belongs to the previous address and will be removed when you save. If this server needs a key, enter it again.',
    keyHintSaved: 'A key is saved. It is never shown again. Leave empty to keep it.',
    keyHintMissing: 'The key was kept only until Throughline quit. Enter it again.',
    keyPage: (host: string) => `Create a key at ${host}`,
    test: 'Test connection',
    testing: 'Testing…',
    tested: (count: number) => `Connected. ${models(count)}.`,
    model: 'Model for new conversations',
    modelMissing: 'The server has several models. Choose one for new conversations.',
    use: 'Use this provider',
    saveAnyway: 'Save anyway',
    answersHere: (wire: string) => `This address uses the ${wire} API`,
    answersAt: (wire: string, address: string) => `${address} uses the ${wire} API`,
    takeWire: (wire: string) => `Switch to ${wire}`,
    takeAddress: 'Use this address',
    connection: {
      title: 'Connection',
      about: 'Headers, proxy, certificate and timeouts',
      headers: 'Extra headers',
      headersHint: 'Sent with every request. Values are stored like keys and never shown again.',
      headerName: 'Header',
      headerValue: 'Value',
      valueSaved: 'Saved; leave empty to keep',
      addHeader: 'Add header',
      removeHeader: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
      headerCount: (count: number) => counted(count, 'extra header', 'extra headers'),
      proxy: 'Proxy',
      proxyHint:
        'Leave empty to use HTTPS_PROXY from the environment, or enter “direct” for no proxy. A password in the address is stored in the keychain.',
      proxySet: 'proxy',
      certificate: 'Certificate file',
      certificateHint:
        'A PEM file with an additional trusted certificate authority, such as your company’s. Enter “system” to trust the system’s authorities.',
      certificateSet: 'custom certificate',
      times: {
        connectTimeoutSeconds: {
          label: 'Connection timeout (s)',
          hint: 'From 1 to 300. Defaults to 10.',
          bad: 'Enter a whole number from 1 to 300.',
        },
        idleTimeoutSeconds: {
          label: 'Idle timeout (s)',
          hint: 'From 5 to 3,600. Leave empty to use the timeout under Run.',
          bad: 'Enter a whole number from 5 to 3,600.',
        },
      },
      timesSet: 'timeouts',
    },
  },
} as const;
