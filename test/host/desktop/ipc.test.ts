// The only IPC channel from both sides: the real preload bundle in its own page, and the host's real entry point.

import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { createIpcServer } from '../../../electron/host/desktop/ipcTransport.ts';
import { maxFrameCharacters } from '../../../electron/lib/protocolServer.ts';
import type { Transport } from '../../../shared/protocol/transport.ts';
import { bundleOf } from '../../support/bundle.ts';
import { cite } from '../../support/cite.ts';
import { FakeContents, FakeFrame } from '../../support/electronDouble.ts';

const channel = 'throughline:frame';
let preload: Script;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-'));
  preload = new Script(await bundleOf('electron/preload.ts', 'preload.cjs', folder));
  rmSync(folder, { recursive: true });
});

interface Bridge extends Omit<Transport, 'onMessage'> {
  onMessage(listener: (...given: unknown[]) => void): void;
}

function startHost() {
  const ipcMain = new EventEmitter();
  const attached: Transport[] = [];
  const log: string[] = [];
  const allowed: unknown[] = [];
  const door = createIpcServer({
    ipcMain: ipcMain as never,
    attach: (transport) => void attached.push(transport),
    mayCapture: (contents) => allowed.includes(contents),
    log: (_, message) => void log.push(message),
  });
  return { ipcMain, attached, log, door, allowed };
}

/** Loads the preload bundle for a page in `contents`, connected to the host. */
function loadPage(ipcMain: EventEmitter, contents: FakeContents) {
  const exposed = new Map<string, unknown>();
  const required: string[] = [];
  const renderer = new EventEmitter();
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value) },
    ipcRenderer: {
      on: renderer.on.bind(renderer),
      send: (name: string, ...args: unknown[]) =>
        ipcMain.emit(name, { sender: contents, senderFrame: contents.mainFrame }, ...structuredClone(args)),
    },
  };
  contents.send = (name: unknown, ...args: unknown[]) => {
    renderer.emit(String(name), { sender: 'the raw event' }, ...args);
  };
  const require = (name: string): unknown => {
    required.push(name);
    return electron;
  };
  preload.runInContext(createContext({ require, crypto, module: {}, exports: {} }));
  return { exposed, required, bridge: exposed.get('throughline') as Bridge };
}

test(cite(['SEC-3', 'SEC-1'], '20: the bridge is one frozen object with a transport, and nothing raw'), () => {
  const { ipcMain, door, attached } = startHost();
  const contents = new FakeContents();
  door.admit(contents as never);
  const { exposed, required, bridge } = loadPage(ipcMain, contents);
  expect([...exposed.keys()]).toEqual(['throughline']);
  expect(required).toEqual(['electron']);
  expect(Object.isFrozen(bridge)).toBe(true);
  expect(Object.keys(bridge).sort()).toEqual(['close', 'onClose', 'onMessage', 'send']);

  const given: unknown[][] = [];
  bridge.onMessage((...all) => given.push(all));
  bridge.onMessage('not a function' as never);
  expect(bridge.send('hello')).toBeUndefined();
  attached[0]?.send('text');
  expect(given).toEqual([['text']]);
});

test(cite('DESK-3', 'each call asks anew whether its own window may capture, and none may after its end'), () => {
  const { ipcMain, door, attached, allowed } = startHost();
  const [quick, other] = [new FakeContents(), new FakeContents()];
  const mayCapture = () => attached.map((each) => each.mayCapture?.());
  const bridges = [quick, other].map((contents) => {
    door.admit(contents as never);
    const { bridge } = loadPage(ipcMain, contents);
    bridge.send('hello');
    return bridge;
  });
  expect(mayCapture()).toEqual([false, false]);
  allowed.push(quick);
  expect(mayCapture()).toEqual([true, false]);
  bridges[0]?.close();
  expect(mayCapture()).toEqual([false, false]);
});

