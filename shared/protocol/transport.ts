// What a host must provide to speak the contract: send text, receive text, close.

export interface Transport {
  /** Sends one frame. No-op after `close`. */
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  /** Called once, whichever side closed it. */
  onClose(listener: () => void): void;
  close(): void;
}
