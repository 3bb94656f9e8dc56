// Loaded by Node's --import: the host gets a keychain, which the machine that runs the tests may not have. It lasts as long as the
// process.

import { registerHooks } from 'node:module';

const source = `
const secrets = new Map();
export class AsyncEntry {
  constructor(service, account) { this.name = service + ' ' + account; }
  async getPassword() { return secrets.get(this.name) ?? null; }
  async setPassword(secret) { secrets.set(this.name, secret); }
  async deletePassword() { return secrets.delete(this.name); }
}`;

registerHooks({
  resolve: (name, context, next) =>
    name === '@napi-rs/keyring'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(name, context),
});
