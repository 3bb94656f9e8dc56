// Declares the few globals that Node, Electron and browsers share. `shared/` may use nothing else of a platform.

declare class AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare const crypto: { randomUUID(): string };

declare function structuredClone<T>(value: T): T;
declare function queueMicrotask(callback: () => void): void;
