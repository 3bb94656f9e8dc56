// The one thing a host must provide to speak the contract: text goes out, text comes in, and it ends.

export interface Transport {
  /** Sends one frame. After `close` it does nothing. */
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  /** Called once, whichever side ended it. */
  onClose(listener: () => void): void;
  close(): void;
}