test('text flows both ways, in order, and either side may close it once', () => {
  const { ipcMain, door, attached } = startHost();
  const contents = new FakeContents();
  door.admit(contents as never);
  const { bridge } = loadPage(ipcMain, contents);
  const heard: string[] = [];
  const ends: string[] = [];
  bridge.onClose(() => ends.push('page'));
  bridge.send('one');
  attached[0]?.onMessage((text) => heard.push(text));
  attached[0]?.onClose(() => ends.push('host'));
  bridge.send('two');
  bridge.send('three');
  expect(heard).toEqual(['two', 'three']);
  attached[0]?.close();
  attached[0]?.close();
  bridge.close();
  bridge.send('late');
  expect(ends.sort()).toEqual(['host', 'page']);
  expect(heard).toHaveLength(2);

  const again = loadPage(ipcMain, contents).bridge;
  again.send('anew');
  expect(attached).toHaveLength(2);
  attached[1]?.onClose(() => ends.push('host again'));
  again.close();
  expect(ends).toContain('host again');
});

test(cite('SEC-3', 'a reloaded page is a new connection; the old one closes and receives nothing more'), () => {
  const { ipcMain, door, attached } = startHost();
  const contents = new FakeContents();
  door.admit(contents as never);
  loadPage(ipcMain, contents).bridge.send('first');
  let ended = 0;
  attached[0]?.onClose(() => ended++);
  const second = loadPage(ipcMain, contents);
  second.bridge.send('second');
  expect([attached.length, ended]).toEqual([2, 1]);
  const heard: unknown[] = [];
  second.bridge.onMessage((text) => heard.push(text));
  attached[0]?.send('for the page that is gone');
  attached[1]?.send('for this one');
  expect(heard).toEqual(['for this one']);
});

test(cite('SEC-3', "the connection closes with the page's process and with the window"), () => {
  for (const event of ['render-process-gone', 'destroyed']) {
    const { ipcMain, door, attached } = startHost();
    const contents = new FakeContents();
    door.admit(contents as never);
    loadPage(ipcMain, contents).bridge.send('x');
    let ended = 0;
    attached[0]?.onClose(() => ended++);
    contents.emit(event);
    expect([event, ended]).toEqual([event, 1]);
    contents.destroyed = true;
    attached[0]?.send('nobody is there');
  }
});

test(cite(['SEC-3', 'SEC-1'], "17: a message only counts from our own window's main frame on our own page"), () => {
  const { ipcMain, door, attached, log } = startHost();
  const contents = new FakeContents();
  door.admit(contents as never);
  const own = contents.mainFrame;
  const throwing = {
    sender: contents,
    get senderFrame(): never {
      throw new Error('Render frame was disposed');
    },
  };
  const stranger = new FakeContents();
  const onOwnPage = (url: string) => {
    const elsewhere = new FakeContents();
    elsewhere.mainFrame = new FakeFrame(url);
    door.admit(elsewhere as never);
    return { sender: elsewhere, senderFrame: elsewhere.mainFrame };
  };
  const events: unknown[] = [
    { sender: contents, senderFrame: null },
    { sender: contents, senderFrame: new FakeFrame(own.url) },
    { sender: stranger, senderFrame: stranger.mainFrame },
    { sender: stranger, senderFrame: own },
    throwing,
    onOwnPage('https://example.com/'),
    onOwnPage('throughline://app.evil.com/'),
    onOwnPage('about:blank'),
    onOwnPage(''),
  ];
  for (const event of events) ipcMain.emit(channel, event, 'name', 'text');
  expect(attached).toEqual([]);
  expect(log).toHaveLength(events.length);
  ipcMain.emit(channel, { sender: contents, senderFrame: own }, 'name', 'text');
  expect(attached).toHaveLength(1);
});

test(cite('SEC-3', 'a message only counts in its one form, up to the maximum frame size'), () => {
  const { ipcMain, door, attached, log } = startHost();
  const contents = new FakeContents();
  door.admit(contents as never);
  const event = { sender: contents, senderFrame: contents.mainFrame };
  const bad: unknown[][] = [
    [],
    ['name'],
    ['name', 1],
    ['name', {}],
    ['name', ['text']],
    ['name', new Uint8Array(2)],
    ['name', 'x'.repeat(maxFrameCharacters + 1)],
    ['', 'text'],
    ['n'.repeat(65), 'text'],
    [null, 'text'],
    [{}, 'text'],
  ];
  for (const args of bad) ipcMain.emit(channel, event, ...args);
  expect([attached.length, log.length]).toEqual([0, bad.length]);
  ipcMain.emit(channel, event, 'name', 'x'.repeat(maxFrameCharacters));
  expect(attached).toHaveLength(1);
  expect(ipcMain.eventNames()).toEqual([channel]);
});
