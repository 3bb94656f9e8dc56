// The first script of a page: the app's own preload bundle with the two parts of Electron that it may import. In Electron it
// has an isolated world; here it shares the page's, and hides the channel to the host from the page.

import { binding, deliver } from './wire.ts';

export function pageScript(preload: string): string {
  return `(() => {
    const ipc = globalThis.${binding};
    delete globalThis.${binding};
    if (globalThis !== globalThis.top) return;
    const heard = new Map();
    Object.defineProperty(globalThis, Symbol.for(${JSON.stringify(deliver)}), {
      value: (channel, args) => { for (const listener of heard.get(channel) ?? []) listener({}, ...args); },
    });
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, value) => Object.defineProperty(globalThis, name, { value, enumerable: true }),
      },
      ipcRenderer: {
        on: (channel, listener) => heard.set(channel, [...(heard.get(channel) ?? []), listener]),
        send: (channel, ...args) => void ipc(JSON.stringify([channel, args])),
      },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a preload script in the sandbox may not require ' + name);
      return electron;
    };
    const module = { exports: {} };
    ((require, module, exports) => { ${preload} })(require, module, module.exports);
  })();`;
}
