// Loaded by Node's --import: resolves `electron` to the stand-in.

import { registerHooks } from 'node:module';

const standIn = new URL('electronModule.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});
