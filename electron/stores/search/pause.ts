// An interruptible wait.

export interface Pause {
  /** Milliseconds; null waits until woken. A `wake` since the last wait ends it at once. */
  wait(ms: number | null): Promise<void>;
  wake(): void;
}

export function createPause(): Pause {
  let woken = false;
  let end: (() => void) | null = null;
  return {
    wait(ms) {
      if (woken) {
        woken = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = ms === null ? null : setTimeout(() => end?.(), ms);
        end = () => {
          if (timer) clearTimeout(timer);
          end = null;
          woken = false;
          resolve();
        };
      });
    },
    wake() {
      woken = true;
      end?.();
    },
  };
}
