// The same for Node 18.

import { File } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import './olderRuntime.ts';

globalThis.File ??= File as typeof globalThis.File;
globalThis.crypto ??= webcrypto as Crypto;
process.getBuiltinModule ??= createRequire(import.meta.url) as typeof process.getBuiltinModule;
process.threadCpuUsage ??= process.cpuUsage;
