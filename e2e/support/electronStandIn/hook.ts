// Given to Node with --import: whoever imports `electron` gets the stand-in.

import { registerHooks } from 'node:module';

const standIn = new URL('electronModule.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});
